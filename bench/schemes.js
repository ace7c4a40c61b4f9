// Acceptance of recursion schemes, each file in a process of its own: CPU milliseconds beyond start-up, reading included,
// of this build, of another one and of HorSat2, in one run. From the checkout:
//   node bench/schemes.js [--old ../other/dist] [--peer ../horsat2/horsat2] [--limit 60] [filter]
// Reads ../shared/benchmarks/schemes where it is (HEDDLE_SCHEMES names another folder) and generates the family exp4.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { doublings } from './pairwise-generator.js';

const here = fileURLToPath(import.meta.url);
const root = path.resolve(path.dirname(here), '..');
const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : fallback);
const child = option('--child', undefined);
const dist = path.resolve(option('--dist', path.join(root, 'dist')));
const old = option('--old', undefined);
const peer = option('--peer', undefined);
const limit = Number(option('--limit', '60'));
const filter = args[0] ?? '';

/** Milliseconds of processor time, and the answer. */
async function measure(file) {
  const load = (name) => import(pathToFileURL(path.join(dist, name)).href);
  (await load('cli/v8-flags.js').catch(() => load('cli/start.js'))).optimiseLater?.();
  const { SourceText } = await load('base/source-text.js');
  const { pairwiseEngine } = await load('engines/pairwise/engine.js');
  const { readScheme } = await load('model/schemes/reader.js');
  const text = readFileSync(file, 'utf8');
  const start = process.cpuUsage();
  const { model } = readScheme(new SourceText(file, text));
  const context = { seed: 0, reserve() {}, nextQuestion() {} };
  let answer = '-';
  for (const event of pairwiseEngine.run({ file, model, options: {} }, context))
    if (event.kind === 'finding') answer = event.finding.verdict.kind;
  const { user, system } = process.cpuUsage(start);
  return { answer, milliseconds: (user + system) / 1000 };
}

function apart(file, build) {
  const run = spawnSync(process.execPath, [here, '--child', file, '--dist', build], {
    encoding: 'utf8',
    timeout: limit * 1000,
  });
  return run.status === 0 ? JSON.parse(run.stdout) : { answer: '?', milliseconds: Number.NaN };
}

/** HorSat2 prints its own clock; `times` of the shell are its user and system time. */
function byPeer(file) {
  const command = 'timeout "$0" "$1" "$2" >/dev/null 2>&1; times';
  const { stdout } = spawnSync('bash', ['-c', command, String(limit), path.resolve(peer), file], { encoding: 'utf8' });
  const spent = [
    ...stdout
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  return spent.reduce((sum, [, minutes, seconds]) => sum + 60_000 * minutes + 1000 * seconds, 0);
}

function filesToMeasure(generated) {
  const folder = path.resolve(root, process.env.HEDDLE_SCHEMES ?? '../shared/benchmarks/schemes');
  const shared = existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith('.hrs'))
        .sort()
        .map((name) => path.join(folder, name))
    : [];
  for (const size of [200, 400, 800]) {
    const file = path.join(generated, `exp4-${size}.hrs`);
    writeFileSync(file, doublings(size));
    shared.push(file);
  }
  return shared.filter((file) => file.includes(filter));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function report() {
  const generated = mkdtempSync(path.join(tmpdir(), 'heddle-schemes-'));
  const columns = ['file', 'answer', ...(old ? ['old ms'] : []), 'ms', ...(peer ? ['HorSat2 ms', 'ratio'] : [])];
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  const rows = filesToMeasure(generated).map((file) => {
    const before = old ? apart(file, path.resolve(old)) : undefined;
    const now = apart(file, dist);
    const other = peer ? byPeer(file) : undefined;
    const cells = [
      path.basename(file),
      before && before.answer !== now.answer ? `${before.answer}, now ${now.answer}` : now.answer,
    ];
    if (before) cells.push(before.milliseconds.toFixed(0));
    cells.push(now.milliseconds.toFixed(0));
    if (other !== undefined) cells.push(other.toFixed(0), (now.milliseconds / Math.max(1, other)).toFixed(1));
    console.log(`| ${cells.join(' | ')} |`);
    return { before: before?.milliseconds, now: now.milliseconds, other };
  });
  const figure = (name, values) =>
    `${name}: median ${median(values).toFixed(0)} ms, in all ${values.reduce((a, b) => a + b, 0).toFixed(0)} ms`;
  console.log(`\n${rows.length} files`);
  if (old)
    console.log(
      figure(
        'old',
        rows.map(({ before }) => before),
      ),
    );
  console.log(
    figure(
      'now',
      rows.map(({ now }) => now),
    ),
  );
  if (peer)
    console.log(
      figure(
        'HorSat2',
        rows.map(({ other }) => other),
      ),
    );
  rmSync(generated, { recursive: true });
}

if (child) console.log(JSON.stringify(await measure(child)));
else report();
