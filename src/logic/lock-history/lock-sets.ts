// Sets of locks, behind one interface with two representations: one number for up to 31 locks (the fast path), one
// bigint beyond. Lock histories are written once, against the interface.

import { type BitSet, elementsOf, type Mask, maskElements } from '../../base/integers/bit-set.js';

/** A lock's index in the universe of a question. */
export type Lock = number;

/** Operations on immutable sets of locks; `key` is injective. */
export interface LockSets<S> {
  readonly none: S;
  single(lock: Lock): S;
  union(a: S, b: S): S;
  intersection(a: S, b: S): S;
  difference(a: S, b: S): S;
  has(set: S, lock: Lock): boolean;
  isEmpty(set: S): boolean;
  isSubset(a: S, b: S): boolean;
  elements(set: S): Lock[];
  key(set: S): string;
}

export const maskLockSets: LockSets<Mask> = {
  none: 0,
  single: (lock) => 1 << lock,
  union: (a, b) => a | b,
  intersection: (a, b) => a & b,
  difference: (a, b) => a & ~b,
  has: (set, lock) => ((set >>> lock) & 1) === 1,
  isEmpty: (set) => set === 0,
  isSubset: (a, b) => (a & ~b) === 0,
  elements: maskElements,
  key: String,
};

export const wideLockSets: LockSets<BitSet> = {
  none: 0n,
  single: (lock) => 1n << BigInt(lock),
  union: (a, b) => a | b,
  intersection: (a, b) => a & b,
  difference: (a, b) => a & ~b,
  has: (set, lock) => ((set >> BigInt(lock)) & 1n) === 1n,
  isEmpty: (set) => set === 0n,
  isSubset: (a, b) => (a & ~b) === 0n,
  elements: elementsOf,
  key: String,
};

/** How many locks fit the fast representation. */
export const maskCapacity = 31;

export function lockSetOf<S>(sets: LockSets<S>, locks: Iterable<Lock>): S {
  let result = sets.none;
  for (const lock of locks) result = sets.union(result, sets.single(lock));
  return result;
}

export function disjoint<S>(sets: LockSets<S>, a: S, b: S): boolean {
  return sets.isEmpty(sets.intersection(a, b));
}
