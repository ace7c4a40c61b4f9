// Every small program, in every method of explore, against full exploration: all programs of --threads with --operations over
// the alphabet of src/engines/explore/testing/small-scope.ts. Stops after --seconds and goes on from there the next time: what
// was done is kept in --progress (JSON), written every few seconds, for this code only. Programs with more than --states states
// are kept there by their number; a run that comes to the end takes those up again. Every --count-th is also counted by traces.
//   node scripts/small-scope.js --threads 2 --operations 3 [--seconds 240] [--progress file] [--states n] [--count 16] [--stride n]
// Exit code 0: all agree; 1: a difference; 2: the progress is of other code; 3: not at the end yet, or some were too large.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '2' },
    operations: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '240' },
    states: { type: 'string', default: '100000' },
    count: { type: 'string', default: '16' },
    progress: { type: 'string' },
    stride: { type: 'string', default: '1' },
  },
});
const [threads, operations, seconds, states, count, stride] = [
  values.threads,
  values.operations,
  values.seconds,
  values.states,
  values.count,
  values.stride,
].map(Number);
const file = values.progress ?? `small-scope-${threads}x${operations}.json`;
const { code, heddle } = await bundled(`
export { smallScope, smallScopeSize } from './testing/small-scope.js';
export { differenceOf } from './testing/compare-methods.js';
export { countTraces } from './testing/count-traces.js';
export { plainText } from './testing/observed-program.js';
export { searchOptimally } from './testing/search-with.js';
export { programOf } from '../../frontends/eml/testing/program-of.js';`);

const done = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { code, stride, programs: 0, counted: 0, large: [], different: [] };
if (done.code !== code || done.stride !== stride) {
  console.error(`${file} is about other code or another stride; choose another file`);
  process.exit(2);
}
const size = Math.ceil(heddle.smallScopeSize(threads, operations) / stride);
const until = Date.now() + seconds * 1000;
let nextKept = 0;
for (const model of heddle.smallScope(threads, operations, done.programs * stride, stride)) {
  if (Date.now() > until) break;
  compare(model, done.programs);
  if (done.programs % count === 0) countTraces(model);
  done.programs++;
  keepNowAndThen();
}
const again = done.programs < size ? [] : done.large.filter(({ states: tried }) => tried < states);
for (const { number } of again) {
  if (Date.now() > until) break;
  done.large = done.large.filter((other) => other.number !== number);
  compare(heddle.smallScope(threads, operations, number * stride).next().value, number);
  keepNowAndThen();
}
keep();
console.log(
  `${threads} threads x ${operations} operations: ${done.programs} of ${size} programs, ${done.different.length} differ, ` +
    `${done.large.length} were too large; ${done.counted} counted trace by trace`,
);
for (const text of done.different.slice(0, 10)) console.log(text);
process.exitCode = done.different.length > 0 ? 1 : done.programs < size || done.large.length > 0 ? 3 : 0;

function keepNowAndThen() {
  if (Date.now() < nextKept) return;
  keep();
  nextKept = Date.now() + 5000;
}

/** Never half a file: a run may be killed at any moment. */
function keep() {
  writeFileSync(`${file}.new`, JSON.stringify(done, undefined, 1));
  renameSync(`${file}.new`, file);
}

function compare(model, number) {
  const difference = heddle.differenceOf(model, states);
  if (difference === 'large') done.large.push({ number, states, threads: model.threads });
  else if (difference !== undefined) done.different.push(difference);
}

function countTraces(model) {
  const program = heddle.programOf(heddle.plainText(model));
  const traces = heddle.countTraces(program, 100_000);
  if (traces === undefined) return;
  const { executions, asleep } = heddle.searchOptimally(program);
  done.counted++;
  if (executions !== traces || asleep > 0)
    done.different.push(`${executions} + ${asleep} executions of ${traces}: ${model.threads.join(' || ')}`);
}

async function bundled(contents) {
  const resolveDir = fileURLToPath(new URL('../src/engines/explore', import.meta.url));
  const stdin = { contents, resolveDir, loader: 'ts' };
  const { outputFiles } = buildSync({ stdin, bundle: true, write: false, format: 'esm', platform: 'neutral' });
  const { contents: bytes } = outputFiles[0];
  const heddle = await import(`data:text/javascript;base64,${Buffer.from(bytes).toString('base64')}`);
  return { code: createHash('sha256').update(bytes).digest('hex').slice(0, 16), heddle };
}
