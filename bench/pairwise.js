// Pairwise benchmark: recursion schemes with known verdicts, sizes of automata, and generated programs of growing size.
//   node bench/pairwise.js [schemes|automata|programs|races]
// Prints tables as Markdown and writes the plots of docs/benchmarks/pairwise.md. Schemes come from
// ../shared/benchmarks/schemes when that folder is there. HEDDLE_DIST names another build.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateProgram } from './pairwise-generator.js';
import { linePlot } from './plot.js';

const dist = process.env.HEDDLE_DIST ?? '../dist';
const load = (path) =>
  import(dist.startsWith('/') ? `${dist}/${path}` : new URL(`${dist}/${path}`, import.meta.url).href);

const { SourceText } = await load('base/source-text.js');
const { pairwiseEngine } = await load('engines/pairwise/engine.js');
const { readScheme } = await load('model/schemes/reader.js');
const { emlReader } = await load('frontends/eml/reader.js');
const { noCompanions } = await load('model/model.js');
const { orderOf } = await load('model/schemes/scheme.js');
const { tabulateRequest, sizeOf } = await load('engines/pairwise/automata/print-ata.js');

const context = { seed: 0, reserve: () => {}, nextQuestion: () => {} };

function ask(model, options = {}) {
  const verdicts = [];
  for (const event of pairwiseEngine.run({ file: 'bench', model, options }, context))
    if (event.kind === 'finding') verdicts.push(event.finding.verdict.kind);
  return verdicts;
}

/** CPU time: the machine may be busy with other things. */
function timed(run) {
  const start = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(start);
  return { value, milliseconds: (user + system) / 1000 };
}

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

function printRow(cells) {
  console.log(`| ${cells.join(' | ')} |`);
}

function printHead(names) {
  printRow(names);
  console.log(`|${'---|'.repeat(names.length)}`);
}

function writePlot(name, plot) {
  writeFileSync(new URL(`../docs/benchmarks/${name}.svg`, import.meta.url), linePlot(plot));
}

function benchSchemes() {
  const root = fileURLToPath(new URL('../../shared/benchmarks', import.meta.url));
  if (!existsSync(`${root}/schemes`)) return console.log('no schemes found');
  const known = new Map(
    [...readFileSync(`${root}/README.md`, 'utf8').matchAll(/^\| (schemes\/\S+) \| (yes|NO) \|/gm)].map((m) => [
      m[1],
      m[2],
    ]),
  );
  printHead(['file', 'question', 'order', 'size', 'answer', 'read ms', 'solve ms', 'MB']);
  const total = { questions: 0, wrong: 0, slowest: 0 };
  for (const folder of ['horsat', 'horsat2', 'reconstructed'])
    for (const name of readdirSync(`${root}/schemes/${folder}`).sort()) {
      const path = `schemes/${folder}/${name}`;
      const text = readFileSync(`${root}/${path}`, 'utf8');
      const expected = known.get(path) ?? (text.slice(0, 200).includes('unsafe') ? 'NO' : 'yes');
      const read = timed(() => readScheme(new SourceText(name, text)).model);
      for (const [question, options] of questionsAbout(folder, name, text))
        reportScheme(
          { path, question, expected, read, total },
          timed(() => ask(read.value, options)),
        );
    }
  const { questions, wrong, slowest } = total;
  console.log(`\n${questions} questions, ${wrong} wrong, slowest ${slowest.toFixed(0)} ms (reading included)`);
}

/** Its own automaton; for the reconstructed ones also the labels that the automaton speaks about. */
function questionsAbout(folder, name, text) {
  if (folder !== 'reconstructed') return [['automaton', {}]];
  const hasTwo = text.includes('l_2') && /S12|T2/.test(text.slice(0, 600));
  const pair = hasTwo || name.startsWith('cross') ? 'l_1,l_2' : 'l_1,l_1';
  return [
    ['automaton', {}],
    [`labels ${pair}`, { labels: [{ text: pair }] }],
  ];
}

/** Rules and symbols in their bodies. */
function sizeOfScheme({ rules }) {
  const sizeOfTerm = ({ args }) => args.reduce((sum, arg) => sum + sizeOfTerm(arg), 1);
  return rules.reduce((sum, { body }) => sum + 1 + sizeOfTerm(body), 0);
}

function reportScheme({ path, question, expected, read, total }, { value, milliseconds }) {
  const answer = value.includes('violated') ? 'NO' : value.includes('unknown') ? '?' : 'yes';
  total.questions++;
  if (answer !== expected) total.wrong++;
  total.slowest = Math.max(total.slowest, read.milliseconds + milliseconds);
  const shown = answer === expected ? answer : `${answer} (WRONG)`;
  const times = [read.milliseconds.toFixed(0), milliseconds.toFixed(1), megabytes()];
  printRow([path, question, orderOf(read.value), sizeOfScheme(read.value), shown, ...times]);
}

function benchAutomata() {
  printHead(['style', 'locks', 'states', 'transitions', 'atoms', 'ms']);
  for (const [style, most] of [
    ['paper', 10],
    ['exact', 3],
  ])
    for (let locks = 1; locks <= most; locks++) {
      const { value, milliseconds } = timed(() => tabulateAll({ locks, labels: 2, pairs: [[1, 2]], style }));
      const { states, transitions, atoms } = sizeOf(value);
      printRow([style, locks, states, transitions, atoms, milliseconds.toFixed(0)]);
    }
}

function tabulateAll(request) {
  const steps = tabulateRequest(request);
  for (let next = steps.next(); ; next = steps.next()) if (next.done) return next.value;
}

function solveProgram(shape, options) {
  const text = generateProgram(shape);
  const read = timed(() => emlReader.read(new SourceText('bench.eml', text), noCompanions).model);
  const solved = timed(() => ask(read.value, options));
  return { verdicts: solved.value, reading: read.milliseconds, solving: solved.milliseconds };
}

const labelPair = { labels: [{ text: 'A,B' }] };

function benchPrograms() {
  solveProgram({ statements: 1000, locks: 3 }, labelPair); // warm
  printHead(['statements', 'locks', 'answer', 'read ms', 'solve ms', 'MB']);
  const row = (statements, locks) => {
    const { verdicts, reading, solving } = solveProgram({ statements, locks }, labelPair);
    printRow([statements, locks, verdicts.join(), reading.toFixed(0), solving.toFixed(0), megabytes()]);
    return solving;
  };
  const bySize = [1000, 2000, 5000, 10_000, 20_000].map((statements) => [statements, row(statements, 3)]);
  const byLocks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((locks) => [locks, row(2000, locks)]);
  writePlot('pairwise-size', {
    title: 'Two labels, 3 locks: growth with the program',
    x: 'statements',
    y: 'CPU ms',
    series: [{ name: 'effects', points: bySize }],
  });
  writePlot('pairwise-locks', {
    title: 'Two labels, 2,000 statements: growth with the locks',
    x: 'locks',
    y: 'CPU ms',
    series: [{ name: 'effects', points: byLocks }],
  });
}

/** Every conflicting pair of accesses: one question per variable, what no variable takes part in is computed once. */
function benchRaces() {
  printHead(['statements', 'locks', 'variables', 'guarded', 'violated', 'hold', 'solve ms', 'ms per variable', 'MB']);
  const row = (shape) => {
    const { verdicts, solving } = solveProgram(shape, { property: [{ text: 'races' }] });
    const count = (kind) => verdicts.filter((verdict) => verdict === kind).length;
    const { statements, locks, variables, guarded } = shape;
    const each = (solving / variables).toFixed(0);
    const answers = [guarded ? 'yes' : 'no', count('violated'), count('holds')];
    printRow([statements, locks, variables, ...answers, solving.toFixed(0), each, megabytes()]);
    return solving;
  };
  const series = [false, true].map((guarded) => ({
    name: guarded ? 'every variable under its lock' : 'no discipline',
    points: [1, 2, 5, 10].map((variables) => [variables, row({ statements: 5000, locks: 10, variables, guarded })]),
  }));
  row({ statements: 5000, locks: 3, variables: 10, guarded: false });
  row({ statements: 5000, locks: 3, variables: 3, guarded: true });
  writePlot('pairwise-races', {
    title: 'All races, 5,000 statements, 10 locks',
    x: 'variables',
    y: 'CPU ms',
    series,
  });
}

const parts = { schemes: benchSchemes, automata: benchAutomata, programs: benchPrograms, races: benchRaces };
for (const [name, run] of Object.entries(parts)) {
  if (process.argv[2] && process.argv[2] !== name) continue;
  console.log(`\n## ${name}\n`);
  run();
}
