import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importViolations, type SourceFile } from './layering.js';

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
