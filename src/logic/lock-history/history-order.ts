// When is one lock history at least as easy to schedule as another? `a <= b`: whatever is compatible with b is
// compatible with a, also after both are extended in the same way. Weights are kept as antichains under this order.
// An end that can still grow is *open*: its conditions are stronger, because what follows (or precedes) turns held
// locks into used ones. Both histories must stand between the same program points at their open ends.
// I = initially held, F = finally held.

import type { LockHistories, LockHistory } from './lock-history.js';

export interface OpenEnds {
  /** A common prefix may still be put before (summaries of procedures). */
  readonly left: boolean;
  /** A common continuation may still follow. */
  readonly right: boolean;
}

export function atMost<S>(histories: LockHistories<S>, a: LockHistory<S>, b: LockHistory<S>, open: OpenEnds): boolean {
  const { sets } = histories;
  const I = histories.initialLocks(b);
  const F = histories.finalLocks(b);
  if (!sets.isSubset(histories.initialLocks(a), I) || !sets.isSubset(histories.finalLocks(a), F)) return false;
  if (!sets.isSubset(a.HT, b.HT)) return false;
  if (open.left && !sets.isSubset(b.HT, a.HT)) return false;
  const useExcuse = open.left ? F : sets.union(I, F);
  if (!sets.isSubset(sets.union(a.A, a.U), sets.union(sets.union(b.A, b.U), useExcuse))) return false;
  if (open.right && !sets.isSubset(a.U, open.left ? b.U : sets.union(b.U, I))) return false;
  return (
    historiesAtMost(histories, a.A, a.AH, b.HT, b.AH, open.right ? sets.none : F) &&
    historiesAtMost(histories, a.R, a.RH, b.HT, b.RH, open.left ? sets.none : I)
  );
}

/** For every i in `indices` that b does not hold throughout: mine[i] ⊆ theirs[i] ∪ excuse. */
function historiesAtMost<S>(
  { sets }: LockHistories<S>,
  indices: S,
  mine: readonly S[],
  heldThroughout: S,
  theirs: readonly S[],
  excuse: S,
): boolean {
  return sets
    .elements(sets.difference(indices, heldThroughout))
    .every((i) => sets.isSubset(mine[i]!, sets.union(theirs[i]!, excuse)));
}
