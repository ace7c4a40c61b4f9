// Random sequential programs that mean the same in EML and in JavaScript, whose semantics then is the oracle for the order
// of evaluation, short circuits, jumps, and what is undone on the way out of a block.

import type { Rng } from '../../../base/rng.js';

export interface SequentialProgram {
  readonly eml: string;
  /** The body of a function of `note(text)`, which logs; variables and functions are its own. */
  readonly javascript: string;
}

const intVariables = ['x', 'y', 'z'];
const boolVariables = ['p', 'q'];

/** Marks: `<l` enters `synchronized(l)`, `<` alone a unit, `>` the end of either; loops have fuel, so that they end. */
export function randomSequential(rng: Rng): SequentialProgram {
  const body = statements(rng, 3, ['return;']);
  const work = statements(rng, 2, ['return 5;']);
  const eml = `lock l, m; var x: int, y: int = 1, z: int = 2, p: bool, q: bool = true, fuel: int = 12, trace: int;
tick(n: int): int { trace = (trace * 3 + n) % 10007; return n; }
flip(b: bool): bool { trace = (trace * 3 + 1) % 10007; return !b; }
work(n: int): int { ${toEml(work)} return n; }
process P { body { ${toEml(body)} } main { work(3); body(); } }`;
  const javascript = `let x = 0, y = 1, z = 2, p = false, q = true, fuel = 12, trace = 0;
function tick(n) { trace = (trace * 3 + n) % 10007; return n; }
function flip(b) { trace = (trace * 3 + 1) % 10007; return !b; }
function work(n) { ${toJavaScript(work)} return n; }
function main() { ${toJavaScript(body)} }
work(3); main();
return [x, y, z, p, q, fuel, trace].map((value) => Number(value) + 0);`;
  return { eml, javascript };
}

export function toEml(text: string): string {
  return text
    .replace(/<(\w+)\{/g, 'synchronized($1) {')
    .replaceAll('<{', 'unit {')
    .replace(/\}\w*>/g, '}');
}

export function toJavaScript(text: string): string {
  return text
    .replace(/<([lm])\{/g, 'note("acquire $1"); try {')
    .replace(/<(\w+)\{/g, 'note("acquire " + $1); try {')
    .replaceAll('<{', 'note("begin-unit"); try {')
    .replace(/\}([lm])>/g, '} finally { note("release $1"); }')
    .replace(/\}(\w+)>/g, '} finally { note("release " + $1); }')
    .replaceAll('}>', '} finally { note("end-unit"); }');
}

/** `jumps` are those that make sense here. */
function statements(rng: Rng, depth: number, jumps: readonly string[]): string {
  return Array.from({ length: rng.between(1, 3) }, () => statement(rng, depth, jumps)).join(' ');
}

function statement(rng: Rng, depth: number, jumps: readonly string[]): string {
  if (depth === 0 || rng.chance(0.4)) return simple(rng, jumps);
  const block = (inner = jumps) => statements(rng, depth - 1, inner);
  switch (rng.below(6)) {
    case 5: {
      const step = rng.pick([`i${depth}++`, `i${depth} += 2`]);
      const header = `let i${depth} = tick(${rng.below(2)}); i${depth} < tick(3) && fuel > 0; ${step}`;
      return `for (${header}) { fuel -= 1; ${block([...jumps, 'break;', 'continue;'])} }`;
    }
    case 0:
      return `if (${bool(rng, 2)}) { ${block()} } else if (${bool(rng, 1)}) { ${block()} } else { ${block()} }`;
    case 1:
      return `while (fuel > 0 && (${bool(rng, 1)})) { fuel = fuel - 1; ${block([...jumps, 'break;', 'continue;'])} }`;
    case 2:
      return `<{ ${block()} }>`;
    case 3: {
      const lock = rng.pick(['l', 'm']);
      return `<${lock}{ ${block()} }${lock}>`;
    }
    default:
      return `{ ${block()} }`;
  }
}

function simple(rng: Rng, jumps: readonly string[]): string {
  const choice = rng.below(10);
  if (choice === 0) return `if (${bool(rng, 1)}) { ${rng.pick(jumps)} }`;
  if (choice < 3) return `${rng.pick(boolVariables)} = ${bool(rng, 3)};`;
  if (choice === 4) return `${rng.pick(intVariables)} ${rng.pick(['+', '-'])}= (${int(rng, 2)}) % 20;`;
  if (choice === 5) return `${rng.pick(intVariables)}${rng.pick(['++', '--'])};`;
  if (choice === 3) return `tick(${int(rng, 2)} % 50);`;
  return `${rng.pick(intVariables)} = (${int(rng, 3)}) % 100;`;
}

function int(rng: Rng, depth: number): string {
  if (depth === 0) return rng.chance(0.5) ? String(rng.below(5)) : rng.pick(intVariables);
  switch (rng.below(6)) {
    case 0:
      return `tick(${int(rng, depth - 1)} % 50)`;
    case 1:
      return `(${int(rng, depth - 1)})`;
    case 2:
      return `-(${int(rng, depth - 1)})`;
    case 3:
      // A small factor, so that nothing overflows.
      return `${int(rng, depth - 1)} * ${rng.below(4)}`;
    default:
      return `${int(rng, depth - 1)} ${rng.pick(['+', '-'])} ${int(rng, depth - 1)}`;
  }
}

function bool(rng: Rng, depth: number): string {
  if (depth === 0) return rng.chance(0.3) ? rng.pick(['true', 'false']) : rng.pick(boolVariables);
  switch (rng.below(6)) {
    case 0:
      return `flip(${bool(rng, depth - 1)})`;
    case 1:
      return `!(${bool(rng, depth - 1)})`;
    case 2:
      return `${int(rng, depth - 1)} ${rng.pick(['==', '!=', '<', '<=', '>', '>='])} ${int(rng, depth - 1)}`;
    default:
      return `${bool(rng, depth - 1)} ${rng.pick(['&&', '||'])} ${bool(rng, depth - 1)}`;
  }
}
