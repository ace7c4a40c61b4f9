// The package as others get it: packed, laid into a strict project of its own, compiled under each way of resolving modules
// that knows `exports`, and run.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { repository } from './heddle.js';

let project = '';

function run(command: string, words: readonly string[], cwd = project) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, text: `${stdout}${stderr}`, stdout };
}

/** The files that would be published: as `npm pack` says in CI, which takes seconds; in a check those of `files`. */
function published(): string[] {
  if (sampleScale >= 1) {
    const { stdout } = run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], repository);
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    return files.map(({ path }) => path).filter((path) => !/^(docs|examples)\//.test(path));
  }
  const { files } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { files: string[] };
  return ['package.json', ...files.filter((folder) => !/^(docs|examples)$/.test(folder))];
}

/** As the registry's clients lay them out. */
function install(): void {
  const home = join(project, 'node_modules', 'heddle');
  for (const path of published()) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    cpSync(join(repository, path), join(home, path), { recursive: true });
  }
  const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies))
    symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name), 'dir');
}

function example(): string {
  const page = readFileSync(join(repository, 'docs/api/check.md'), 'utf8');
  return /```ts\n([\s\S]*?)```/.exec(page)![1]!;
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'heddle-library-'));
  install();
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  writeFileSync(
    join(project, 'main.ts'),
    `${example()}
import type { Checked, CheckOptions, Finding, Verdict } from 'heddle';
const options: CheckOptions = { language: 'eml', engine: 'explore', options: { property: 'races' }, timeLimit: 60 };
const again: Checked = await check(model, options);
const kinds: readonly Verdict['kind'][] = again.findings.map((finding: Finding) => finding.verdict.kind);
console.log(kinds.includes('violated'));
import { nodePlatform } from 'heddle/node';
const java = 'package p; public class C { private int n; public synchronized void a() { n++; } public void b() { n++; } }';
console.log((await check(java, { language: 'java', file: 'C.java', platform: nodePlatform })).verdict);
`,
  );
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

// The compiler's own libraries are not what is looked at: they are read once.
const libraries = new Map<string, ts.SourceFile | undefined>();

/** What the compiler has to say, each on a line; the last one that compiles has written `out`. */
function compiled(module: ts.ModuleKind, moduleResolution: ts.ModuleResolutionKind): string {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipDefaultLibCheck: true,
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    outDir: join(project, 'out'),
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getCurrentDirectory = () => project;
  host.getSourceFile = (file, ...rest) => {
    if (!/\/lib\.[\w.]+\.d\.ts$/.test(file)) return read(file, ...rest);
    if (!libraries.has(file)) libraries.set(file, read(file, ...rest));
    return libraries.get(file);
  };
  const program = ts.createProgram([join(project, 'main.ts')], options, host);
  const said = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return ts.formatDiagnostics(said, host);
}

describe('the package in another project', () => {
  it.each([
    ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('compiles strictly with resolution %s', (_name, module, resolution) => {
    expect(compiled(module, resolution)).toBe('');
  });

  it('runs', () => {
    const ran = run(process.execPath, ['out/main.js']);
    expect(ran.stdout.split('\n').filter((line) => !line.includes(' '))).toEqual(['violated', 'true', 'violated', '']);
    expect(ran.status).toBe(0);
  });
});
