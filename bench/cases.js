// Held-out cases: a bug and its correct twin each, by authors who never saw the tool (bench/fixtures/cases, truth.md in each).
//   node bench/cases.js [java-g … java-l ts-g … ts-l] [--verbose]
// Found: something is violated in the bug. Green: all of the bug holds. Alarms: something is violated in the twin. Whether a
// finding is the planted bug is for a reader: with --verbose. HEDDLE names another build's bin/heddle.js.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const heddle = resolve(here, process.env.HEDDLE ?? '../bin/heddle.js');
const cases = join(here, 'fixtures/cases');
const isVerbose = process.argv.includes('--verbose');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));

for (const batch of named.length > 0 ? named : readdirSync(cases).sort()) score(batch);

function score(batch) {
  const counts = { found: 0, green: 0, alarms: 0 };
  const names = readdirSync(join(cases, batch)).sort();
  for (const name of names) {
    const [bug, fix] = ['bug', 'fix'].map((side) => ask(batch, join(cases, batch, name, side)));
    if (bug.violated.length > 0) counts.found++;
    else if (bug.exit === 0) counts.green++;
    if (fix.violated.length > 0) counts.alarms++;
    if (isVerbose) console.log(`${name}\n  bug: ${told(bug)}\n  twin: ${told(fix)}`);
  }
  const { found, green, alarms } = counts;
  console.log(`${batch}: ${names.length} cases, ${found} found, ${green} green on the bug, ${alarms} alarms on twins`);
}

function ask(batch, folder) {
  const command = batch.startsWith('java') ? 'check' : 'async';
  const words = [heddle, command, '.', '--format', 'json', '--jobs', '1', '--quiet'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const violated = JSON.parse(stdout).results.filter(({ verdict }) => (verdict.kind ?? verdict) === 'violated');
  return { exit: status, violated };
}

function told({ exit, violated }) {
  const lines = violated.map(({ rule, message }) => `${rule} ${message}`);
  return [`exit ${exit}`, ...lines].join('\n    ');
}
