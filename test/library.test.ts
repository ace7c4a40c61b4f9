// The package as others get it: packed, laid into a strict project of its own, compiled under each way of resolving modules
// that knows `exports`, and run.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from './heddle.js';

let project = '';

function run(command: string, words: readonly string[], cwd = project) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, text: `${stdout}${stderr}`, stdout };
}

/** The files that `npm pack` would publish, as the registry's clients lay them out. */
function install(): void {
  const { stdout } = run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], repository);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const home = join(project, 'node_modules', 'heddle');
  for (const { path } of files) {
    if (path.startsWith('docs/') || path.startsWith('examples/')) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    cpSync(join(repository, path), join(home, path));
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

describe('the package in another project', () => {
  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compiles strictly with module %s, resolution %s', (module, moduleResolution) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    // The compiler's own libraries are not what is looked at.
    const how = {
      skipDefaultLibCheck: true,
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
      outDir: 'out',
    };
    const config = { compilerOptions: { ...strict, ...how }, files: ['main.ts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    const ran = run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', '.']);
    expect(ran.text).toBe('');
  });

  it('runs', () => {
    const ran = run(process.execPath, ['out/main.js']);
    expect(ran.stdout.split('\n').filter((line) => !line.includes(' '))).toEqual(['violated', 'true', 'violated', '']);
    expect(ran.status).toBe(0);
  });
});
