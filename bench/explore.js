// States, transitions, executions, processor seconds and memory of the searches, by model and thread count; each measurement
// in a process of its own. SPIN on the same Indexer, where it is installed. Draws docs/benchmarks/explore-indexer.svg.
//   node bench/explore.js [--limit seconds] [--modes stateful,lockset,optimal,full,spin] [--models indexer:4,filesystem:13,a.eml,…]
// HEDDLE_DIST names another build.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fileSystemModel, indexerModel, indexerPromela, petersonModel, petersonPromela } from './explore-models.js';
import { linePlot } from './plot.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(here, process.env.HEDDLE_DIST ?? '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const generators = { indexer: indexerModel, filesystem: fileSystemModel, peterson: petersonModel };
const promela = { indexer: indexerPromela, peterson: petersonPromela };

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '10' },
    modes: { type: 'string', default: 'stateful,lockset,optimal,full,spin' },
    models: { type: 'string' },
    measure: { type: 'string' },
  },
});
const limit = Number(values.limit);

if (values.measure) console.log(JSON.stringify(await measure(values.measure, values.modes)));
else compare(values.models?.split(',') ?? defaultModels(), values.modes.split(','));

function defaultModels() {
  const scaling = (name, counts) => counts.map((threads) => `${name}:${threads}`);
  const folder = join(here, '../examples/explore');
  const examples = readdirSync(folder).map((name) => join(folder, name, `${name}.eml`));
  return [
    ...scaling('indexer', [2, 3, 4, 8, 11, 12, 13, 14, 15, 16, 20, 24]),
    ...scaling('filesystem', [2, 3, 13, 14, 18, 22, 26]),
    ...examples.filter((path) => !generators[basename(path, '.eml').replace('-', '')]),
  ];
}

function compare(models, modes) {
  console.log(
    'model                   mode        states  transitions  executions  seconds  trans./s  peak MB  answer',
  );
  const rows = [];
  for (const model of models)
    for (const mode of modes) {
      const row = mode === 'spin' ? spin(model) : inOwnProcess(model, mode);
      if (!row) continue;
      rows.push({ model, mode, ...row });
      console.log(line(rows.at(-1)));
    }
  draw(rows);
}

function inOwnProcess(model, mode) {
  const own = fileURLToPath(import.meta.url);
  const flags = ['--measure', model, '--modes', mode, '--limit', values.limit];
  return JSON.parse(execFileSync(process.execPath, [own, ...flags], { encoding: 'utf8' }));
}

async function measure(model, mode) {
  const { exploreEngine } = await load('engines/explore/engine.js');
  const task = { file: model, model: await readModel(model), options: options(mode) };
  const context = { seed: 1, reserve() {}, nextQuestion() {} };
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const findings = [];
  const run = exploreEngine.run(task, context);
  for (let step = run.next(); !step.done; step = run.next(stopAfter(start)))
    if (step.value.kind === 'finding') findings.push(step.value.finding);
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { ...findings[0].statistics, seconds: (user + system) / 1e6, megabytes, answer: answerOf(findings) };
}

function options(mode) {
  const property = 'assertions,errors,deadlocks,races';
  return { mode: [{ text: mode }], property: [{ text: property }], 'max-states': [{ text: '1000000000' }] };
}

function stopAfter(start) {
  const late = performance.now() - start > limit * 1000;
  return late ? { scope: 'run', message: 'time limit reached' } : undefined;
}

async function readModel(model) {
  const { emlReader } = await load('frontends/eml/reader.js');
  const { SourceText } = await load('base/source-text.js');
  const [name, threads] = model.split(':');
  const text = generators[name] ? generators[name](Number(threads)) : readFileSync(model, 'utf8');
  const read = emlReader.read(new SourceText(model, text));
  if (!read.model) throw new Error(JSON.stringify(read));
  return read.model;
}

function answerOf(findings) {
  const kinds = new Set(findings.map((finding) => finding.verdict.kind));
  return kinds.has('unknown') ? '> limit' : kinds.has('violated') ? 'violated' : 'holds';
}

/** SPIN with its partial-order reduction; Indexer and Peterson are written in its language. */
function spin(model) {
  const [name, threads] = model.split(':');
  if (!promela[name] || (name === 'indexer' && Number(threads) > 6)) return undefined;
  if (spawnSync('spin', ['-V']).error) return { answer: 'not installed' };
  const folder = mkdtempSync(join(tmpdir(), 'spin-'));
  try {
    writeFileSync(join(folder, 'model.pml'), promela[name](Number(threads)));
    const run = (command, words) =>
      spawnSync(command, words, { cwd: folder, encoding: 'utf8', timeout: limit * 1000 + 60_000 });
    run('spin', ['-a', 'model.pml']);
    run('gcc', ['-O2', '-DSAFETY', '-DMEMLIM=4000', '-o', 'pan', 'pan.c']);
    return spinRow(run('./pan', ['-m100000', `-Q${Math.ceil(limit / 60)}`]).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function spinRow(text) {
  const figure = (pattern) => Number(pattern.exec(text)?.[1] ?? 0);
  const complete = /errors: 0/.test(text) && !/Search not completed|Interrupted|time limit/i.test(text);
  return {
    states: figure(/([\d.e+]+) states, stored/),
    transitions: figure(/([\d.e+]+) transitions/),
    seconds: figure(/elapsed time ([\d.]+)/),
    megabytes: figure(/([\d.]+)\s+total actual memory usage/),
    answer: complete ? 'holds' : '> limit',
  };
}

function line({ model, mode, states = '-', transitions = '-', executions = '-', seconds, megabytes, answer }) {
  const rate = seconds > 0 ? Math.round(transitions / seconds).toLocaleString('en') : '-';
  return [
    basename(model, '.eml').padEnd(23),
    mode.padEnd(9),
    String(states).padStart(8),
    String(transitions).padStart(12),
    String(executions).padStart(11),
    (seconds?.toFixed(2) ?? '-').padStart(8),
    rate.padStart(9),
    (megabytes?.toFixed(0) ?? '-').padStart(8),
    ` ${answer}`,
  ].join(' ');
}

/** Transitions of Indexer by thread count, for the searches that came to their end. */
function draw(rows) {
  const finished = rows.filter(({ model, answer }) => model.startsWith('indexer:') && /holds|violated/.test(answer));
  const modes = [...new Set(finished.map(({ mode }) => mode))];
  const points = (mode) =>
    finished
      .filter((row) => row.mode === mode)
      .map(({ model, transitions }) => [Number(model.split(':')[1]), transitions]);
  const series = modes.map((mode) => ({ name: mode, points: points(mode) })).filter((one) => one.points.length > 1);
  if (series.length === 0) return;
  const words = { title: 'Indexer: transitions until every interleaving is covered', x: 'threads', y: 'transitions' };
  writeFileSync(
    join(here, '../docs/benchmarks/explore-indexer.svg'),
    linePlot({ ...words, series, logarithmicY: true }),
  );
}
