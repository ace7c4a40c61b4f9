// How long a user waits for small things: `heddle --version` (goal: under 150 ms) and `heddle check` on a 20-line model
// (goal: under 500 ms). Median and fastest of several runs, next to an empty Node process as the floor.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const heddle = `${root}bin/heddle.js`;
const model = `${root}examples/explore/account/account.eml`;
const runs = 15;

function measure(words) {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    spawnSync(process.execPath, words, { stdio: 'ignore' });
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { fastest: times[0], median: times[runs >> 1] };
}

const rows = [
  ['node -e 0 (floor)', measure(['-e', '0'])],
  ['heddle --version', measure([heddle, '--version'])],
  ['heddle --help', measure([heddle, '--help'])],
  ['heddle check account.eml', measure([heddle, 'check', model])],
];
for (const [name, { fastest, median }] of rows)
  console.log(
    `${name.padEnd(28)} fastest ${fastest.toFixed(0).padStart(4)} ms   median ${median.toFixed(0).padStart(4)} ms`,
  );
