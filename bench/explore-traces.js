// Executions of the methods on programs whose inequivalent executions are known: counted the plain way where that takes fewer
// than --prefixes steps, or by a formula. The optimal method must follow exactly as many. SPIN's states beside it.
//   node bench/explore-traces.js [--limit seconds] [--prefixes n] [--families readers,lastzero,…]
// It measures the sources (bundled by esbuild), not a build; seconds are processor seconds.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { fileSystemModel, indexerModel } from './explore-models.js';
import { promela } from './explore-promela-models.js';

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '10' },
    prefixes: { type: 'string', default: '30000' },
    families: { type: 'string' },
  },
});
const limit = Number(values.limit) * 1000;
const noLimits = { maxStates: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY };

const sources = `
export { families } from './testing/families.js';
export { plainText } from './testing/observed-program.js';
export { countTraces } from './testing/count-traces.js';
export { fullSearch } from './full/full-search.js';
export { initialState } from '../../model/program/state.js';
export { locksetSearch } from './lockset/lockset-search.js';
export { allReductions, allRules } from './lockset/search-rules.js';
export { optimalRules } from './optimal/optimal-search.js';
export { searchProgram } from './optimal/search-program.js';
export { programOf } from '../../frontends/eml/testing/program-of.js';`;
const heddle = await bundled(sources);

/** Larger members than those of the tests, to see the growth. */
const sizes = {
  writers: [2, 3, 4, 5, 6, 7],
  readers: [2, 4, 6, 8, 10, 12],
  lastzero: [2, 3, 4, 5, 6, 7, 8],
  'co-2+2w': [2, 3, 4, 5, 6, 8, 10],
  'store-buffer': [2, 3, 4, 6, 8, 10],
  'message-passing': [1, 2, 4, 8, 10],
  relay: [2, 4, 8, 10],
  'locked-counter': [2, 3, 4, 5, 6, 7],
  choices: [1, 2, 3, 4, 5],
};

/** Too long to count: 8 outcomes for each pair of threads that collide, 2 for each pair that shares a block. */
const expected = [
  ['indexer', indexerModel, { 11: 1, 12: 8, 13: 64, 14: 512, 15: 4096 }],
  ['filesystem', fileSystemModel, { 13: 1, 14: 2, 16: 8, 18: 32, 19: 64, 22: 512 }],
];

let wrong = 0;
let late = 0;
console.log(
  'model                   known  optimal       s  lockset       s  stateful      s  full states       s  spin states      s',
);
for (const { name, sizes: small, program, traces } of heddle.families)
  for (const n of isAsked(name) ? (sizes[name] ?? small) : []) {
    const model = heddle.programOf(heddle.plainText(program(n)));
    const counted = heddle.countTraces(model, Number(values.prefixes));
    row(`${name} ${n}`, counted ?? traces?.(n), model, spin(name, n));
  }
for (const [name, text, known] of expected)
  for (const n of isAsked(name) ? Object.keys(known) : [])
    row(`${name} ${n}`, known[n], heddle.programOf(text(Number(n))), {});
console.log(`${wrong} known numbers are not met, ${late} not reached within the limit`);
if (spawnSync('spin', ['-V']).error) console.log('spin is not installed: no figures of it');
process.exitCode = wrong === 0 ? 0 : 1;

function isAsked(name) {
  return values.families === undefined || values.families.split(',').includes(name);
}

function row(name, known, model, bySpin) {
  const optimal = run(() =>
    heddle.searchProgram(model, { limits: noLimits, races: false, rules: heddle.optimalRules, reserve }),
  );
  const lockset = run(() => heddle.locksetSearch(model, locksets(false)));
  const stateful = run(() => heddle.locksetSearch(model, locksets(true)));
  const full = run(() => heddle.fullSearch(model, heddle.initialState(model), [], noLimits));
  if (known !== undefined && optimal.late) late++;
  else if (known !== undefined && optimal.executions !== known) wrong++;
  const cells = [
    String(known ?? '-').padStart(8),
    shown(optimal, optimal.executions),
    shown(lockset, lockset.executions),
    shown(stateful, stateful.executions, 9),
    shown(full, full.states, 12),
    `${String(bySpin.states ?? '-').padStart(12)} ${(bySpin.seconds ?? '-').toString().padStart(6)}`,
  ];
  console.log(`${name.padEnd(20)} ${cells.join(' ')}`);
}

function reserve() {}

function locksets(remember) {
  const reductions = heddle.allReductions;
  return { limits: noLimits, remember, hashCompaction: false, rules: heddle.allRules, reductions, reserve };
}

function shown({ late, seconds }, figure, width = 8) {
  return `${(late ? '> limit' : String(figure)).padStart(width)} ${seconds.toFixed(2).padStart(7)}`;
}

function run(begin) {
  const cpu = process.cpuUsage();
  const milliseconds = () => Object.values(process.cpuUsage(cpu)).reduce((a, b) => a + b) / 1000;
  const search = begin();
  let late = false;
  for (let step = search.next(); ; step = search.next(late ? { scope: 'run', message: 'limit' } : undefined)) {
    if (step.done) return { ...step.value, late, seconds: milliseconds() / 1000 };
    late = milliseconds() > limit;
  }
}

/** States stored by SPIN with its partial-order reduction. */
function spin(name, n) {
  if (!promela[name] || spawnSync('spin', ['-V']).error) return {};
  const folder = mkdtempSync(join(tmpdir(), 'spin-'));
  try {
    writeFileSync(join(folder, 'model.pml'), promela[name](n));
    const act = (command, words) =>
      spawnSync(command, words, { cwd: folder, encoding: 'utf8', timeout: limit + 60_000 });
    act('spin', ['-a', 'model.pml']);
    act('gcc', ['-O2', '-DSAFETY', '-o', 'pan', 'pan.c']);
    const text = act('./pan', ['-m100000']).stdout ?? '';
    const figure = (pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    return { states: figure(/([\d.e+]+) states, stored/), seconds: figure(/elapsed time ([\d.]+)/) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundled(contents) {
  const resolveDir = fileURLToPath(new URL('../src/engines/explore', import.meta.url));
  const stdin = { contents, resolveDir, loader: 'ts' };
  const { outputFiles } = buildSync({ stdin, bundle: true, write: false, format: 'esm', platform: 'neutral' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
