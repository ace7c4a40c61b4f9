// What a user waits for before anything is decided: `heddle --version`, `--help`, and `heddle check` on a 20-line model (goal: at
// most 150 ms of processor time above an empty Node process). Wall and processor time, fastest and median of several runs.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const heddle = `${root}bin/heddle.js`;
const model = `${root}examples/explore/account/account.eml`;
const runs = Number(process.argv[2] ?? 15);
const millisecondsPerTick = 10;

/** Processor time of all children so far, as Linux counts it. */
function processorTime() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * millisecondsPerTick;
}

function measure(words) {
  const walls = [];
  const processor = [];
  for (let i = 0; i < runs; i++) {
    const [start, used] = [performance.now(), processorTime()];
    spawnSync(process.execPath, words, { stdio: 'ignore' });
    walls.push(performance.now() - start);
    processor.push(processorTime() - used);
  }
  return { wall: spread(walls), processor: spread(processor) };
}

function spread(times) {
  times.sort((a, b) => a - b);
  return {
    fastest: times[0],
    median: times[times.length >> 1],
    mean: times.reduce((sum, time) => sum + time, 0) / runs,
  };
}

const rows = [
  ['node -e 0 (floor)', ['-e', '0']],
  ['heddle --version', [heddle, '--version']],
  ['heddle --help', [heddle, '--help']],
  ['heddle check account.eml', [heddle, 'check', model]],
];
const shown = (time) => time.toFixed(0).padStart(4);
for (const [name, words] of rows) {
  const { wall, processor } = measure(words);
  const texts = [
    `wall ${shown(wall.fastest)} ${shown(wall.median)}`,
    `cpu ${shown(processor.fastest)} ${shown(processor.median)}`,
  ];
  console.log(`${name.padEnd(28)} ${texts.join('   ')}   mean cpu ${shown(processor.mean)} ms`);
}
