// The atomicity suite: generated models in the size range of the paper's four, all patterns x variables x pairs of processes.
// `node bench/atomicity.js [paper|complete] [seconds per model]` prints the tables of docs/benchmarks/atomicity.md.

import { generateModel, industrialShape, paperLikeShapes } from './atomicity-models.js';

const dist = process.env['HEDDLE_DIST'] ?? '../dist';
const load = (path) => import(`${dist}/${path}`);
const { SourceText } = await load('base/source-text.js');
const { noCompanions } = await load('model/model.js');
const { emlReader } = await load('frontends/eml/reader.js');
const { atomicityEngine } = await load('engines/atomicity/engine.js');

const patterns = process.argv[2] ?? 'paper';
const limit = Number(process.argv[3] ?? 60);
const shapes = process.argv[4] === 'industrial' ? [industrialShape] : paperLikeShapes;

function read(shape) {
  const outcome = emlReader.read(new SourceText(`${shape.name}.eml`, generateModel(shape)), noCompanions);
  if (!outcome.model) throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'));
  return outcome.model;
}

/** Pattern queries over ordered pairs of processes and ordered choices of variables. */
function queryCount({ processes, variables }) {
  const [one, two] = patterns === 'paper' ? [5, 9] : [5, 27];
  return processes * (processes - 1) * (one * variables + two * variables * (variables - 1));
}

/** Questions about two processes and one or two variables: each stands for all patterns in both roles. */
function questionCount({ processes, variables }) {
  return ((processes * (processes - 1)) / 2) * ((variables * (variables + 1)) / 2);
}

function measure(shape, method) {
  const model = read(shape);
  const options = { patterns: [{ text: patterns }], method: [{ text: method }] };
  const context = { seed: 0, reserve() {}, nextQuestion() {} };
  const counts = { violated: 0, holds: 0, unknown: 0 };
  let statistics = {};
  const started = process.cpuUsage();
  const seconds = () => process.cpuUsage(started).user / 1e6;
  const run = atomicityEngine.run({ file: shape.name, model, options }, context);
  let events = 0;
  for (let step = run.next(); !step.done; ) {
    if (step.value.kind === 'finding') {
      counts[step.value.finding.verdict.kind]++;
      statistics = step.value.finding.statistics;
    }
    const late = ++events % 16 === 0 && seconds() > limit;
    step = run.next(late ? { scope: 'run', message: `limit of ${limit} s` } : undefined);
  }
  return { ...counts, ...statistics, seconds: seconds() };
}

console.log(
  `Node ${process.version}, ${process.platform}; patterns: ${patterns}; limit ${limit} s of processor time per model\n`,
);
console.log(
  '| model | processes | locks | variables | statements | queries | method | seconds | violations | holds | unknown | saturations | facts |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|');
for (const method of (process.env['METHODS'] ?? 'antichain').split(','))
  for (const shape of shapes) {
    const { processes, locks, variables, statements } = shape;
    const result = measure(shape, method);
    const row = [
      shape.name,
      processes,
      locks,
      variables,
      statements,
      queryCount(shape),
      method,
      result.seconds.toFixed(2),
      result.violated,
      result.holds,
      result.unknown,
      result.saturations,
      result.facts,
    ];
    console.log(`| ${row.join(' | ')} |`);
    if (result.unknown > 0) console.log(`\n${result.questions} of ${questionCount(shape)} questions answered\n`);
  }
