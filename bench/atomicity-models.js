// Generates EML models for the atomicity benchmarks: seeded, so every machine measures the same programs.
// The shape follows the paper's four programs: processes that call nested synchronized functions of shared objects,
// units around some of the calls, loops, branches, some recursion.

/** mulberry32 */
export function rngOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (p) => next() < p,
    below: (n) => Math.floor(next() * n),
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)],
  };
}

const names = (stem, count) => Array.from({ length: count }, (_, i) => `${stem}${i}`);

/** shape: { seed, processes, locks, variables, statements, recursion } */
export function generateModel(shape) {
  const rng = rngOf(shape.seed);
  const locks = names('l', shape.locks);
  const variables = names('x', shape.variables);
  const header = `${locks.length > 0 ? `lock ${locks.join(', ')};\n` : ''}var ${variables.join(', ')};\n`;
  const perProcess = Math.ceil(shape.statements / shape.processes);
  const processes = names('P', shape.processes).map((name) => generateProcess(rng, name, locks, variables, perProcess, shape));
  return header + processes.join('\n');
}

function generateProcess(rng, name, locks, variables, statements, shape) {
  const perFunction = 12;
  const count = Math.max(1, Math.floor(statements / perFunction) - 1);
  const functions = names('f', count);
  // Each variable is usually protected by its own lock; now and then not, or by another one.
  const guardOf = (variable) => locks[Number(variable.slice(1)) % Math.max(1, locks.length)];
  const bodies = functions.map((self, index) => {
    const callable = functions.slice(index + 1);
    const lock = locks.length > 0 && rng.chance(0.4) ? `synchronized(${rng.pick(locks)}) ` : '';
    return `  ${lock}${self} {\n${block(self, callable, perFunction, 4, 0)}  }`;
  });
  const calls = functions.filter((_, index) => index < 4 || rng.chance(0.3));
  const main = calls
    .map((f) => (rng.chance(0.6) ? `    unit { ${f}(); }` : rng.chance(0.3) ? `    while (*) { ${f}(); }` : `    ${f}();`))
    .join('\n');
  return `process ${name} {\n${bodies.join('\n')}\n  main {\n${main}\n  }\n}\n`;

  function block(self, callable, budget, indent, depth) {
    let text = '';
    let left = budget;
    while (left > 0) {
      const [statement, cost] = one(self, callable, left, indent, depth);
      text += statement;
      left -= cost;
    }
    return text;
  }

  function one(self, callable, left, indent, depth) {
    const pad = ' '.repeat(indent);
    const roll = rng.below(100);
    const inner = Math.min(left - 1, rng.between(1, 4));
    if (depth < 3 && inner > 0) {
      if (roll < 15 && locks.length > 0)
        return [`${pad}synchronized(${rng.pick(locks)}) {\n${block(self, callable, inner, indent + 2, depth + 1)}${pad}}\n`, inner + 1];
      if (roll < 25) return [`${pad}unit {\n${block(self, callable, inner, indent + 2, depth + 1)}${pad}}\n`, inner + 1];
      if (roll < 32) return [`${pad}if (*) {\n${block(self, callable, inner, indent + 2, depth + 1)}${pad}}\n`, inner + 1];
      if (roll < 37) return [`${pad}while (*) {\n${block(self, callable, inner, indent + 2, depth + 1)}${pad}}\n`, inner + 1];
    }
    if (roll < 47 && callable.length > 0) return [`${pad}${rng.pick(callable)}();\n`, 1];
    if (roll < 49 && shape.recursion) return [`${pad}if (*) ${self}();\n`, 1];
    const variable = rng.pick(variables);
    const access = `${rng.chance(0.5) ? 'read' : 'write'} ${variable};`;
    const guard = guardOf(variable);
    if (guard && rng.chance(0.8)) return [`${pad}synchronized(${guard}) { ${access} }\n`, 1];
    return [`${pad}${access}\n`, 1];
  }
}

/** Four models in the size range of the paper's: 3-6 processes, 1-5 locks, 1-8 variables. */
export const paperLikeShapes = [
  { name: 'small', seed: 11, processes: 3, locks: 1, variables: 1, statements: 90, recursion: false },
  { name: 'medium', seed: 12, processes: 4, locks: 2, variables: 4, statements: 250, recursion: true },
  { name: 'large', seed: 13, processes: 5, locks: 3, variables: 5, statements: 400, recursion: true },
  { name: 'shop', seed: 14, processes: 6, locks: 5, variables: 8, statements: 600, recursion: true },
];

export const industrialShape = { name: 'industrial', seed: 21, processes: 10, locks: 10, variables: 30, statements: 5000, recursion: true };
