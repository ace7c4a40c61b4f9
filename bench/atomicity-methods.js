// The methods of deciding atomicity against each other: the comparisons of 000 (Tables 2-4, Fig. 6, sections 8 and 11) and
// of 004 (Fig. 5), regenerated on the generated suite. Only the decision is measured, not witnesses or certificates.
// `node bench/atomicity-methods.js [seconds per run] [seconds per method] [runs per model]` prints tables and writes them,
// with the plots, to docs/benchmarks/atomicity-methods.md and atomicity-*.svg. Times are processor time.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  lockFamily,
  paperPatterns,
  phaseFamily,
  questionsOf,
  reentrantFamily,
  sampleRuns,
  singleQuery,
  sizeFamily,
  suite,
} from './atomicity-methods-models.js';
import { linePlot, scatterPlot } from './plot.js';

const dist = process.env['HEDDLE_DIST'] ?? '../dist';
const load = (path) => import(`${dist}/${path}`);
const { querySetOf } = await load('logic/access-patterns/query-set.js');
const { BddMethod } = await load('engines/atomicity/methods/bdd/bdd-method.js');
const { CpdsMethod } = await load('engines/atomicity/methods/cpds/cpds-method.js');
const { KahlonGuptaMethod } = await load('engines/atomicity/methods/kahlon-gupta/kahlon-gupta-method.js');
const { SaturatingMethod } = await load('engines/atomicity/methods/saturating-methods.js');

const secondsPerRun = Number(process.argv[2] ?? 5);
const secondsPerMethod = Number(process.argv[3] ?? 25);
const runsPerModel = Number(process.argv[4] ?? 350);
const folder = process.env['HEDDLE_BENCH_OUT'] ?? fileURLToPath(new URL('../docs/benchmarks/', import.meta.url));

const methods = {
  antichain: () => new SaturatingMethod('antichain'),
  bdd: () => new BddMethod(),
  'bdd-plain': () => new BddMethod({ encoding: 'plain' }),
  explicit: () => new SaturatingMethod('explicit'),
  tupling: () => new SaturatingMethod('tupling'),
  'kahlon-gupta': () => new KahlonGuptaMethod(),
  cpds: () => new CpdsMethod('cpds'),
  'cpds-plain': () => new CpdsMethod('cpds-plain'),
};

const querySets = [1, 2].map((variables) => querySetOf(paperPatterns, variables));
const cpu = () => process.cpuUsage().user / 1e6;
/** Below this a measurement says nothing. */
const resolution = 1e-4;

/** Decides with a fresh method: { seconds, answers } where answers are kinds, 'late' if out of time. */
function decide(makeMethod, flows, first, second, choice, querySet) {
  const method = makeMethod();
  const started = cpu();
  const run = method.decide(flows[first], flows[second], choice, querySet);
  let step = run.next();
  while (!step.done) step = run.next(cpu() - started > secondsPerRun ? { scope: 'run', message: 'limit' } : undefined);
  const seconds = Math.max(cpu() - started, resolution);
  const kinds = step.value ? step.value.flatMap(({ u, v }) => [u.kind, v.kind]) : undefined;
  return { seconds, kinds: kinds ?? querySet.queries.flatMap(() => ['late', 'late']), statistics: method.statistics };
}

const out = [];
const print = (line = '') => {
  console.log(line);
  out.push(line);
};
const table = (head, rows) => {
  print(`| ${head.join(' | ')} |`);
  print(`|${head.map(() => '---').join('|')}|`);
  for (const row of rows) print(`| ${row.join(' | ')} |`);
  print();
};
const plot = (name, svg, caption) => {
  writeFileSync(`${folder}atomicity-${name}.svg`, svg);
  print(`![${caption}](atomicity-${name}.svg)`);
  print();
};
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
const geometric = (numbers) =>
  numbers.length === 0 ? Number.NaN : Math.exp(sum(numbers.map(Math.log)) / numbers.length);
const show = (number, digits = 2) => (Number.isFinite(number) ? number.toFixed(digits) : '-');
const factor = (ratio, digits = 1) => (Number.isFinite(ratio) ? `${show(ratio, digits)}x` : '-');
const isDefinite = (kind) => kind === 'violated' || kind === 'holds';

print('# Benchmarks: methods of deciding atomicity');
print();
print(
  `\`node bench/atomicity-methods.js ${secondsPerRun} ${secondsPerMethod} ${runsPerModel}\` (Node ${process.version}, ${process.platform}; processor time of one process).`,
);
print();
print(
  `The models are those of \`bench/atomicity-models.js\`. A *run* asks one pattern in one order of its variables about two processes, two queries (either may be u), with a fresh method: nothing is shared between runs. ` +
    `A fixed random sample of up to ${runsPerModel} runs per model is measured, at most ${secondsPerRun} s per run and ${secondsPerMethod} s per method; runs that a method did not get to are not counted for it. ` +
    'Only the decision is measured. The default method as users run it shares almost everything between queries: see [atomicity.md](atomicity.md). ' +
    "On a suite with the papers' numbers of queries and deep reentrant calls: [atomicity-suite.md](atomicity-suite.md).",
);
print();

// ---- the suite -------------------------------------------------------------------------------------------------------

const models = suite();
const runs = sampleRuns(models, runsPerModel);
const results = new Map(Object.keys(methods).map((name) => [name, new Map()]));
const warmingUp = runs.filter(({ model }) => model === models[0]);
for (const [name, make] of Object.entries(methods)) {
  // The first runs would measure the compiler.
  for (const { model, first, second, choice, pattern, order } of warmingUp)
    decide(make, model.flows, first, second, choice, singleQuery(pattern, order));
  const started = cpu();
  for (const run of runs) {
    if (cpu() - started > secondsPerMethod) break;
    const querySet = singleQuery(run.pattern, run.order);
    results.get(name).set(run, decide(make, run.model.flows, run.first, run.second, run.choice, querySet));
  }
}

/** Every definite answer must be the same whoever gives it. */
function demandAgreement() {
  for (const [name, own] of results)
    for (const [run, { kinds }] of own)
      kinds.forEach((kind, i) => {
        const expected = results.get('antichain').get(run)?.kinds[i];
        if (isDefinite(kind) && isDefinite(expected) && kind !== expected)
          throw new Error(`${name} says ${kind}, antichain ${expected}: ${run.model.name} ${run.pattern.id}`);
      });
}
demandAgreement();

/** Runs that both methods were measured on. */
function common(one, other) {
  return [...results.get(one)].flatMap(([run, mine]) => {
    const theirs = results.get(other).get(run);
    return theirs ? [{ run, mine, theirs }] : [];
  });
}

print('## Time and answers per method');
print();
table(
  [
    'method',
    'queries',
    'violated',
    'holds',
    'unknown',
    'out of time',
    'seconds',
    'median ms per run',
    'slowest s',
    'antichain faster: total',
    'geometric mean',
  ],
  Object.keys(methods).map((name) => {
    const own = [...results.get(name).values()];
    const kinds = own.flatMap((result) => result.kinds);
    const count = (kind) => kinds.filter((k) => k === kind).length;
    const times = own.map(({ seconds }) => seconds);
    const shared = common(name, 'antichain');
    const total = sum(shared.map(({ mine }) => mine.seconds)) / sum(shared.map(({ theirs }) => theirs.seconds));
    const mean = geometric(shared.map(({ mine, theirs }) => mine.seconds / theirs.seconds));
    return [
      name,
      kinds.length,
      count('violated'),
      count('holds'),
      count('unknown'),
      count('late'),
      show(sum(times)),
      show(median(times) * 1000),
      show(Math.max(...times)),
      factor(total),
      factor(mean),
    ];
  }),
);

print('## Verdicts per model (000, Table 2)');
print();
print('Violated / holds / unknown or out of time, of the queries that the method got to.');
print();
table(
  ['model', ...Object.keys(methods)],
  models.map((model) => [
    model.name,
    ...Object.keys(methods).map((name) => {
      const kinds = [...results.get(name)].flatMap(([run, { kinds }]) => (run.model === model ? kinds : []));
      const count = (test) => kinds.filter(test).length;
      return `${count((k) => k === 'violated')} / ${count((k) => k === 'holds')} / ${count((k) => !isDefinite(k))}`;
    }),
  ]),
);

print('## Decision procedure and semi-decision procedure (000, Table 3 and Fig. 6)');
print();
print('Queries are counted, two to a run; times are those of runs. Answered are the runs of which both queries are.');
print();
for (const method of ['bdd', 'antichain']) {
  const pairs = common('cpds', method);
  const answered = pairs.filter(({ mine }) => mine.kinds.every(isDefinite));
  const rest = pairs.filter(({ mine }) => !mine.kinds.every(isDefinite));
  const seconds = (list, side) => sum(list.map((pair) => pair[side].seconds));
  table(
    ['seconds', `cpds answered (${answered.length * 2} queries)`, `cpds gave up (${rest.length * 2})`, 'all'],
    [
      ['cpds', ...[answered, rest, pairs].map((list) => show(seconds(list, 'mine')))],
      [method, ...[answered, rest, pairs].map((list) => show(seconds(list, 'theirs')))],
      ['speed-up', ...[answered, rest, pairs].map((list) => factor(seconds(list, 'mine') / seconds(list, 'theirs')))],
    ],
  );
  const points = pairs.map(({ mine, theirs }) => [
    mine.seconds,
    theirs.seconds,
    theirs.kinds.includes('violated') ? 'violated' : theirs.kinds.every((k) => k === 'holds') ? 'holds' : 'unknown',
  ]);
  if (points.length > 0)
    plot(
      `${method}-cpds`,
      scatterPlot({
        title: `${method} against cpds`,
        x: 'cpds: seconds',
        y: `${method}: seconds`,
        points,
        limit: secondsPerRun,
      }),
      `${method} against cpds, seconds per run`,
    );
}

print('## Violations by pattern (000, Table 4)');
print();
print(
  'Of all queries about each model, decided by `antichain` with sharing; then how many violations of the sample `cpds` found too.',
);
print();
{
  const started = cpu();
  const rows = models.map((model) => {
    const method = new SaturatingMethod('antichain');
    const counts = new Map(paperPatterns.map(({ id }) => [id, 0]));
    for (const { first, second, choice } of questionsOf(model)) {
      const querySet = querySets[choice.length - 1];
      const run = method.decide(model.flows[first], model.flows[second], choice, querySet);
      let step = run.next();
      while (!step.done) step = run.next();
      querySet.queries.forEach(({ pattern }, i) => {
        for (const role of ['u', 'v'])
          if (step.value[i][role].kind === 'violated') counts.set(pattern.id, counts.get(pattern.id) + 1);
      });
    }
    return [model.name, ...counts.values()];
  });
  const seconds = cpu() - started;
  const found = common('cpds', 'antichain').map(({ run, mine, theirs }) => ({
    id: run.pattern.id,
    all: theirs.kinds.filter((k) => k === 'violated').length,
    own: mine.kinds.filter((k) => k === 'violated').length,
  }));
  const share = paperPatterns.map(({ id }) => {
    const mine = found.filter((entry) => entry.id === id);
    return `${sum(mine.map(({ own }) => own))}/${sum(mine.map(({ all }) => all))}`;
  });
  table(['model', ...paperPatterns.map(({ id }) => id)], [...rows, ['found by cpds', ...share]]);
  print(
    `All ${sum(models.map((model) => sum(questionsOf(model).map(({ choice }) => querySets[choice.length - 1].queries.length * 2))))} queries together took ${show(seconds)} s.`,
  );
  print();
}

print('## Language strength reduction (004, Fig. 5)');
print();
{
  const pairs = common('cpds-plain', 'cpds');
  table(
    [
      'model',
      'queries',
      'plain: seconds',
      'reduced: seconds',
      'speed-up, both answered (geometric mean)',
      'plain: answered',
      'reduced: answered',
    ],
    models.map((model) => {
      const own = pairs.filter(({ run }) => run.model === model);
      const both = own.filter(({ mine, theirs }) => mine.kinds.every(isDefinite) && theirs.kinds.every(isDefinite));
      const answered = (side) => own.flatMap((pair) => pair[side].kinds).filter(isDefinite).length;
      return [
        model.name,
        own.length * 2,
        show(sum(own.map(({ mine }) => mine.seconds))),
        show(sum(own.map(({ theirs }) => theirs.seconds))),
        factor(geometric(both.map(({ mine, theirs }) => mine.seconds / theirs.seconds)), 2),
        answered('mine'),
        answered('theirs'),
      ];
    }),
  );
  const points = pairs.map(({ mine, theirs, run }) => [mine.seconds, theirs.seconds, run.model.name]);
  if (points.length > 0)
    plot(
      'strength-reduction',
      scatterPlot({
        title: 'cpds with and without strength reduction',
        x: 'without: seconds',
        y: 'with: seconds',
        points,
        limit: secondsPerRun,
      }),
      'cpds with and without strength reduction, seconds per run',
    );
}

function versus(title, one, other, name, what) {
  print(title);
  print();
  const pairs = common(one, other);
  const statistic = (side, key) => sum(pairs.map((pair) => pair[side].statistics[key] ?? 0));
  const unanswered = (side) => pairs.flatMap((pair) => pair[side].kinds).filter((kind) => !isDefinite(kind)).length;
  table(
    ['', one, other],
    [
      ['queries', pairs.length * 2, pairs.length * 2],
      [
        'seconds',
        show(sum(pairs.map(({ mine }) => mine.seconds))),
        show(sum(pairs.map(({ theirs }) => theirs.seconds))),
      ],
      ['unanswered', unanswered('mine'), unanswered('theirs')],
      ...what.map(([label, mine, theirs]) => [
        label,
        mine ? statistic('mine', mine) : '-',
        theirs ? statistic('theirs', theirs) : '-',
      ]),
      [
        'ratio of times (geometric mean)',
        factor(geometric(pairs.map(({ mine, theirs }) => mine.seconds / theirs.seconds)), 2),
        '1',
      ],
    ],
  );
  const points = pairs.map(({ mine, theirs, run }) => [mine.seconds, theirs.seconds, run.model.name]);
  if (points.length > 0)
    plot(
      name,
      scatterPlot({
        title: `${other} against ${one}`,
        x: `${one}: seconds`,
        y: `${other}: seconds`,
        points,
        limit: secondsPerRun,
      }),
      `${other} against ${one}, seconds per run`,
    );
}

versus('## Tupling and splitting (000, section 11)', 'kahlon-gupta', 'tupling', 'splitting', [
  ['post* queries / saturations', 'queries', 'saturations'],
  ['pairs of sets / tuples', 'pairs', 'facts'],
]);
print('`tupling` is the explicit procedure on the same slices with late guesses: all tuples, no order.');
print();
versus('## Multi-arity weights and the plain relational encoding (000, section 8)', 'bdd-plain', 'bdd', 'encoding', [
  ['nodes in use, summed over runs', 'nodes', 'nodes'],
  ['transitions', 'transitions', 'transitions'],
]);

// ---- scaling ---------------------------------------------------------------------------------------------------------

/** Seconds per method for growing inputs; a method that runs out of time or gives up is not asked again. */
function scaling(title, name, x, values, names, inputOf) {
  print(title);
  print();
  const open = new Set(names);
  const rows = values.map((value) => {
    const inputs = inputOf(value);
    return [
      value,
      ...names.map((method) => {
        if (!open.has(method)) return undefined;
        const measured = inputs.map(({ model, choice, querySet }) =>
          decide(methods[method], model.flows, 0, 1, choice, querySet),
        );
        const seconds = sum(measured.map((result) => result.seconds));
        if (measured.every(({ kinds }) => kinds.every(isDefinite))) return seconds;
        open.delete(method);
        return undefined;
      }),
    ];
  });
  table(
    [x, ...names.map((method) => `${method}: ms`)],
    rows.map(([value, ...cells]) => [
      value,
      ...cells.map((seconds) => (seconds === undefined ? '-' : show(seconds * 1000, 1))),
    ]),
  );
  const series = names.map((method, i) => ({
    name: method,
    points: rows.flatMap((row) => (row[i + 1] === undefined ? [] : [[row[0], row[i + 1]]])),
  }));
  plot(
    name,
    linePlot({
      title: `Scaling in ${x}`,
      x,
      y: 'seconds',
      series: series.filter(({ points }) => points.length > 0),
      logarithmicY: true,
    }),
    `seconds by ${x}`,
  );
}

const allMethods = ['antichain', 'bdd', 'explicit', 'tupling', 'kahlon-gupta', 'cpds'];
const patternOf = (id) => paperPatterns.find((pattern) => pattern.id === id);
print('## Scaling');
print();
print('A dash: out of time, or unknown, here or for a smaller input.');
print();
scaling('### Locks', 'locks', 'locks', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], allMethods, (n) => {
  const model = lockFamily(n);
  return ['8', '12'].map((id) => ({ model, choice: [0, 1], querySet: singleQuery(patternOf(id), [0, 1]) }));
});
scaling('### Phases', 'phases', 'phases', [2, 3, 4, 5, 6, 7, 8], [...allMethods, 'bdd-plain'], (n) => {
  const { model, pattern } = phaseFamily(n);
  return [{ model, choice: [0], querySet: singleQuery(pattern, [0]) }];
});
scaling('### Program size', 'size', 'statements', [50, 100, 200, 400, 800, 1600], allMethods, (n) => {
  const model = sizeFamily(n);
  return ['5', '12'].map((id) => {
    const pattern = patternOf(id);
    return {
      model,
      choice: pattern.variables === 1 ? [0] : [0, 1],
      querySet: singleQuery(pattern, pattern.variables === 1 ? [0] : [0, 1]),
    };
  });
});

scaling(
  '### Levels of a reentrant lock (004)',
  'levels',
  'levels',
  [1, 2, 3, 4, 5, 6, 7, 8],
  ['cpds', 'cpds-plain', 'antichain', 'bdd'],
  (n) => [{ model: reentrantFamily(n), choice: [0], querySet: singleQuery(patternOf('1'), [0]) }],
);

writeFileSync(`${folder}atomicity-methods.md`, `${out.join('\n').trimEnd()}\n`);
