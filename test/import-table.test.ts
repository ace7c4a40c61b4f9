import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../src/base/group-by.js';
import { importViolations, loadedBy, type SourceFile } from './layering.js';

const root = fileURLToPath(new URL('../src', import.meta.url));

function sourceFiles(): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${root}/${path}`, 'utf8') }));
}

describe('the import table', () => {
  it('holds for every source file', () => {
    const files = sourceFiles();
    expect(files.length).toBeGreaterThan(50);
    expect(importViolations(files)).toEqual([]);
  });

  it.each([
    ['engines/explore/engine.ts', '../../frontends/eml/reader.js', 'siblings never import each other'],
    ['engines/explore/engine.ts', '../races/engine.js', 'siblings never import each other'],
    ['base/graph.ts', '../model/model.js', 'the arrow points back'],
    ['evidence/program/program-replayer.ts', '../../engines/explore/engine.js', 'the arrow points back'],
    ['evidence/kernel/kernel.ts', '../../model/program/step.js', 'the kernel knows programs and nothing else'],
    ['evidence/kernel/kernel.ts', '../../verdict/verdict.js', 'the kernel knows programs and nothing else'],
    ['evidence/kernel/kernel.ts', '../../logic/lock-history/compatibility.js', 'the kernel knows programs'],
    ['evidence/atomicity/lock-histories.ts', '../../logic/access-patterns/pattern.js', 'engines use it too'],
    ['evidence/traces/trace-claim.ts', '../../logic/happens-before/thread-clocks.js', 'engines use it too'],
    ['evidence/cover/cover-certifiers.ts', '../../translate/nets/counter-system.js', 'engines use it too'],
    ['evidence/pairwise/scheme-certifier.ts', '../../model/schemes/typing/saturation.js', 'engines use it too'],
    ['engines/atomicity/engine.ts', '../../evidence/atomicity/lock-histories.js', 'engines never do'],
    ['report/text/write-text.ts', '../json/write-json.js', 'siblings never import each other'],
    ['pipeline/run-job.ts', 'node:fs', 'only cli/ may use Node'],
  ])('rejects %s importing %s', (path, specifier, complaint) => {
    const violations = importViolations([{ path, text: `import { x } from '${specifier}';` }]);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(complaint);
  });

  const shared = /^(translate|logic|engines)\//;

  it('keeps all that a checker loads, however indirectly, apart from what engines use', () => {
    const files = sourceFiles();
    const catalogue = files.find(({ path }) => path === 'pipeline/catalogue.ts')!.text;
    const loads = [...catalogue.matchAll(/import\('\.\.\/(evidence\/[\w/-]+)\.js'\)/g)].map(([, path]) => `${path}.ts`);
    const checkers = [...loads.filter((path) => !path.endsWith('-replayer.ts')), 'evidence/claims.ts'];
    expect(checkers.length).toBeGreaterThan(7);
    for (const path of checkers)
      expect([path, loadedBy(path, files).filter((one) => shared.test(one))]).toEqual([path, []]);
  });

  it('would notice what a checker loads indirectly, and does not mind types', () => {
    const files = [
      { path: 'evidence/a.ts', text: "import { b } from '../model/b.js';\nimport type { T } from '../verdict/t.js';" },
      { path: 'model/b.ts', text: "export { c } from './c.js';\nimport { type U } from '../logic/u.js';" },
      { path: 'model/c.ts', text: "import { d, type D } from '../logic/d.js';" },
    ];
    expect(loadedBy('evidence/a.ts', files).filter((one) => shared.test(one))).toEqual(['logic/d.ts']);
  });

  it('sees dynamic imports too', () => {
    const text = "const load = () => import('../../frontends/eml/reader.js');";
    expect(importViolations([{ path: 'engines/explore/engine.ts', text }])).toHaveLength(1);
  });

  it.each([
    ['report/text/write-text.ts', '../report.js'],
    ['engines/explore/full/full-search.ts', '../violation.js'],
    ['engines/explore/engine.test.ts', '../../frontends/eml/testing/program-of.js'],
    ['cli/main.ts', 'node:fs'],
    ['evidence/kernel/kernel.ts', '../../model/program/program.js'],
    ['engines/atomicity/engine.test.ts', '../../evidence/testing/certify.js'],
  ])('accepts %s importing %s', (path, specifier) => {
    expect(importViolations([{ path, text: `import { x } from '${specifier}';` }])).toEqual([]);
  });
});

/** Folders with more sources than a room may have; tests, and what only tests use, are counted nowhere. */
function crowded(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
  const rooms = groupBy(sources, (path) => path.slice(0, path.lastIndexOf('/')));
  return [...rooms].filter(([, files]) => files.length > 20).map(([folder]) => folder);
}

describe('folders', () => {
  it('are rooms of at most 20 sources', () => {
    expect(crowded(sourceFiles().map(({ path }) => path))).toEqual([]);
  });

  it('would be noticed, tests aside', () => {
    const files = Array.from({ length: 21 }, (_, index) => `a/b/${index}.ts`);
    expect(crowded([...files, 'a/c.ts'])).toEqual(['a/b']);
    expect(crowded([...files.slice(1), 'a/b/0.test.ts', 'a/b/testing/1.ts'])).toEqual([]);
  });
});

/** A memo or a register at the top of a module outlives every job, and copies of an object do not share it. */
const moduleState = /^(?:export )?(?:let|const) \w+[^=\n]*= new Weak(?:Map|Set)\b/m;

describe('modules', () => {
  it('keep nothing beside objects: base/derived.ts does', () => {
    const keeping = sourceFiles().filter(({ path, text }) => path !== 'base/derived.ts' && moduleState.test(text));
    expect(keeping.map(({ path }) => path)).toEqual([]);
  });

  it('would be noticed', () => {
    expect(moduleState.test('\nconst seen = new WeakMap<Program, Program>();')).toBe(true);
    expect(moduleState.test('\nexport const seen: WeakSet<object> = new WeakSet();')).toBe(true);
    expect(moduleState.test('\n  readonly #seen = new WeakMap<Program, Program>();')).toBe(false);
  });
});
