// Events per second and memory of the race detectors on generated traces; each measurement in a process of its own.
//   node bench/races.js [events…]        default 100000 1000000 10000000
// HEDDLE_DIST names another build. A line per trace length and algorithm; `parse` is reading and checking alone, `command …` is
// all of `heddle races --algorithm …`: start, detection, explanations, replays and the report.

import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateTrace } from './races-generator.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(here, process.env.HEDDLE_DIST ?? '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);

const detectors = ['parse', 'goldilocks', 'goldilocks-basic', 'vector-clock', 'epoch', 'eraser', 'lsa'];
const algorithms = [...detectors, 'command goldilocks', 'command epoch'];

if (process.argv[2] === '--measure') await measure(process.argv[3], process.argv[4]);
else await measureAll(process.argv.slice(2).map(Number));

async function measureAll(lengths) {
  const { Rng } = await load('base/rng.js');
  const folder = mkdtempSync(join(tmpdir(), 'heddle-races-'));
  console.log('events      algorithm          seconds  events/s   peak MB  races');
  for (const events of lengths.length > 0 ? lengths : [1e5, 1e6, 1e7]) {
    const file = join(folder, `${events}.std`);
    if (!existsSync(file)) generateTrace(file, events, new Rng(2006));
    console.log(`${events} events, ${(statSync(file).size / 2 ** 20).toFixed(1)} MB`);
    for (const algorithm of algorithms)
      process.stdout.write(
        execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--measure', algorithm, file]),
      );
  }
  rmSync(folder, { recursive: true });
}

async function measure(algorithm, file) {
  const [word, asked] = algorithm.split(' ');
  if (word === 'command') return measureCommand(algorithm, asked, file);
  const { traceModel } = await load('model/traces/trace-model.js');
  const { TraceWalk } = await load('model/traces/trace-walk.js');
  const { makeDetector } = await load('engines/races/algorithms.js');
  const detector = algorithm === 'parse' ? idle() : makeDetector(algorithm);
  const start = process.cpuUsage();
  const walk = new TraceWalk(traceModel(file, 'std', () => fileSource(file)));
  const run = walk.run(detector);
  let step = run.next();
  while (!step.done) step = run.next();
  const used = process.cpuUsage(start);
  console.log(lineOf(algorithm, walk.events, used, detector.races.length));
}

function lineOf(algorithm, events, { user, system }, races) {
  const seconds = (user + system) / 1e6;
  const peak = process.resourceUsage().maxRSS / 1024;
  const columns = [
    String(events).padEnd(11),
    algorithm.padEnd(18),
    seconds.toFixed(2).padStart(7),
    `${(events / seconds / 1e6).toFixed(2)} M`.padStart(10),
    peak.toFixed(0).padStart(9),
    String(races).padStart(6),
  ];
  return columns.join(' ');
}

/** The whole command, with all of the process; what it prints is counted and thrown away. */
async function measureCommand(algorithm, asked, file) {
  const { start } = await load('cli/start.js');
  const write = process.stdout.write.bind(process.stdout);
  let printed = '';
  process.stdout.write = (text, ...rest) => {
    printed += text;
    rest.find((argument) => typeof argument === 'function')?.();
    return true;
  };
  process.on('exit', () => {
    process.exitCode = 0;
    const { events, races } = JSON.parse(printed).results[0].statistics;
    write(`${lineOf(algorithm, events, process.cpuUsage(), races)}\n`);
  });
  await start(['races', '--algorithm', asked, '--format', 'json', file]);
}

function fileSource(file) {
  const descriptor = openSync(file, 'r');
  return {
    take() {
      const chunk = new Uint8Array(65536);
      const length = readSync(descriptor, chunk, 0, chunk.length, null);
      if (length > 0) return chunk.subarray(0, length);
      closeSync(descriptor);
      return 'end';
    },
    ready: () => Promise.resolve(),
  };
}

/** A visitor that does nothing: what is left is reading, decoding and checking. */
function idle() {
  const nothing = () => {};
  const methods = [
    'read',
    'write',
    'acquire',
    'release',
    'fork',
    'join',
    'volatileRead',
    'volatileWrite',
    'allocate',
    'other',
  ];
  return { races: [], ...Object.fromEntries(methods.map((name) => [name, nothing])) };
}
