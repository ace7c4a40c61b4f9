// The laws of a bounded idempotent semiring and of merging functions, each as an equation over up to three elements.
// `lawViolations` tries every triple of the samples: run it on any domain of your own.

import type { MergingFunction, Semiring } from './semiring.js';

export interface LawViolation {
  readonly law: string;
  readonly elements: readonly string[];
  readonly left: string;
  readonly right: string;
}

/** Two sides that must be equal for all elements a, b, c. */
interface Law<W> {
  readonly name: string;
  readonly arity: 1 | 2 | 3;
  readonly sides: (a: W, b: W, c: W) => readonly [W, W];
}

export function lawViolations<W>(
  semiring: Semiring<W>,
  samples: readonly W[],
  merges: readonly MergingFunction<W>[] = [],
): LawViolation[] {
  const elements = [semiring.zero, semiring.one, ...samples];
  const laws = [...semiringLaws(semiring), ...merges.flatMap((merge) => mergingLaws(semiring, merge))];
  return laws.flatMap((law) => violationsOf(semiring, law, elements));
}

/** Backward saturation also needs this of a merging function: a longer way to the call only stands in front. */
export function pathExtensionViolations<W>(
  semiring: Semiring<W>,
  samples: readonly W[],
  merge: MergingFunction<W>,
): LawViolation[] {
  const { extend } = semiring;
  const law: Law<W> = {
    name: 'path extension',
    arity: 3,
    sides: (a, b, c) => [merge(extend(a, b), c), extend(a, merge(b, c))],
  };
  return violationsOf(semiring, law, [semiring.zero, semiring.one, ...samples]);
}

function semiringLaws<W>({ zero, one, combine, extend }: Semiring<W>): Law<W>[] {
  return [
    { name: 'zero is neutral for combine', arity: 1, sides: (a) => [combine(a, zero), a] },
    { name: 'combine is idempotent', arity: 1, sides: (a) => [combine(a, a), a] },
    { name: 'combine is commutative', arity: 2, sides: (a, b) => [combine(a, b), combine(b, a)] },
    {
      name: 'combine is associative',
      arity: 3,
      sides: (a, b, c) => [combine(combine(a, b), c), combine(a, combine(b, c))],
    },
    { name: 'one is left neutral for extend', arity: 1, sides: (a) => [extend(one, a), a] },
    { name: 'one is right neutral for extend', arity: 1, sides: (a) => [extend(a, one), a] },
    { name: 'zero annihilates from the left', arity: 1, sides: (a) => [extend(zero, a), zero] },
    { name: 'zero annihilates from the right', arity: 1, sides: (a) => [extend(a, zero), zero] },
    { name: 'extend is associative', arity: 3, sides: (a, b, c) => [extend(extend(a, b), c), extend(a, extend(b, c))] },
    {
      name: 'extend distributes from the left',
      arity: 3,
      sides: (a, b, c) => [extend(a, combine(b, c)), combine(extend(a, b), extend(a, c))],
    },
    {
      name: 'extend distributes from the right',
      arity: 3,
      sides: (a, b, c) => [extend(combine(a, b), c), combine(extend(a, c), extend(b, c))],
    },
  ];
}

function mergingLaws<W>({ zero, combine }: Semiring<W>, merge: MergingFunction<W>): Law<W>[] {
  return [
    { name: 'merge is strict in the caller', arity: 1, sides: (a) => [merge(zero, a), zero] },
    { name: 'merge is strict in the callee', arity: 1, sides: (a) => [merge(a, zero), zero] },
    {
      name: 'merge distributes over callers',
      arity: 3,
      sides: (a, b, c) => [merge(combine(a, b), c), combine(merge(a, c), merge(b, c))],
    },
    {
      name: 'merge distributes over callees',
      arity: 3,
      sides: (a, b, c) => [merge(a, combine(b, c)), combine(merge(a, b), merge(a, c))],
    },
  ];
}

function violationsOf<W>(semiring: Semiring<W>, law: Law<W>, elements: readonly W[]): LawViolation[] {
  const violations: LawViolation[] = [];
  for (const [a, b, c] of tuples(elements, law.arity)) {
    const [left, right] = law.sides(a, b, c);
    if (semiring.equal(left, right)) continue;
    const used = [a, b, c].slice(0, law.arity).map(semiring.print);
    violations.push({ law: law.name, elements: used, left: semiring.print(left), right: semiring.print(right) });
  }
  return violations;
}

/** All triples whose entries beyond the arity stay at the first element. */
function* tuples<W>(elements: readonly W[], arity: number): Generator<readonly [W, W, W]> {
  const first = elements.slice(0, 1);
  for (const a of elements)
    for (const b of arity > 1 ? elements : first) for (const c of arity > 2 ? elements : first) yield [a, b, c];
}
