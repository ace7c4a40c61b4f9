// Pairwise benchmark: recursion schemes with known verdicts, sizes of automata, and generated programs of growing size.
//   node bench/pairwise.js [schemes|automata|programs]
// Schemes come from ../shared/benchmarks/schemes when that folder is there. HEDDLE_DIST names another build.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = process.env.HEDDLE_DIST ?? '../dist';
const load = (path) =>
  import(dist.startsWith('/') ? `${dist}/${path}` : new URL(`${dist}/${path}`, import.meta.url).href);

const { SourceText } = await load('base/source-text.js');
const { pairwiseEngine } = await load('engines/pairwise/engine.js');
const { readScheme } = await load('model/schemes/reader.js');
const { emlReader } = await load('frontends/eml/reader.js');
const { noCompanions } = await load('model/model.js');
const { orderOf, sizeOfScheme } = await load('model/schemes/scheme.js');
const { buildTable, sizeOf } = await load('engines/pairwise/automata/print-ata.js');

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

function benchSchemes() {
  const root = fileURLToPath(new URL('../../shared/benchmarks', import.meta.url));
  if (!existsSync(`${root}/schemes`)) return console.log('no schemes found');
  const verdicts = new Map(
    [...readFileSync(`${root}/README.md`, 'utf8').matchAll(/^\| (schemes\/\S+) \| (yes|NO) \|/gm)].map((m) => [
      m[1],
      m[2],
    ]),
  );
  console.log('file | question | order | size | answer | read ms | solve ms | MB');
  let wrong = 0;
  for (const folder of ['horsat', 'horsat2', 'reconstructed'])
    for (const name of readdirSync(`${root}/schemes/${folder}`).sort()) {
      const path = `schemes/${folder}/${name}`;
      const text = readFileSync(`${root}/${path}`, 'utf8');
      const expected = verdicts.get(path) ?? (text.slice(0, 200).includes('unsafe') ? 'NO' : 'yes');
      const read = timed(() => readScheme(new SourceText(name, text)).model);
      const report = (question, { value, milliseconds }) => {
        const answer = value.includes('violated') ? 'NO' : value.includes('unknown') ? '?' : 'yes';
        if (answer !== expected) wrong++;
        const cells = [
          path,
          question,
          orderOf(read.value),
          sizeOfScheme(read.value),
          answer === expected ? answer : `${answer} (WRONG)`,
        ];
        console.log([...cells, read.milliseconds.toFixed(0), milliseconds.toFixed(1), megabytes()].join(' | '));
      };
      report(
        'automaton',
        timed(() => ask(read.value)),
      );
      if (folder !== 'reconstructed') continue;
      const pair =
        (text.includes('l_2') && /S12|T2/.test(text.slice(0, 600))) || name.startsWith('cross') ? 'l_1,l_2' : 'l_1,l_1';
      report(
        `labels ${pair}`,
        timed(() => ask(read.value, { labels: [{ text: pair }] })),
      );
    }
  console.log(`${wrong} wrong`);
}

function benchAutomata() {
  console.log('style | locks | states | transitions | atoms | ms');
  for (const [style, most] of [
    ['paper', 5],
    ['exact', 3],
  ])
    for (let locks = 1; locks <= most; locks++) {
      const { value, milliseconds } = timed(() => buildTable({ locks, labels: 2, pairs: [[1, 2]], style }));
      const { states, transitions, atoms } = sizeOf(value);
      console.log([style, locks, states, transitions, atoms, milliseconds.toFixed(0)].join(' | '));
    }
}

/** Procedures that lock, spawn, join and call each other; one label in each of two of them. */
function generateProgram(statements, locks, seed) {
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const perFunction = 20;
  const functions = Math.max(2, Math.round(statements / perFunction));
  const body = (index) => {
    const parts = [];
    for (let left = perFunction; left > 0; ) {
      const kind = below(8);
      const other = below(functions);
      if (kind < 3) {
        const inner = 1 + below(3);
        // Locks are always taken in ascending order.
        const first = below(locks);
        const second = first + 1 < locks && below(2) ? first + 1 + below(locks - first - 1) : -1;
        const block = Array.from({ length: inner }, () => 'write x;').join(' ');
        parts.push(`synchronized(m${first}) { ${second < 0 ? block : `synchronized(m${second}) { ${block} }`} }`);
        left -= inner + 1;
        continue;
      }
      const statement = kind === 3 ? `spawn f${other}();` : kind === 4 ? 'join;' : 'read x;';
      parts.push(kind === 5 ? `if (*) { f${other}(); }` : statement);
      left -= kind === 5 ? 2 : 1;
    }
    if (index === 0) parts.push('synchronized(m0) { label A; }');
    if (index === 1) parts.push('synchronized(m0) { label B; }');
    return parts.join('\n  ');
  };
  const lines = Array.from({ length: functions }, (_, i) => `f${i} {\n  ${body(i)}\n}`);
  const names = Array.from({ length: locks }, (_, i) => `m${i}`);
  return `lock ${names.join(', ')};\nvar x;\n${lines.join('\n')}\nprocess P { main { spawn f0(); f1(); } }\n`;
}

function benchPrograms() {
  console.log('statements | locks | answer | read ms | solve ms | MB');
  const shapes = [1000, 2000, 5000, 10000, 20000].map((n) => [n, 3]);
  for (const locks of [1, 2, 4, 5, 6, 8, 10]) shapes.push([2000, locks]);
  for (const [statements, locks] of shapes) {
    const text = generateProgram(statements, locks, 7);
    const read = timed(() => emlReader.read(new SourceText('bench.eml', text), noCompanions).model);
    const { value, milliseconds } = timed(() => ask(read.value, { labels: [{ text: 'A,B' }] }));
    console.log(
      [statements, locks, value.join(), read.milliseconds.toFixed(0), milliseconds.toFixed(0), megabytes()].join(' | '),
    );
  }
}

const parts = { schemes: benchSchemes, automata: benchAutomata, programs: benchPrograms };
for (const [name, run] of Object.entries(parts)) {
  if (process.argv[2] && process.argv[2] !== name) continue;
  console.log(`\n## ${name}`);
  run();
}
