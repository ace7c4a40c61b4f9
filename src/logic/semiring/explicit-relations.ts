// Relations over {0, …, size-1} as sets of tuples. A tuple is one number in base `size`, most significant component
// first; size^arity must stay exact in a double. Composition joins on the shared component by an index.

import type { RelationAlgebra } from './relation-algebra.js';

export type TupleSet = ReadonlySet<number>;

export interface ExplicitRelations extends RelationAlgebra<TupleSet> {
  readonly make: (tuples: Iterable<readonly number[]>) => TupleSet;
  /** In lexical order. */
  readonly tuples: (relation: TupleSet, arity: number) => number[][];
}

export function explicitRelations(size: number, maximalArity = 2): ExplicitRelations {
  if (size ** maximalArity > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`tuples of ${maximalArity} over ${size} elements do not fit into a number`);
  const pack = (tuple: readonly number[]) => tuple.reduce((packed, element) => packed * size + element, 0);
  const make = (tuples: Iterable<readonly number[]>): TupleSet => new Set([...tuples].map(pack));
  const tuples = (relation: TupleSet, arity: number) =>
    [...relation].sort((a, b) => a - b).map((packed) => unpack(packed, arity, size));
  return {
    empty: new Set(),
    identity: make(Array.from({ length: size }, (_, i) => [i, i])),
    union: (a, b) => new Set([...a, ...b]),
    compose: (a, _, b, arityOfB) => composeTuples(a, b, size, size ** (arityOfB - 1)),
    equal: (a, b) => a.size === b.size && [...a].every((tuple) => b.has(tuple)),
    print: (relation, arity) => `{${tuples(relation, arity).map((tuple) => `(${tuple})`)}}`,
    make,
    tuples,
  };
}

/** `tail` = size^(arity of b - 1): what follows the shared component in b. */
function composeTuples(a: TupleSet, b: TupleSet, size: number, tail: number): TupleSet {
  const tailsBySharedElement = new Map<number, number[]>();
  for (const tuple of b) {
    const shared = Math.floor(tuple / tail);
    const tails = tailsBySharedElement.get(shared);
    if (tails) tails.push(tuple % tail);
    else tailsBySharedElement.set(shared, [tuple % tail]);
  }
  const result = new Set<number>();
  for (const tuple of a) {
    const front = Math.floor(tuple / size) * tail;
    for (const rest of tailsBySharedElement.get(tuple % size) ?? []) result.add(front + rest);
  }
  return result;
}

function unpack(packed: number, arity: number, size: number): number[] {
  const tuple = new Array<number>(arity);
  for (let i = arity - 1, rest = packed; i >= 0; i--, rest = Math.floor(rest / size)) tuple[i] = rest % size;
  return tuple;
}
