// What certifying costs beside deciding: the generated models of the atomicity suite, one finding per query.
// `node bench/evidence.js [model]` prints the table of docs/benchmarks/evidence.md.

import { generateModel, paperLikeShapes } from './atomicity-models.js';

const dist = process.env['HEDDLE_DIST'] ?? '../dist';
const load = (path) => import(`${dist}/${path}`);
const { SourceText } = await load('base/source-text.js');
const { noCompanions } = await load('model/model.js');
const { emlReader } = await load('frontends/eml/reader.js');
const { atomicityEngine } = await load('engines/atomicity/engine.js');
const { lockHistoriesCertifier } = await load('evidence/atomicity/lock-histories.js');

function decide(model, file) {
  const options = { patterns: [{ text: 'complete' }], all: [{ text: 'true' }] };
  const context = { seed: 0, reserve() {}, nextQuestion() {} };
  const events = [...atomicityEngine.run({ file, model, options }, context)];
  return events.flatMap((event) =>
    event.kind === 'finding' && event.finding.verdict.kind === 'holds' ? [event.finding] : [],
  );
}

function timed(task) {
  const started = process.cpuUsage();
  const value = task();
  return { value, seconds: (process.cpuUsage(started).user / 1e6).toFixed(1) };
}

const [only] = process.argv.slice(2);
console.log('| model | edges | `holds` | certified | engine | kernel | steps |\n|---|---|---|---|---|---|---|');
for (const shape of paperLikeShapes.filter(({ name }) => only === undefined || name === only)) {
  const { model } = emlReader.read(new SourceText(`${shape.name}.eml`, generateModel(shape)), noCompanions);
  const holds = timed(() => decide(model, shape.name));
  const work = { left: 1e12 };
  const isAccepted = ({ property, verdict: { scope, certificate } }) =>
    lockHistoriesCertifier.certify(model, property, scope, certificate, work).kind === 'accepted';
  const certified = timed(() => holds.value.filter(isAccepted).length);
  const edges = model.functions.reduce((sum, graph) => sum + graph.edges.length, 0);
  const row = [
    shape.name,
    edges,
    holds.value.length,
    certified.value,
    holds.seconds,
    certified.seconds,
    1e12 - work.left,
  ];
  console.log(`| ${row.join(' | ')} |`);
}
