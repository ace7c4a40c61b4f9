// Goldilocks locksets in normal form, as values: a set of threads and of *released* synchronisation objects, canonical
// as a bigint. Who is in the lockset of an access happens after it. Every rule of Fig. 4 and 8 (paper 001) is then the
// same step, `flow(from, to)`: if `from` is in the set, `to` comes to know the access as well.
//   acquire(m) by t: flow(m, t)    release(m): flow(t, m)    fork(u): flow(t, u)    join(u): flow(u, t)
//   volatile write of v by t: flow(t, v)    volatile read: flow(v, t)    access by t: race iff t is missing; then {t}

import { type BitSet, has, singleton } from '../../../base/integers/bit-set.js';

/** `all`: never accessed; the set of everything, which no access races with. */
export type Lockset = 'all' | BitSet;

export const ALL: Lockset = 'all';

/** The lockset just after an access by `thread`. */
export function ownedBy(thread: number): Lockset {
  return singleton(thread);
}

export function flow(set: Lockset, from: number, to: number): Lockset {
  return set !== 'all' && has(set, from) ? set | singleton(to) : set;
}

/** Does an access by `thread` happen after the access that the lockset speaks of? */
export function protects(set: Lockset, thread: number): boolean {
  return set === 'all' || has(set, thread);
}
