// Random classes of volatile fields and two locks, their steps behind constructs of Java (random-wrapping.ts), with an oracle that is too simple to be wrong: it runs through every
// interleaving of two calls and compares the order of conflicting accesses with the two serial orders.

import type { Rng } from '../../../base/rng.js';
import { declarations, readOf, wrapped, writeOf } from './random-wrapping.js';

type Step =
  | { readonly kind: 'read'; readonly field: string }
  | { readonly kind: 'write'; readonly field: string }
  | { readonly kind: 'acquire'; readonly lock: string }
  | { readonly kind: 'release'; readonly lock: string };

export interface RandomMethod {
  readonly name: string;
  readonly steps: readonly Step[];
}

const fields = ['a', 'b'];
const locks = ['p', 'q'];

export function randomClass(
  rng: Rng,
  isWrapped = false,
): { readonly text: string; readonly methods: readonly RandomMethod[] } {
  const parts = Array.from({ length: 2 + rng.below(2) }, (_, i) => randomMethod(rng, `m${i}`, isWrapped));
  const text = `${isWrapped ? `${imports}${declarations}` : ''}class Random {
    private volatile int a;
    private volatile int b;
    private final Object p = new Object();
    private final Object q = new Object();
    int sink;
${isWrapped ? handles : ''}
${parts.map(({ text: body }) => body).join('\n\n')}
}
`;
  return { text, methods: parts.map(({ method }) => method) };
}

const imports = 'import java.lang.invoke.*;\nimport java.util.function.*;\n';

const handles = `    private static final VarHandle A, B;
    static {
        try {
            A = MethodHandles.lookup().findVarHandle(Random.class, "a", int.class);
            B = MethodHandles.lookup().findVarHandle(Random.class, "b", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
`;

function randomMethod(
  rng: Rng,
  name: string,
  isWrapped: boolean,
): { readonly text: string; readonly method: RandomMethod } {
  const all: string[] = [];
  const members: string[] = [];
  const steps: Step[] = [];
  for (let i = 0; i < 1 + rng.below(2); i++) {
    const lines: string[] = [];
    const lock = rng.below(4) === 0 ? undefined : locks[rng.below(2)]!;
    if (lock !== undefined) {
      lines.push(`        synchronized (${lock}) {`);
      steps.push({ kind: 'acquire', lock });
    }
    for (let k = 0; k < 1 + rng.below(2); k++) {
      const field = fields[rng.below(2)]!;
      const kind = rng.below(2) === 0 ? 'read' : 'write';
      // Values of reads meet in the result, so that all of them count.
      const value = `${1 + rng.below(8)} + x`;
      const [read, write] = isWrapped
        ? [readOf(rng, field), writeOf(rng, field, value)]
        : [field, `${field} = ${value};`];
      lines.push(`            ${kind === 'read' ? `sum = sum * 31 + ${read};` : write}`);
      steps.push({ kind, field });
    }
    if (lock !== undefined) {
      lines.push('        }');
      steps.push({ kind: 'release', lock });
    }
    const part = isWrapped ? wrapped(rng, lines, `P${name}${i}`) : { lines, members: [] };
    all.push(...part.lines);
    members.push(...part.members);
  }
  const text = `${members.join('\n')}
    int ${name}() {\n        int x = (int) System.nanoTime();\n        int sum = 0;\n${all.join('\n')}\n        return sum;\n    }`;
  return { text, method: { name, steps } };
}

/** Fields that two different locks guard throughout are sets of their own (rule S5, assumption A9); else all are one set. */
export function atomicSets(methods: readonly RandomMethod[]): readonly (readonly string[])[] {
  const [a, b] = fields.map((field) => guardsOf(methods, field));
  const isApart = a!.size > 0 && b!.size > 0 && ![...a!].some((lock) => b!.has(lock));
  return isApart ? fields.map((field) => [field]) : [fields];
}

function guardsOf(methods: readonly RandomMethod[], field: string): ReadonlySet<string> {
  const guards = new Set(locks);
  for (const { steps } of methods) {
    const held = new Set<string>();
    for (const step of steps) {
      if (step.kind === 'acquire') held.add(step.lock);
      else if (step.kind === 'release') held.delete(step.lock);
      else if (step.field === field) for (const lock of locks) if (!held.has(lock)) guards.delete(lock);
    }
  }
  return guards;
}

/** Does every interleaving of the two calls order its conflicts on the fields like one call after the other? */
export function isSerializable(u: RandomMethod, v: RandomMethod, set: readonly string[]): boolean {
  const about = ({ steps }: RandomMethod) => steps.filter((step) => !('field' in step) || set.includes(step.field));
  return !someBadRun(about(u), about(v), 0, 0, new Map(), { forth: false, back: false });
}

interface Order {
  /** Some access of the first came before a conflicting one of the second, and the other way round. */
  readonly forth: boolean;
  readonly back: boolean;
}

function someBadRun(
  u: readonly Step[],
  v: readonly Step[],
  i: number,
  j: number,
  held: ReadonlyMap<string, 0 | 1>,
  order: Order,
): boolean {
  if (order.forth && order.back) return true;
  return ([0, 1] as const).some((who) => {
    const [mine, at, theirs, done] = who === 0 ? [u, i, v, j] : [v, j, u, i];
    const step = mine[at];
    if (!step) return false;
    const next = who === 0 ? ([i + 1, j] as const) : ([i, j + 1] as const);
    if (step.kind === 'acquire')
      return (
        held.get(step.lock) === undefined && someBadRun(u, v, ...next, new Map([...held, [step.lock, who]]), order)
      );
    if (step.kind === 'release')
      return someBadRun(u, v, ...next, new Map([...held].filter(([lock]) => lock !== step.lock)), order);
    const after = theirs
      .slice(0, done)
      .some(
        (other) => 'field' in other && other.field === step.field && (other.kind === 'write' || step.kind === 'write'),
      );
    const now = { forth: order.forth || (after && who === 1), back: order.back || (after && who === 0) };
    return someBadRun(u, v, ...next, held, now);
  });
}
