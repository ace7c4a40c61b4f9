// Compat (000 Definition 4, generalised in section 9): can these executions, one per process, be interleaved from a
// common configuration to a common configuration? For nested locks the five conditions are exact (Decomposition
// Theorem of Kahlon and Gupta). For N processes a cycle may involve any number of different processes.

import type { LockHistories, LockHistory } from './lock-history.js';
import { disjoint } from './lock-sets.js';

export function compatible<S>(histories: LockHistories<S>, a: LockHistory<S>, b: LockHistory<S>): boolean {
  const { sets, rules } = histories;
  if (!disjoint(sets, histories.initialLocks(a), histories.initialLocks(b))) return false;
  if (!disjoint(sets, histories.finalLocks(a), histories.finalLocks(b))) return false;
  if (rules.heldThroughout && (usesHeld(histories, a, b) || usesHeld(histories, b, a))) return false;
  if (rules.acquisitionCycles && crosses(histories, a.AH, a.A, b.AH)) return false;
  return !(rules.releaseCycles && crosses(histories, a.RH, a.R, b.RH));
}

/** N processes: conditions 1, 2 and 5 pairwise, and no cycle of length 2 to N in either kind of history. */
export function compatibleAll<S>(histories: LockHistories<S>, all: readonly LockHistory<S>[]): boolean {
  const pairwise = all.every((a, i) => all.slice(i + 1).every((b) => compatible(histories, a, b)));
  const { rules } = histories;
  if (!pairwise || all.length < 3 || !rules.longCycles) return pairwise;
  return (
    !(rules.acquisitionCycles && hasCycle(histories, all, 'AH', 'A')) &&
    !(rules.releaseCycles && hasCycle(histories, all, 'RH', 'R'))
  );
}

/** Does `a` acquire a lock that `b` holds throughout (condition 5)? */
function usesHeld<S>({ sets }: LockHistories<S>, a: LockHistory<S>, b: LockHistory<S>): boolean {
  return !disjoint(sets, sets.union(a.A, a.U), b.HT);
}

/** Are there i, j with j ∈ mine[i] and i ∈ theirs[j] (conditions 3 and 4)? */
function crosses<S>({ sets }: LockHistories<S>, mine: readonly S[], indices: S, theirs: readonly S[]): boolean {
  return sets.elements(indices).some((i) => sets.elements(mine[i]!).some((j) => sets.has(theirs[j]!, i)));
}

/**
 * Is there a cycle i1 -> i2 -> … -> i1 in which each step j ∈ history[i] belongs to a different process? A depth-first
 * search over simple cycles: processes and locks of one question are few.
 */
function hasCycle<S>(
  { sets }: LockHistories<S>,
  all: readonly LockHistory<S>[],
  history: 'AH' | 'RH',
  indices: 'A' | 'R',
): boolean {
  const reaches = (start: number, lock: number, unused: readonly LockHistory<S>[]): boolean =>
    unused.some((process) => {
      if (!sets.has(process[indices], lock)) return false;
      const rest = unused.filter((other) => other !== process);
      return sets
        .elements(process[history][lock]!)
        .some((next) => next !== lock && (next === start || reaches(start, next, rest)));
    });
  return all.some((process, i) =>
    sets.elements(process[indices]).some((lock) => reaches(lock, lock, [process, ...all.filter((_, j) => j !== i)])),
  );
}
