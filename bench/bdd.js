// BDD benchmark: Heddle's package against BuDDy in one run, each workload in a fresh process, CPU time.
//   node bench/bdd.js [rounds]
// BuDDy takes part when g++ and its header are installed (Debian: libbdd-dev). It runs with three table sizes; the table
// shows its time with tables of about our own size and its best time. "first" includes our start-up and compilation.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(`./bdd/${name}`, import.meta.url));
const rounds = process.argv[2] ?? '7';
const cases = [
  ['queens', 8],
  ['queens', 9],
  ['queens', 10],
  ['ring', 24],
  ['ring', 48],
  ['ring', 96],
  ['counter', 16],
];
/** Initial nodes and cache entries of BuDDy; the middle one matches the size at which Heddle first collects. */
const buddyTables = [
  ['100000', '25000'],
  ['524288', '262144'],
  ['1000000', '250000'],
];

function compileBuddy(folder) {
  const program = join(folder, 'buddy');
  const { status } = spawnSync('g++', ['-O3', '-o', program, here('buddy.cpp'), '-lbdd'], { stdio: 'ignore' });
  return status === 0 ? program : undefined;
}

function measure(program, ...args) {
  const output = execFileSync(program, args, { encoding: 'utf8', timeout: 300_000 });
  const { value, milliseconds, collections } = JSON.parse(output);
  return { value, first: milliseconds[0], best: Math.min(...milliseconds), collections };
}

const folder = mkdtempSync(join(tmpdir(), 'heddle-bdd-'));
try {
  const buddy = compileBuddy(folder);
  if (buddy === undefined) console.log('BuDDy is not installed: only our own times.');
  console.log(
    '| workload | answer | Heddle first | Heddle best (collections) | BuDDy equal tables | BuDDy best | ratio equal | ratio best |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, size] of cases) {
    const ours = measure(process.execPath, here('heddle.js'), name, `${size}`, rounds);
    const theirs = buddy ? buddyTables.map((tables) => measure(buddy, name, `${size}`, rounds, ...tables)) : [];
    for (const { value } of theirs) {
      if (Number(value) !== Number(ours.value))
        throw new Error(`${name} ${size}: ${ours.value} but BuDDy says ${value}`);
    }
    const equal = theirs[1];
    const best = Math.min(...theirs.map((run) => run.best));
    const cells = [
      `${name} ${size}`,
      ours.value,
      ours.first.toFixed(1),
      `${ours.best.toFixed(1)} (${ours.collections})`,
      equal ? `${equal.best.toFixed(1)} (${equal.collections})` : '-',
      equal ? best.toFixed(1) : '-',
      equal ? (ours.best / equal.best).toFixed(2) : '-',
      equal ? (ours.best / best).toFixed(2) : '-',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
