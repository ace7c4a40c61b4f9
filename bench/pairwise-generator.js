// Generated programs for the pairwise benchmark: procedures of about 20 statements that lock, spawn, join and call each
// other, recursively; locks are always taken in ascending order. Two labels stand under one lock.

const perFunction = 20;

/** `guarded`: variable k is only written under lock k, so that nothing races; else writes are scattered. */
export function generateProgram({ statements, locks, variables = 1, guarded = false, seed = 7 }) {
  const functions = Math.max(2, Math.round(statements / perFunction));
  const shape = { functions, locks, variables, guarded, below: randomBelow(seed) };
  const lines = Array.from({ length: functions }, (_, i) => `f${i} {\n  ${functionBody(i, shape)}\n}`);
  const names = (letter, count) => Array.from({ length: count }, (_, i) => `${letter}${i}`).join(', ');
  const declarations = `lock ${names('m', locks)};\nvar ${names('x', variables)};\n`;
  return `${declarations}${lines.join('\n')}\nprocess P { main { spawn f0(); f1(); } }\n`;
}

/** A small linear congruential generator: the same program for the same seed everywhere. */
function randomBelow(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function functionBody(index, shape) {
  const parts = [];
  for (let left = perFunction; left > 0; ) {
    const [text, cost] = statement(shape);
    parts.push(text);
    left -= cost;
  }
  if (index < 2) parts.push(`synchronized(m0) { label ${index === 0 ? 'A' : 'B'}; }`);
  return parts.join('\n  ');
}

function statement(shape) {
  const { functions, variables, guarded, below } = shape;
  const kind = below(8);
  const other = below(functions);
  if (kind < 3) return lockedBlock(shape);
  if (kind === 3) return [`spawn f${other}();`, 1];
  if (kind === 4) return ['join;', 1];
  if (kind === 5) return [`if (*) { f${other}(); }`, 2];
  return [guarded ? 'skip;' : `read x${below(variables)};`, 1];
}

function lockedBlock({ locks, variables, guarded, below }) {
  const inner = 1 + below(3);
  const first = below(locks);
  const second = first + 1 < locks && below(2) ? first + 1 + below(locks - first - 1) : -1;
  const variable = guarded ? first : below(variables);
  const access = variable < variables ? `write x${variable};` : 'skip;';
  const block = Array.from({ length: inner }, () => access).join(' ');
  return [`synchronized(m${first}) { ${second < 0 ? block : `synchronized(m${second}) { ${block} }`} }`, inner + 1];
}

/** The family exp4 of the public schemes: functions that double each other, as the text of a `.hrs` file. */
export function doublings(size) {
  const rules = Array.from({ length: size }, (_, i) => `F${i} f x2 x1 x0 = F${i + 1} (F${i + 1} f) x2 x1 x0.`);
  const numerals = [
    'G0 = c.',
    'G1 z = a z.',
    'G2 f z = f (f z).',
    'G3 f z x0 = f (f z) x0.',
    'G4 f z x1 x0 = f (f z) x1 x0.',
  ];
  const grammar = ['S = F0 G3 G2 G1 G0.', ...rules, `F${size} f x2 x1 x0 = G4 f x2 x1 x0.`, ...numerals];
  return ['%BEGING', ...grammar, '%ENDG', '%BEGINA', 'q0 a -> q1.', 'q1 a -> q0.', 'q0 c -> .', '%ENDA', ''].join('\n');
}
