// What the `cover` benchmark measures: reading an input (a file of the shared data, or one of the generated large ones), asking
// the engine, checking the evidence. One call of `measure` is one row.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { largeInputs } from './cover-generator.js';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.resolve(root, process.env.HEDDLE_DIST ?? 'dist');
const load = (file) => import(pathToFileURL(path.join(dist, file)).href);

const { SourceText } = await load('base/source-text.js');
const { ttsReader } = await load('model/threads/parse-diagram.js');
const { specReader } = await load('model/petri/parse-spec.js');
const { coverEngine } = await load('engines/cover/engine.js');
const { threadsReplayer } = await load('evidence/cover/threads-replayer.js');
const { petriReplayer } = await load('evidence/cover/petri-replayer.js');
const { basisCertifier, coverabilitySetCertifier } = await load('evidence/cover/cover-certifiers.js');
const { unlimitedWork } = await load('evidence/certifier.js');

const data = path.resolve(root, process.env.HEDDLE_COVER_DATA ?? '../shared/benchmarks/coverability');

/** The files of the data with their expected verdicts, where a table says them; none where the data is not there. */
export function sharedFiles() {
  const table = path.join(data, 'expected.tsv');
  if (!fs.existsSync(data)) return [];
  if (!fs.existsSync(table))
    return fs
      .readdirSync(data, { recursive: true })
      .filter((file) => /\.(tts|spec|ttd)$/.test(file))
      .sort()
      .map((file) => ({ file, expected: '?' }));
  const rows = fs.readFileSync(table, 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => row.split('\t')).map(([file, , expected]) => ({ file, expected }));
}

export const fullPath = (file) => path.join(data, file);

/** `large:<size>:<name>` is a generated input. */
function sourceOf(file) {
  const [, size, name] = /^large:(\d+):(.+)$/.exec(file) ?? [];
  if (name !== undefined) {
    const { text, target } = largeInputs(Number(size)).find((input) => input.name === name);
    return { text, target, find: () => undefined };
  }
  const full = fullPath(file);
  const find = (extension) => {
    const names = [full + extension, full.replace(/\.[^.]*$/, extension)];
    const found = names.find((each) => fs.existsSync(each));
    return found && new SourceText(found, fs.readFileSync(found, 'utf8'));
  };
  // The paper's example has no `.prop` file.
  const target = file.startsWith('toy/') ? '6|3' : undefined;
  return { text: fs.readFileSync(full, 'utf8'), target, find };
}

const cpuSeconds = () => process.cpuUsage().user / 1e6;

/** CPU seconds of reading and answering, certificate included; checking the evidence is not counted. */
export function measure(file, method, limit) {
  const { text, target, find } = sourceOf(file);
  const start = cpuSeconds();
  const reader = file.endsWith('.spec') ? specReader : ttsReader;
  const { model } = reader.read(new SourceText(file, text), { find });
  const options = { method: [{ text: method }], ...(target === undefined ? {} : { target: [{ text: target }] }) };
  const run = coverEngine.run({ file, model, options }, { seed: 1, reserve() {}, nextQuestion() {} });
  const stop = { scope: 'run', message: 'time limit' };
  let finding;
  for (let next = run.next(); !next.done; next = run.next(cpuSeconds() - start > limit ? stop : undefined))
    if (next.value.kind === 'finding') finding = next.value.finding;
  const seconds = cpuSeconds() - start;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const verdict = finding.verdict.kind;
  return { verdict, seconds, megabytes, evidence: evidence(model, finding), by: finding.because[0] ?? '' };
}

/** `replayed`, `certified`, or what is wrong with the evidence. */
function evidence(model, { verdict, property }) {
  if (verdict.kind === 'unknown') return '';
  if (verdict.kind === 'violated') {
    const replayer = model.kind === 'petri' ? petriReplayer : threadsReplayer;
    const replay = replayer.replay(model, [{ property, witness: verdict.witness, confirmed: true }]);
    for (;;) {
      const next = replay.next();
      if (next.done) return next.value[0].ok ? 'replayed' : next.value[0].because;
    }
  }
  const { certificate } = verdict;
  if (certificate.kind === 'none') return 'no certificate';
  const certifier = [basisCertifier, coverabilitySetCertifier].find(
    (each) => each.certificateKind === certificate.kind,
  );
  const outcome = certifier.certify(model, property, verdict.scope, certificate, unlimitedWork());
  return outcome.kind === 'accepted' ? 'certified' : outcome.because;
}
