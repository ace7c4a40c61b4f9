// The checker by itself: one file without dependencies that says what `heddle certify` says.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { heddle, repository } from './heddle.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-checker-'));
afterAll(() => rmSync(folder, { recursive: true }));

function node(...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
}

it('accepts what certify accepts and rejects what was forged, far from the repository', () => {
  expect(node(join(repository, 'scripts/bundle-checker.js'))).toMatchObject({ status: 0, stderr: '' });
  copyFileSync(join(repository, 'dist/heddle-check.mjs'), join(folder, 'check.mjs'));
  const text = 'lock l; var x; process P { main { unit { synchronized(l) { read x; write x; } } } }';
  writeFileSync(join(folder, 'm.eml'), `${text} process Q { main { synchronized(l) { write x; } } }`);
  heddle(['atomicity', 'm.eml', '--certificates', '--report', 'json=r.json'], { cwd: folder });
  const honest = node('check.mjs', 'r.json');
  expect(honest).toMatchObject({ status: 0, stdout: heddle(['certify', 'r.json'], { cwd: folder }).stdout });
  const report = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'));
  report.results[0].claim.property.variables = [];
  report.results[0].property.variables = [];
  writeFileSync(join(folder, 'r.json'), JSON.stringify(report));
  expect(node('check.mjs', 'r.json').status).toBe(1);
  writeFileSync(join(folder, 'm.eml'), text);
  expect(node('check.mjs', 'r.json').status).toBe(2);
  expect(node('check.mjs').status).toBe(2);
});
