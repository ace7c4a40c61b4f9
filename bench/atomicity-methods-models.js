// What bench/atomicity-methods.js measures on: a sample of all queries about the generated suite, and four families of
// programs that grow in one respect: locks, phases, statements, levels of a lock.

import { generateModel, paperLikeShapes, rngOf } from './atomicity-models.js';

const dist = process.env['HEDDLE_DIST'] ?? '../dist';
const load = (path) => import(`${dist}/${path}`);
const { SourceText } = await load('base/source-text.js');
const { noCompanions } = await load('model/model.js');
const { emlReader } = await load('frontends/eml/reader.js');
const { flowProcess } = await load('engines/atomicity/flow/flow.js');
const { paperPatterns } = await load('logic/access-patterns/conflict-cycles.js');
/** One pattern, one order of its variables: two queries, since either process may be u. */
export const { singleQuery } = await load('engines/atomicity/methods/single-query.js');

export { paperPatterns };

export function readModel(name, text) {
  const outcome = emlReader.read(new SourceText(`${name}.eml`, text), noCompanions);
  if (!outcome.model) throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'));
  const flows = outcome.model.processes.map(({ entry }) => flowProcess(outcome.model, entry));
  return { name, flows, variables: outcome.model.variables.length };
}

export const suite = () => paperLikeShapes.map((shape) => readModel(shape.name, generateModel(shape)));

/** Every question of a model: two processes, one or two variables. */
export function questionsOf({ flows, variables }) {
  const pairs = flows.flatMap((_, a) => flows.slice(a + 1).map((_, i) => [a, a + 1 + i]));
  const all = Array.from({ length: variables }, (_, x) => x);
  const choices = [...all.map((x) => [x]), ...all.flatMap((x) => all.filter((y) => y > x).map((y) => [x, y]))];
  return pairs.flatMap(([first, second]) => choices.map((choice) => ({ first, second, choice })));
}

/** Every query of a model, two at a time: a question with one pattern in one order of its variables. */
export function runsOf(model) {
  return questionsOf(model).flatMap(({ first, second, choice }) =>
    paperPatterns
      .filter((pattern) => pattern.variables === choice.length)
      .flatMap((pattern) =>
        (choice.length === 1
          ? [[0]]
          : [
              [0, 1],
              [1, 0],
            ]
        ).map((order) => ({ model, first, second, choice, pattern, order })),
      ),
  );
}

/** A fixed sample of at most `size` runs per model, in a fixed random order. */
export function sampleRuns(models, size) {
  const rng = rngOf(7);
  const shuffled = (items) => {
    const rest = [...items];
    return Array.from({ length: rest.length }, () => rest.splice(rng.below(rest.length), 1)[0]);
  };
  return shuffled(models.flatMap((model) => shuffled(runsOf(model)).slice(0, size)));
}

/** Two processes that take n locks in opposite orders, with accesses at every level. */
export function lockFamily(n) {
  const locks = Array.from({ length: n }, (_, i) => `l${i}`);
  const nest = (order) =>
    order.reduceRight(
      (inner, lock) => `synchronized(${lock}) { read x; ${inner} write y; } synchronized(${lock}) { write x; }`,
      'write x; write y;',
    );
  const process = (name, order) => `process ${name} { main { unit { ${nest(order)} } } }`;
  const text = `lock ${locks.join(', ')}; var x, y;\n${process('P', locks)}\n${process('Q', [...locks].reverse())}`;
  return readModel(`locks${n}`, text);
}

/** Functions synchronized on one lock that call each other `depth` deep before they access anything. */
export function reentrantFamily(depth) {
  const levels = Array.from({ length: depth }, (_, i) => i);
  const functions = levels.map(
    (i) => `synchronized(l) f${i} { ${i + 1 < depth ? `f${i + 1}();` : 'read x; write x;'} }`,
  );
  const process = (name) => `process ${name} { ${functions.join(' ')} main { unit { f0(); f0(); } } }`;
  return readModel(`depth${depth}`, `lock l; var x;\n${process('P')}\n${process('Q')}`);
}

/** Processes that write under changing locks for ever; the pattern alternates between them n times. */
export function phaseFamily(n) {
  const body = 'while (*) { synchronized(a) { write x; synchronized(b) { write x; } } synchronized(b) { write x; } }';
  const process = (name) => `process ${name} { main { unit { ${body} } } }`;
  const events = Array.from({ length: n }, (_, i) => ({ role: i % 2 === 0 ? 'u' : 'v', kind: 'W', variable: 0 }));
  const model = readModel(`phases${n}`, `lock a, b; var x;\n${process('P')}\n${process('Q')}`);
  return { model, pattern: { id: `alternating ${n}`, variables: 1, events } };
}

export function sizeFamily(statements) {
  const shape = { seed: 5, processes: 2, locks: 2, variables: 2, statements, recursion: true };
  return readModel(`size${statements}`, generateModel(shape));
}
