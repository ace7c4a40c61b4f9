// What the relational domains need of relations over a finite set S, whatever represents them: explicit tuples
// (explicit-relations.ts) or decision diagrams. Composition is the generalised one of 000, Def. 7: the last component
// of the first relation meets the first of the second and disappears, so arities m + 1 and p + 1 give m + p.

import type { Semiring } from './semiring.js';

export interface RelationAlgebra<R> {
  readonly empty: R;
  /** { (s, s) | s in S } */
  readonly identity: R;
  readonly union: (a: R, b: R) => R;
  readonly compose: (a: R, arityOfA: number, b: R, arityOfB: number) => R;
  readonly equal: (a: R, b: R) => boolean;
  readonly print: (relation: R, arity: number) => string;
}

/** Binary relations under union and composition. */
export function relations<R>(algebra: RelationAlgebra<R>): Semiring<R> {
  return {
    name: 'relations',
    zero: algebra.empty,
    one: algebra.identity,
    combine: algebra.union,
    extend: (a, b) => algebra.compose(a, 2, b, 2),
    equal: algebra.equal,
    print: (relation) => algebra.print(relation, 2),
  };
}
