// Every file of the coverability benchmarks with every method: verdict, CPU seconds, evidence. Run from the checkout:
//   node bench/cover.js [--method portfolio] [--limit 60] [filter]
// Needs dist/ (npm run build) and the data in ../shared/benchmarks/coverability; HEDDLE_DIST names another build.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.resolve(root, process.env.HEDDLE_DIST ?? 'dist');
const load = (file) => import(pathToFileURL(path.join(dist, file)).href);
const data = path.resolve(root, '../shared/benchmarks/coverability');

const { SourceText } = await load('base/source-text.js');
const { ttsReader } = await load('model/threads/parse-diagram.js');
const { specReader } = await load('model/petri/parse-spec.js');
const { coverEngine } = await load('engines/cover/engine.js');
const { threadsReplayer } = await load('verdict/replay/threads-replayer.js');
const { petriReplayer } = await load('verdict/replay/petri-replayer.js');
const { coverBasisCertifier } = await load('verdict/certify/cover-basis.js');
const { coverSetCertifier } = await load('verdict/certify/cover-set.js');

const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : fallback);
const methods = option('--method', 'portfolio,backward,summaries,forward').split(',');
const limit = Number(option('--limit', '60'));
const filter = args[0] ?? '';
const cpuSeconds = () => process.cpuUsage().user / 1e6;

function read(file) {
  const full = path.join(data, file);
  const find = (extension) => {
    const names = [full + extension, full.replace(/\.[^.]*$/, extension)];
    const found = names.find((name) => fs.existsSync(name));
    return found && new SourceText(found, fs.readFileSync(found, 'utf8'));
  };
  const reader = file.endsWith('.spec') ? specReader : ttsReader;
  return reader.read(new SourceText(file, fs.readFileSync(full, 'utf8')), { find }).model;
}

/** 'ok', or what is wrong with the evidence. */
function evidence(model, { verdict, property }) {
  if (verdict.kind === 'violated') {
    const replay = (model.kind === 'petri' ? petriReplayer : threadsReplayer).replay(model, [
      { property, witness: verdict.witness, confirmed: true },
    ]);
    for (;;) {
      const next = replay.next();
      if (next.done) return next.value[0].ok ? 'replayed' : next.value[0].because;
    }
  }
  if (verdict.kind === 'unknown') return '';
  const { certificate } = verdict;
  if (certificate.kind === 'none') return 'no certificate';
  const certifier = [coverBasisCertifier, coverSetCertifier].find((each) => each.certificateKind === certificate.kind);
  const outcome = certifier.certify(model, certificate, [property]);
  return outcome.ok ? 'certified' : outcome.because;
}

function ask(file, method) {
  const start = cpuSeconds();
  const model = read(file);
  const options = { method: [{ text: method }] };
  if (model.targets.length === 0) options.target = [{ text: '6|3' }];
  const run = coverEngine.run({ file, model, options }, { seed: 1, reserve() {}, nextQuestion() {} });
  const stop = { kind: 'time', message: 'time limit' };
  let finding;
  for (let next = run.next(); !next.done; next = run.next(cpuSeconds() - start > limit ? stop : undefined))
    if (next.value.kind === 'finding') finding = next.value.finding;
  const seconds = cpuSeconds() - start;
  return { verdict: finding.verdict.kind, seconds, evidence: evidence(model, finding), by: finding.because[0] ?? '' };
}

if (!fs.existsSync(data)) {
  console.log('no benchmark data');
  process.exit(0);
}
const rows = fs.readFileSync(path.join(data, 'expected.tsv'), 'utf8').trim().split('\n').slice(1);
const says = { violated: 'unsafe', holds: 'safe', unknown: 'unknown' };
for (const method of methods) {
  const total = { solved: 0, wrong: 0, evidenced: 0, seconds: 0, slowest: 0 };
  for (const row of rows) {
    const [file, , expected] = row.split('\t');
    if (!file.includes(filter)) continue;
    const result = ask(file, method);
    const isWrong = expected !== '?' && result.verdict !== 'unknown' && says[result.verdict] !== expected;
    if (isWrong) total.wrong++;
    if (result.verdict !== 'unknown') total.solved++;
    if (/^(replayed|certified)$/.test(result.evidence)) total.evidenced++;
    total.seconds += result.seconds;
    total.slowest = Math.max(total.slowest, result.seconds);
    const line = [method, file, expected, isWrong ? `WRONG ${result.verdict}` : result.verdict];
    console.log([...line, result.seconds.toFixed(3), result.evidence, result.by].join('\t'));
  }
  console.log(`# ${method}: ${JSON.stringify(total)} ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`);
}
