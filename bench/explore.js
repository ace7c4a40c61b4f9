// States, transitions, executions, processor seconds and memory of the searches; each measurement in a process of its own.
//   node bench/explore.js [--limit seconds] [--modes stateful,stateless,full] [--models indexer:4,filesystem:13,…]
// HEDDLE_DIST names another build.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fileSystemModel, indexerModel } from './explore-models.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(here, process.env.HEDDLE_DIST ?? '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const generators = { indexer: indexerModel, filesystem: fileSystemModel };

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '60' },
    modes: { type: 'string', default: 'stateful,stateless,full' },
    models: {
      type: 'string',
      default:
        'indexer:2,indexer:3,indexer:11,indexer:12,indexer:15,filesystem:2,filesystem:13,filesystem:14,filesystem:18',
    },
    measure: { type: 'string' },
  },
});

if (values.measure) await measure(values.measure, values.modes);
else {
  console.log('model            mode        states  transitions  executions  seconds  states/s  peak MB  answer');
  for (const model of values.models.split(','))
    for (const mode of values.modes.split(',')) {
      const own = fileURLToPath(import.meta.url);
      const flags = ['--measure', model, '--modes', mode, '--limit', values.limit];
      process.stdout.write(execFileSync(process.execPath, [own, ...flags]));
    }
}

function textOf(model) {
  const [name, threads] = model.split(':');
  return generators[name] ? generators[name](Number(threads)) : readFileSync(model, 'utf8');
}

async function measure(model, mode) {
  const { emlReader } = await load('frontends/eml/reader.js');
  const { exploreEngine } = await load('engines/explore/engine.js');
  const read = await readModel(emlReader, model);
  const options = {
    mode: [{ text: mode }],
    'max-states': [{ text: '100000000' }],
    property: [{ text: 'assertions,errors,deadlocks,races' }],
  };
  const context = { seed: 1, reserve() {}, nextQuestion() {} };
  const start = performance.now();
  const cpu = process.cpuUsage();
  const findings = [];
  const run = exploreEngine.run({ file: model, model: read, options }, context);
  for (let step = run.next(); !step.done; step = run.next(stopAfter(start)))
    if (step.value.kind === 'finding') findings.push(step.value.finding);
  const used = process.cpuUsage(cpu);
  print(model, mode, findings, (used.user + used.system) / 1e6);
}

function stopAfter(start) {
  const late = performance.now() - start > Number(values.limit) * 1000;
  return late ? { scope: 'run', message: 'time limit reached' } : undefined;
}

async function readModel(reader, model) {
  const { SourceText } = await load('base/source-text.js');
  const read = reader.read(new SourceText(model, textOf(model)));
  if (!read.model) throw new Error(JSON.stringify(read));
  return read.model;
}

function print(model, mode, findings, seconds) {
  const { states, transitions, executions = '-' } = findings[0].statistics;
  const kinds = new Set(findings.map((finding) => finding.verdict.kind));
  const answer = kinds.has('violated') ? 'violated' : kinds.has('unknown') ? 'unknown' : 'holds';
  const columns = [
    model.padEnd(16),
    mode.padEnd(9),
    String(states).padStart(8),
    String(transitions).padStart(12),
    String(executions).padStart(11),
    seconds.toFixed(2).padStart(8),
    Math.round(states / seconds)
      .toLocaleString('en')
      .padStart(9),
    (process.resourceUsage().maxRSS / 1024).toFixed(0).padStart(8),
    answer,
  ];
  console.log(columns.join(' '));
}
