// Any domain with its weights replaced by small integers: equal weights are the same number, and each sum and product
// is computed once. Worth it where weights are large and few, such as sets of words or relations.

import { PairTable } from '../../base/integers/pair-table.js';
import { Interner } from '../../base/interner.js';
import type { MergingFunction, Semiring } from './semiring.js';

export interface InternedSemiring<W> extends Semiring<number> {
  readonly intern: (weight: W) => number;
  readonly value: (id: number) => W;
  readonly merging: (merge: MergingFunction<W>) => MergingFunction<number>;
}

/** `keyOf` must be injective up to the domain's equality. */
export function interned<W>(base: Semiring<W>, keyOf: (weight: W) => string = base.print): InternedSemiring<W> {
  const weights = new Interner<W>(keyOf);
  const intern = (weight: W) => weights.intern(weight);
  const value = (id: number) => weights.value(id);
  const lifted = (operation: (a: W, b: W) => W) => memoized((a, b) => intern(operation(value(a), value(b))));
  return {
    name: `interned(${base.name})`,
    zero: intern(base.zero),
    one: intern(base.one),
    combine: lifted(base.combine),
    extend: lifted(base.extend),
    equal: (a, b) => a === b,
    print: (id) => base.print(value(id)),
    intern,
    value,
    merging: lifted,
  };
}

function memoized(operation: (a: number, b: number) => number): (a: number, b: number) => number {
  const pairs = new PairTable();
  const results: number[] = [];
  return (a, b) => {
    const pair = pairs.intern(a, b);
    if (pair === results.length) results.push(operation(a, b));
    return results[pair]!;
  };
}
