// Acceptance of recursion schemes, each file in a process of its own: CPU milliseconds beyond start-up, reading included,
// of this build, of another one and of HorSat2, in turn, the least of some runs. Start-up is counted in the same way for all:
// it is what the same process takes for a scheme of one rule (`S -> c.`). From the checkout:
//   node bench/schemes.js [--old ../other/dist] [--peer ../horsat2/horsat2] [--limit 60] [--runs 5] [filter]
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
const runs = Number(option('--runs', '5'));
const filter = args[0] ?? '';

const oneRule = '%BEGING S -> c. %ENDG %BEGINR c -> 0. %ENDR %BEGINATA q0 c -> true. %ENDATA\n';

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

/** By `perf`, which counts in microseconds; most of what the peer takes for small files is below the shell's millisecond. */
function byPeer(file) {
  const command = ['stat', '-x,', '-e', 'task-clock', 'timeout', String(limit), path.resolve(peer), file];
  const { stderr } = spawnSync('perf', command, { encoding: 'utf8' });
  return Number(
    stderr
      .split('\n')
      .find((line) => line.includes('task-clock'))
      ?.split(',')[0],
  );
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

/** The least of some runs of each tool, in turn, so that what else the machine does hits all of them. */
function leastOf(file, repeats = runs) {
  const least = {};
  const note = (tool, milliseconds) => {
    least[tool] = Math.min(least[tool] ?? Number.POSITIVE_INFINITY, milliseconds);
  };
  for (let run = 0; run < repeats; run++) {
    const now = apart(file, dist);
    note('now', now.milliseconds);
    least.answer = now.answer;
    if (old) {
      const before = apart(file, path.resolve(old));
      note('old', before.milliseconds);
      if (before.answer !== now.answer) least.answer = `${before.answer}, now ${now.answer}`;
    }
    // What takes seconds is not measured again, and what takes few milliseconds more often.
    for (let more = 0; peer && more < 3 && !(least.HorSat2 > 100 && more + run > 0); more++)
      note('HorSat2', byPeer(file));
  }
  return least;
}

function report() {
  const generated = mkdtempSync(path.join(tmpdir(), 'heddle-schemes-'));
  const trivial = path.join(generated, 'one-rule.hrs');
  writeFileSync(trivial, oneRule);
  const tools = [...(old ? ['old'] : []), 'now', ...(peer ? ['HorSat2'] : [])];
  const startUp = leastOf(trivial, 4 * runs);
  const columns = ['file', 'answer', ...tools.map((tool) => `${tool} ms`), ...(peer ? ['ratio'] : [])];
  console.log(`start-up: ${tools.map((tool) => `${tool} ${startUp[tool].toFixed(1)} ms`).join(', ')}\n`);
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  const rows = filesToMeasure(generated).map((file) => {
    const whole = leastOf(file);
    const beyond = Object.fromEntries(tools.map((tool) => [tool, Math.max(0, whole[tool] - startUp[tool])]));
    const cells = [path.basename(file), whole.answer, ...tools.map((tool) => beyond[tool].toFixed(1))];
    // Below a millisecond the peer's figure is noise.
    if (peer) cells.push(beyond.HorSat2 < 1 ? '-' : (beyond.now / beyond.HorSat2).toFixed(1));
    console.log(`| ${cells.join(' | ')} |`);
    return beyond;
  });
  console.log(`\n${rows.length} files`);
  for (const tool of tools) {
    const all = rows.map((row) => row[tool]);
    console.log(`${tool}: median ${median(all).toFixed(1)} ms, in all ${all.reduce((a, b) => a + b, 0).toFixed(0)} ms`);
  }
  if (peer) {
    const within = (factor, slack) => rows.filter(({ now, HorSat2 }) => now <= factor * HorSat2 + slack).length;
    console.log(
      `at most twice HorSat2: ${within(2, 0)}, or less than 1, 2, 3 ms more: ${[1, 2, 3].map((ms) => within(2, ms))}`,
    );
  }
  rmSync(generated, { recursive: true });
}

if (child) console.log(JSON.stringify(await measure(child)));
else report();
