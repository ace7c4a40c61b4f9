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

/**
 * Objects with a lock and a few fields; methods, nearly all synchronized on their object, that access the fields and call
 * methods of objects further down; processes whose units call methods. Here and there a method forgets its lock, a unit
 * makes two calls without holding the lock in between, or a method calls back up.
 * shape: { seed, processes, locks, variables, statements, recursion }
 */
export function generateModel(shape) {
  const rng = rngOf(shape.seed);
  const locks = names('l', shape.locks);
  const variables = names('x', shape.variables);
  const header = `${locks.length > 0 ? `lock ${locks.join(', ')};\n` : ''}var ${variables.join(', ')};\n`;
  const perProcess = Math.ceil(shape.statements / shape.processes);
  const processes = names('P', shape.processes).map((name) =>
    generateProcess(rng, name, locks, variables, perProcess, shape),
  );
  return header + processes.join('\n');
}

const perMethod = 7;

function generateProcess(rng, name, locks, variables, statements, shape) {
  const objects = Math.max(1, locks.length);
  const fieldsOf = (object) => variables.filter((_, i) => i % objects === object);
  const methods = [];
  const count = Math.max(2, Math.floor((statements * 0.8) / perMethod));
  for (let i = 0; i < count; i++) methods.push({ name: `m${i}`, object: Math.floor((i * objects) / count) });
  const bodies = methods.map((method, i) => writeMethod(method, methods.slice(i + 1)));
  const calls = Math.max(2, Math.floor(statements * 0.2));
  const main = Array.from({ length: Math.ceil(calls / 2) }, () => writeUnit(rng.pick(methods), rng.pick(methods)));
  return `process ${name} {\n${bodies.join('\n')}\n  main {\n${main.join('\n')}\n  }\n}\n`;

  function writeUnit(first, second) {
    const lock = locks[first.object];
    const roll = rng.below(10);
    if (roll < 4 || !lock) return `    unit { ${first.name}(); }`;
    if (roll < 8) return `    unit { synchronized(${lock}) { ${first.name}(); ${second.name}(); } }`;
    if (roll < 9) return `    unit { ${first.name}(); ${second.name}(); }`;
    return `    while (*) { unit { ${first.name}(); } }`;
  }

  function writeMethod(method, below) {
    const lock = locks[method.object];
    const fields = fieldsOf(method.object);
    const guard = lock && !rng.chance(0.05) ? `synchronized(${lock}) ` : '';
    const body = Array.from({ length: perMethod - 1 }, () => `    ${statement(method, fields, below)}`);
    return `  ${guard}${method.name} {\n${body.join('\n')}\n  }`;
  }

  function statement(method, fields, below) {
    const roll = rng.below(100);
    const access = () => `${rng.chance(0.6) ? 'read' : 'write'} ${rng.pick(fields.length > 0 ? fields : variables)};`;
    if (roll < 12 && below.length > 0) return `${rng.pick(below.slice(0, 6)).name}();`;
    if (roll < 22) return `if (*) { ${access()} } else { ${access()} }`;
    if (roll < 28) return `while (*) { ${access()} }`;
    if (roll < 30 && shape.recursion) return `if (*) ${method.name}();`;
    if (roll < 33 && locks.length > 0) return `synchronized(${rng.pick(locks)}) { ${access()} }`;
    return access();
  }
}

/** Four models in the size range of the paper's: 3-6 processes, 1-5 locks, 1-8 variables, 100-1,500 rules. */
export const paperLikeShapes = [
  { name: 'hardware', seed: 11, processes: 3, locks: 1, variables: 1, statements: 90, recursion: false },
  { name: 'tester', seed: 12, processes: 4, locks: 2, variables: 4, statements: 250, recursion: true },
  { name: 'program', seed: 13, processes: 5, locks: 3, variables: 5, statements: 400, recursion: true },
  { name: 'shop', seed: 14, processes: 6, locks: 5, variables: 8, statements: 600, recursion: true },
];

export const industrialShape = {
  name: 'industrial',
  seed: 21,
  processes: 10,
  locks: 10,
  variables: 30,
  statements: 5000,
  recursion: true,
};
