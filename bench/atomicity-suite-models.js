// Four models with as many queries as the paper's (000, Table 2: 15, 615, 615, 900): three processes, hence three pairs, and 1,
// 5, 5 and 6 variables, hence 5, 205, 205 and 300 queries per pair. Methods are synchronized on their object and call others of
// the same object while they hold its lock, one to `depth` deep, some of them again and again: what strength reduction is for.

import { rngOf } from './atomicity-models.js';

const names = (stem, count) => Array.from({ length: count }, (_, i) => `${stem}${i}`);

export const suiteShapes = [
  { name: 'hardware', seed: 31, locks: 1, variables: 1, methods: 3, depth: 3, units: 3 },
  { name: 'tester', seed: 33, locks: 2, variables: 5, methods: 6, depth: 5, units: 6 },
  { name: 'program', seed: 35, locks: 3, variables: 5, methods: 6, depth: 6, units: 7 },
  { name: 'shop', seed: 34, locks: 4, variables: 6, methods: 8, depth: 8, units: 8 },
];

export function generateReentrant(shape) {
  const rng = rngOf(shape.seed);
  const locks = names('l', shape.locks);
  const variables = names('x', shape.variables);
  const bodies = names('P', 3).map((name) => generateProcess(rng, name, locks, variables, shape));
  return `lock ${locks.join(', ')};\nvar ${variables.join(', ')};\n${bodies.join('\n')}`;
}

/** Each method of an object is a chain of synchronized methods, the innermost of which does the work. */
function generateProcess(rng, name, locks, variables, { methods, depth, units }) {
  const fieldsOf = (object) => variables.filter((_, i) => i % locks.length === object % locks.length);
  const access = (object) => `${rng.chance(0.55) ? 'read' : 'write'} ${rng.pick(fieldsOf(object))};`;
  const chain = (method) => {
    const object = method % locks.length;
    const levels = rng.between(Math.ceil(depth / 2), depth);
    return names(`m${method}_`, levels).map((own, level, all) => {
      const inner = level + 1 < levels ? `${all[level + 1]}();` : `${access(object)} ${access(object)}`;
      const other = method > 0 && rng.chance(0.06) ? ` m${rng.below(method)}_0();` : '';
      const again = rng.chance(0.04) ? ` if (*) { ${own}(); }` : '';
      const before = rng.chance(0.15) ? `if (*) { ${access(object)} } ` : '';
      const guard = rng.chance(0.06) ? '' : `synchronized(${locks[object]}) `;
      return `  ${guard}${own} { ${before}${inner}${other}${again} }`;
    });
  };
  const functions = Array.from({ length: methods }, (_, method) => chain(method)).flat();
  const unit = () => {
    const [first, second] = [rng.below(methods), rng.below(methods)];
    const lock = locks[first % locks.length];
    if (rng.chance(0.5)) return `    unit { m${first}_0(); }`;
    if (rng.chance(0.75)) return `    unit { synchronized(${lock}) { m${first}_0(); m${second}_0(); } }`;
    return `    unit { m${first}_0(); m${second}_0(); }`;
  };
  const main = Array.from({ length: units }, unit);
  return `process ${name} {\n${functions.join('\n')}\n  main {\n${main.join('\n')}\n  }\n}`;
}

/** One query per pair of processes, pattern and ordered choice of its variables, as in the paper. */
export function suiteQueries(model, patterns) {
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  const all = Array.from({ length: model.variables }, (_, x) => x);
  const choices = (count) =>
    count === 1 ? all.map((x) => [x]) : all.flatMap((x) => all.filter((y) => y !== x).map((y) => [x, y]));
  return pairs.flatMap(([first, second]) =>
    patterns.flatMap((pattern) =>
      choices(pattern.variables).map((chosen) => {
        const choice = [...chosen].sort((a, b) => a - b);
        return { model, first, second, pattern, choice, order: chosen.map((x) => choice.indexOf(x)) };
      }),
    ),
  );
}
