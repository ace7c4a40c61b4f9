// Coverability benchmarks: every file with every method, each in a process of its own with a hard limit; CPU seconds beyond
// start-up, peak memory, evidence. Writes the plots of docs/benchmarks/cover.md when nothing was left out. From the checkout:
//   node bench/cover.js [--method portfolio,backward,summaries,forward] [--limit 60] [filter]
//   node bench/cover.js --warm [filter]          all files in one process, three times: milliseconds each
//   node bench/cover.js --large 1,4,20 [filter]  generated inputs with thousands of places
//   node bench/cover.js --peer ../bfc/bfc [--all] [filter]  the default method beside BFC on `.tts` files, in turn
// Needs dist/ (npm run build; HEDDLE_DIST names another build) and the data in ../shared/benchmarks/coverability.

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { largeInputs } from './cover-generator.js';
import { fullPath, measure, sharedFiles } from './cover-models.js';
import { peerTime } from './peer-time.js';
import { cactus, linePlot, scatterPlot } from './plot.js';

const allMethods = ['portfolio', 'backward', 'summaries', 'forward'];
const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : fallback);
const flag = (name) => args.includes(name) && args.splice(args.indexOf(name), 1).length > 0;
const child = option('--child', undefined);
const methods = option('--method', allMethods.join()).split(',');
const limit = Number(option('--limit', '60'));
const sizes = option('--large', undefined);
const peer = option('--peer', undefined);
const everyRow = flag('--all');
const warm = flag('--warm');
const filter = args[0] ?? '';
const says = { violated: 'unsafe', holds: 'safe', unknown: 'unknown', timeout: 'timeout' };

/** In a process of its own: a clean heap, and nothing outlives the limit. */
function measureApart(file, method) {
  const command = [
    '--expose-gc',
    fileURLToPath(import.meta.url),
    '--child',
    file,
    '--method',
    method,
    '--limit',
    limit,
  ];
  const { stdout } = spawnSync(process.execPath, command.map(String), {
    timeout: (3 * limit + 30) * 1000, // The machine may be busy: the child watches its own processor time.
    encoding: 'utf8',
  });
  const line = stdout?.trim().split('\n').at(-1);
  return line ? JSON.parse(line) : { verdict: 'timeout', seconds: limit, megabytes: Number.NaN, evidence: '', by: '' };
}

function isWrong({ verdict }, expected) {
  return expected !== '?' && ['violated', 'holds'].includes(verdict) && ![verdict, says[verdict]].includes(expected);
}

function printRow(method, file, expected, result) {
  const verdict = isWrong(result, expected) ? `WRONG ${result.verdict}` : result.verdict;
  const figures = [result.seconds.toFixed(3), Math.round(result.megabytes)];
  console.log([method, file, expected, verdict, ...figures, result.evidence, result.by].join('\t'));
}

function summary(method, rows) {
  const solved = rows.filter(({ result }) => ['violated', 'holds'].includes(result.verdict));
  const seconds = rows.map(({ result }) => result.seconds);
  const evidenced = solved.filter(({ result }) => /^(replayed|certified)$/.test(result.evidence)).length;
  const wrong = rows.filter(({ result, expected }) => isWrong(result, expected)).length;
  const megabytes = Math.max(...rows.map(({ result }) => result.megabytes || 0));
  const total = seconds.reduce((sum, each) => sum + each, 0).toFixed(1);
  const figures = [
    solved.length,
    wrong,
    evidenced,
    total,
    Math.max(...seconds).toFixed(2),
    `${Math.round(megabytes)} MB`,
  ];
  return `| ${method} | ${limit} s | ${figures.join(' | ')} |`;
}

function measureAll(files, filesName) {
  const results = new Map();
  for (const method of methods) {
    const rows = files.map(({ file, expected }) => {
      const result = measureApart(file, method);
      printRow(method, file, expected, result);
      return { file, expected, result };
    });
    results.set(method, rows);
  }
  console.log(`\n${files.length} ${filesName}\n`);
  console.log('| method | limit | solved | wrong | replayed or certified | seconds in all | slowest | most memory |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [method, rows] of results) console.log(summary(method, rows));
  return results;
}

function writePlots(results) {
  const write = (name, svg) => writeFileSync(new URL(`../docs/benchmarks/${name}.svg`, import.meta.url), svg);
  const against = (figure) =>
    results.get('backward').map(({ result, file }, i) => {
      const other = results.get('summaries')[i].result;
      return [figure(result), figure(other), file.startsWith('mist') ? 'mist' : 'wahl-kroening'];
    });
  const axes = (unit) => ({ x: `backward, ${unit}`, y: `summaries, ${unit}` });
  const seconds = against((result) => Math.max(0.001, result.seconds));
  const megabytes = against((result) => result.megabytes || 1);
  write('cover-time', scatterPlot({ title: 'CPU time per file', ...axes('s'), points: seconds, limit }));
  write('cover-memory', scatterPlot({ title: 'Peak memory per file', ...axes('MB'), points: megabytes }));
  const series = [...results].map(([method, rows]) => {
    const solved = rows.filter(({ result }) => ['violated', 'holds'].includes(result.verdict));
    return cactus(
      method,
      solved.map(({ result }) => Math.max(0.001, result.seconds)),
    );
  });
  const plot = { title: 'Files answered within a time', x: 'files', y: 'CPU seconds', series, logarithmicY: true };
  write('cover-cactus', linePlot(plot));
}

/** Rows that take the longer of the two over half a second, and what is wrong in any; its log says `VERIFICATION …`. */
function measureBeside(files) {
  console.log('| file | answer | seconds | BFC | BFC, seconds | ratio |\n|---|---|---|---|---|---|');
  const counts = { compared: 0, long: 0, ahead: 0, wrong: 0 };
  for (const { file, expected } of files) {
    const target = [`${file}.prop`, file.replace(/tts$/, 'prop')].map(fullPath).find(existsSync);
    const { seconds: theirs, text } = peerTime(peer, [fullPath(file), '--target', target], limit);
    const said = /VERIFICATION (SUCCESSFUL|FAILED)/.exec(text)?.[1];
    const answer = said && { SUCCESSFUL: 'holds', FAILED: 'violated' }[said];
    const ours = measureApart(file, 'portfolio');
    counts.compared++;
    const differs = isWrong(ours, expected) || (answer !== undefined && says[ours.verdict] !== says[answer]);
    if (differs) counts.wrong++;
    const longer = Math.max(ours.seconds, Number.isNaN(theirs) || answer === undefined ? limit : theirs);
    if (longer > 0.5) counts.long++;
    if (longer > 0.5 && (answer === undefined || ours.seconds < theirs)) counts.ahead++;
    if (longer <= 0.5 && !differs && !everyRow) continue;
    const ratio = answer === undefined ? '' : (ours.seconds / theirs).toFixed(2);
    const row = [file, ours.verdict, ours.seconds.toFixed(2), answer ?? 'none', theirs.toFixed(2), ratio];
    console.log(`| ${row.join(' | ')} |`);
  }
  console.log(`\n${counts.compared} files, ${counts.wrong} answered differently; `);
  console.log(`${counts.ahead} of ${counts.long} over half a second take us less time than BFC`);
}

/** The first pass warms the compiler up; the last one counts. */
function measureWarm(files) {
  for (let pass = 1; pass <= 3; pass++) {
    const times = files.map(({ file }) => 1000 * measure(file, methods[0], limit).seconds).sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
    console.log(`| ${methods[0]}, pass ${pass} | ${times.length} | ${at(0.5)} | ${at(0.9)} | ${at(1)} |`);
  }
}

if (child !== undefined) console.log(JSON.stringify(measure(child, methods[0], limit)));
else if (sizes !== undefined) {
  const inputs = sizes
    .split(',')
    .flatMap((size) =>
      largeInputs(Number(size)).map(({ name, expected }) => ({ file: `large:${size}:${name}`, expected })),
    );
  measureAll(
    inputs.filter(({ file }) => file.includes(filter)),
    'generated inputs',
  );
} else {
  const files = sharedFiles().filter(({ file }) => file.includes(filter));
  if (files.length === 0) console.log('no benchmark data');
  else if (peer !== undefined) measureBeside(files.filter(({ file }) => file.endsWith('.tts')));
  else if (warm) {
    console.log('| | files | median ms | 90 % ms | slowest ms |\n|---|---|---|---|---|');
    measureWarm(files);
  } else {
    const results = measureAll(files, 'files');
    if (filter === '' && allMethods.every((method) => results.has(method))) writePlots(results);
  }
}
