// `heddle reproduce --to jest` with Jest itself, which is no dependency of ours: it is installed into a folder of its own.
// The test that is written for an example fails on it and passes on its repair. Exit code 0: so it is; 1: it is not.
// Where Jest cannot be installed one line says so, and the exit code is 0.
//   node scripts/jest-reproduction.js [--jest folder-with-node_modules]

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const repository = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { jest: { type: 'string' } } });
const service = join(repository, 'examples/typescript/services/wallet');
// The tests look for the compiler from where they are, as they do in a user's project.
const folder = mkdtempSync(join(tmpdir(), 'heddle-jest-'));

try {
  process.exitCode = main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function main() {
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true }');
  if (values.jest) symlinkSync(join(values.jest, 'node_modules'), join(folder, 'node_modules'), 'dir');
  else run('npm', ['install', '--no-audit', '--no-fund', '--silent', 'jest@30', 'typescript@5.9']);
  const jest = join(folder, 'node_modules/jest/bin/jest.js');
  if (!existsSync(jest)) {
    console.log('jest could not be installed: its reproduction tests were not run');
    return 0;
  }
  const heddle = join(repository, 'bin/heddle.js');
  run(process.execPath, [heddle, 'async', join(service, 'bug.ts'), '--format', 'json', '--output', 'report.json']);
  run(process.execPath, [heddle, 'reproduce', 'report.json', '--result', '1', '--to', 'jest', '--folder', '.']);
  const name = readdirSync(folder).find((file) => file.endsWith('.test.cjs'));
  if (!name) return said('no test was written');
  const repaired = readFileSync(join(folder, name), 'utf8').replaceAll('wallet/bug.ts', 'wallet/fixed.ts');
  writeFileSync(join(folder, 'repaired.test.cjs'), repaired);
  const { stderr } = run(process.execPath, [jest, '--rootDir', folder, '--testMatch', '**/*.test.cjs']);
  if (!/Tests: +1 failed, 1 passed, 2 total/.test(stderr) || !/PASS .*repaired\.test\.cjs/.test(stderr))
    return said(stderr);
  console.log('jest: the test fails on the bug and passes on its repair');
  return 0;
}

function run(command, words) {
  return spawnSync(command, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
}

function said(text) {
  console.error(text);
  return 1;
}
