// Lock histories (000 section 6): what a stretch of one process's execution does with non-reentrant locks, as far as
// scheduling it against other processes needs to know. The fields have the paper's names:
//   R   initially held, released            RH[i]  released before (or used before) the initial release of i, and i
//   U   acquired and released again         AH[i]  acquired after the final acquisition of i, and i
//   A   acquired and still held             HT     held throughout
// Initially held = R ∪ HT, finally held = A ∪ HT. RH[i] is empty unless i ∈ R, AH[i] unless i ∈ A.

import { type Lock, type LockSets, lockSetOf } from './lock-sets.js';

export interface LockHistory<S> {
  readonly R: S;
  readonly RH: readonly S[];
  readonly U: S;
  readonly AH: readonly S[];
  readonly A: S;
  readonly HT: S;
}

/** The rules of the calculus that tests switch off one by one, to show that each is needed. */
export interface HistoryRules {
  /** Used locks count as released before a later initial release (U in RH). */
  readonly usesInReleaseHistory: boolean;
  /** Condition 3 of Compat. */
  readonly acquisitionCycles: boolean;
  /** Condition 4. */
  readonly releaseCycles: boolean;
  /** Condition 5. */
  readonly heldThroughout: boolean;
  /** Conditions 3 and 4 for cycles through more than two processes (section 9). */
  readonly longCycles: boolean;
}

export const exactRules: HistoryRules = {
  usesInReleaseHistory: true,
  acquisitionCycles: true,
  releaseCycles: true,
  heldThroughout: true,
  longCycles: true,
};

/** The operations on lock histories over `lockCount` locks. */
export class LockHistories<S> {
  readonly #noSets: readonly S[];

  constructor(
    readonly sets: LockSets<S>,
    readonly lockCount: number,
    readonly rules: HistoryRules = exactRules,
  ) {
    this.#noSets = Array.from({ length: lockCount }, () => sets.none);
  }

  /** The empty execution that starts (and ends) holding `held`: η([], I). */
  initially(held: S): LockHistory<S> {
    const { none } = this.sets;
    return { R: none, RH: this.#noSets, U: none, AH: this.#noSets, A: none, HT: held };
  }

  initialLocks(history: LockHistory<S>): S {
    return this.sets.union(history.R, history.HT);
  }

  finalLocks(history: LockHistory<S>): S {
    return this.sets.union(history.A, history.HT);
  }

  /** post_η for an acquisition that changes ownership. */
  acquire(history: LockHistory<S>, lock: Lock): LockHistory<S> {
    const { sets } = this;
    const own = sets.single(lock);
    const AH = history.AH.map((later, j) =>
      j === lock ? own : sets.has(history.A, j) ? sets.union(later, own) : sets.none,
    );
    return { ...history, AH, A: sets.union(history.A, own) };
  }

  /** post_η for a release that changes ownership. */
  release(history: LockHistory<S>, lock: Lock): LockHistory<S> {
    return this.sets.has(history.A, lock) ? this.#releaseAcquired(history, lock) : this.#releaseInitial(history, lock);
  }

  /** ptrans: a new phase begins with the locks held now. */
  nextPhase(history: LockHistory<S>): LockHistory<S> {
    return this.initially(this.finalLocks(history));
  }

  /** The history of `first` followed by `second`, which must start with the locks that `first` ends with. */
  compose(first: LockHistory<S>, second: LockHistory<S>): LockHistory<S> {
    const { sets } = this;
    const keptA = sets.difference(first.A, second.R);
    const passedR = sets.intersection(second.R, first.HT);
    const before = sets.union(this.#usesBeforeRelease(first), first.R);
    const after = sets.union(second.A, second.U);
    return {
      R: sets.union(first.R, passedR),
      RH: first.RH.map((own, i) => (sets.has(passedR, i) ? sets.union(second.RH[i]!, before) : own)),
      U: sets.union(sets.union(first.U, second.U), sets.intersection(first.A, second.R)),
      AH: second.AH.map((own, j) => (sets.has(keptA, j) ? sets.union(first.AH[j]!, after) : own)),
      A: sets.union(second.A, keptA),
      HT: sets.difference(first.HT, second.R),
    };
  }

  /** The same when these locks are held at its beginning: those that it does not know of it never touches. */
  holding(history: LockHistory<S>, held: S): LockHistory<S> {
    const { sets } = this;
    return { ...history, HT: sets.union(history.HT, sets.difference(held, this.initialLocks(history))) };
  }

  /** In the first phase nobody holds a lock throughout: what was used since nothing was held does not matter. */
  inFirstPhase(history: LockHistory<S>): LockHistory<S> {
    return this.sets.isEmpty(this.initialLocks(history)) ? { ...history, U: this.sets.none } : history;
  }

  key(history: LockHistory<S>): string {
    const { sets } = this;
    const parts = [history.R, history.U, history.A, history.HT].map(sets.key);
    for (const i of sets.elements(history.R)) parts.push(sets.key(history.RH[i]!));
    for (const j of sets.elements(history.A)) parts.push(sets.key(history.AH[j]!));
    return parts.join();
  }

  #usesBeforeRelease(history: LockHistory<S>): S {
    return this.rules.usesInReleaseHistory ? history.U : this.sets.none;
  }

  #releaseAcquired(history: LockHistory<S>, lock: Lock): LockHistory<S> {
    const { sets } = this;
    const own = sets.single(lock);
    return {
      ...history,
      U: sets.union(history.U, own),
      AH: history.AH.map((later, j) => (j === lock ? sets.none : later)),
      A: sets.difference(history.A, own),
    };
  }

  #releaseInitial(history: LockHistory<S>, lock: Lock): LockHistory<S> {
    const { sets } = this;
    const own = sets.single(lock);
    const earlier = sets.union(this.#usesBeforeRelease(history), history.R);
    return {
      ...history,
      R: sets.union(history.R, own),
      RH: history.RH.map((before, j) => (j === lock ? sets.union(own, earlier) : before)),
      HT: sets.difference(history.HT, own),
    };
  }
}

/** One action on a lock, for building a history from a word of parentheses. */
export type LockAction = { readonly kind: 'acquire' | 'release'; readonly lock: Lock };

/** η: the history of a whole word. */
export function historyOf<S>(
  histories: LockHistories<S>,
  held: Iterable<Lock>,
  word: Iterable<LockAction>,
): LockHistory<S> {
  let history = histories.initially(lockSetOf(histories.sets, held));
  for (const { kind, lock } of word) history = histories[kind](history, lock);
  return history;
}
