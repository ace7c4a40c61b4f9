// The same steps behind constructs of Java: whatever stands around them, they are made once, in this order. Beside them stands
// code that is never run, because no exception of its type is thrown.

import type { Rng } from '../../../base/rng.js';

export interface Wrapped {
  /** Statements that add to a local `sum` and may use a local `x`. */
  readonly lines: readonly string[];
  /** Members of the class. */
  readonly members: readonly string[];
}

/** Types that code around the class needs. */
export const declarations = `class Odd extends RuntimeException { }
class Even extends RuntimeException { }
class Four extends Even { }
`;

const dead = 'a = 1; b = a + 1;';

type Wrap = (lines: readonly string[], name: string) => Wrapped;

const wraps: readonly Wrap[] = [
  (lines) => ({ lines, members: [] }),
  (lines) => alone(['try {', 'throw new Four();', `} catch (Odd e) { ${dead} } catch (Even e) {`, ...lines, '}']),
  (lines) =>
    alone([
      'try { try {',
      ...lines,
      'if (x > 3) throw new Even();',
      `} catch (Four e) { ${dead} }`,
      `} catch (Odd e) { ${dead} } catch (Even e) { x++; }`,
    ]),
  (lines) => alone(['try {', 'x++;', '} finally {', ...lines, '}']),
  (lines) => alone(['if (x == 7) return sum;', ...lines]),
  (lines, name) => alone([`${name}: {`, ...lines, `if (x > 1) break ${name};`, 'x++;', '}']),
  (lines) => alone(['switch (x & 1) {', 'case 0: x++;', 'default:', ...lines, '}']),
  (lines, name) => ({
    lines: [`sum = sum * 31 + new ${name}().go(x);`],
    members: [`private class ${name} {`, 'int go(int x) {', 'int sum = 0;', ...lines, 'return sum;', '}', '}'],
  }),
  (lines, name) => ({
    lines: [`sum = sum * 31 + new ${name}(x).sum;`],
    members: [`private class ${name} {`, 'int sum;', `${name}(int x) {`, ...lines, '}', '}'],
  }),
  (lines, name) => ({
    lines: [`sum = sum * 31 + ${name}.applyAsInt(x);`],
    members: [`private final IntUnaryOperator ${name} = x -> {`, 'int sum = 0;', ...lines, 'return sum;', '};'],
  }),
  (lines, name) => ({
    lines: [`sum = sum * 31 + ${name}.ON.go(this, x);`],
    members: [
      `private enum ${name} {`,
      `ON { @Override int go(Random t, int x) { return t.in${name}(x); } };`,
      'abstract int go(Random t, int x);',
      '}',
      `private int in${name}(int x) {`,
      'int sum = 0;',
      ...lines,
      'return sum;',
      '}',
    ],
  }),
];

function alone(lines: readonly string[]): Wrapped {
  return { lines, members: [] };
}

export function wrapped(rng: Rng, lines: readonly string[], name: string): Wrapped {
  return wraps[rng.below(wraps.length)]!(lines, name);
}

/** A read or write of a field, as it is written or by its handle. */
export function readOf(rng: Rng, field: string): string {
  return rng.below(3) === 0 ? `(int) ${field.toUpperCase()}.getVolatile(Random.this)` : field;
}

export function writeOf(rng: Rng, field: string, value: string): string {
  return rng.below(3) === 0 ? `${field.toUpperCase()}.setVolatile(Random.this, ${value});` : `${field} = ${value};`;
}
