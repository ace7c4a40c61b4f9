// The parts of the search that can be switched off: reductions, at the cost of time, and rules of the algorithm, at the cost
// of exactness (tests do that to show that each is needed).

export interface Reductions {
  /** Steps that no other thread can see are taken together with the step before them. */
  readonly localSteps: boolean;
  /** A thread that goes on with steps nobody is known to conflict with is not compared with visited states. */
  readonly transactions: boolean;
  /** Threads of one kind are interchangeable. */
  readonly threadSymmetry: boolean;
  /** Locals that nobody will read do not tell states apart. */
  readonly liveLocals: boolean;
}

export const allReductions: Reductions = {
  localSteps: true,
  transactions: true,
  threadSymmetry: true,
  liveLocals: true,
};

/** The names that `--reductions` takes. */
export const reductionNames = ['local-steps', 'transactions', 'thread-symmetry', 'live-locals'] as const;

/** The given ones, by name. */
export function reductionsUsed(reductions: Reductions): string[] {
  const used: Record<(typeof reductionNames)[number], boolean> = {
    'local-steps': reductions.localSteps,
    transactions: reductions.transactions,
    'thread-symmetry': reductions.threadSymmetry,
    'live-locals': reductions.liveLocals,
  };
  return reductionNames.filter((name) => used[name]);
}

/** Those with these names, and no others. */
export function reductionsNamed(names: readonly string[]): Reductions {
  const has = (name: string) => names.includes(name);
  return {
    localSteps: has('local-steps'),
    transactions: has('transactions'),
    threadSymmetry: has('thread-symmetry'),
    liveLocals: has('live-locals'),
  };
}

/** Each with the lemma of docs/theory/explore.md that needs it. */
export interface SearchRules {
  /** Acquires of one lock by two threads conflict (persistence). */
  readonly lockConflicts: boolean;
  /** At compared nodes: a thread that waits for a held lock conflicts with the acquire of its owner (persistence). */
  readonly blockedCheck: boolean;
  /** A rival that cannot move at the node it is wanted at stands for all threads (persistence). */
  readonly disabledRivals: boolean;
  /** A step back to a state on the stack proves nothing: other threads must have their turn (progress; Fig. 6, lines 44-47). */
  readonly successorOnStack: boolean;
  /** Where only steps back are left, every slot may conflict in what is still to be explored (conflicts). */
  readonly everyConflict: boolean;
  /** Conflicts seen from a state count for everyone who comes to that state (conflicts; Fig. 7, lines 27-34). */
  readonly futureRaces: boolean;
  /** A visit covers another only if its locksets are no larger (conflicts)… */
  readonly compareWriters: boolean;
  /** … those of readers as well. */
  readonly compareReaders: boolean;
  /** What continuations of a visited state ask for is asked for by those of everyone who comes to that state (footprints). */
  readonly closedFootprints: boolean;
  /** Where not all continuations of a visit are known, it is compared by the locksets of data (races across cuts are real). */
  readonly openLocksets: boolean;
}

export const allRules: SearchRules = {
  lockConflicts: true,
  blockedCheck: true,
  disabledRivals: true,
  successorOnStack: true,
  everyConflict: true,
  futureRaces: true,
  compareWriters: true,
  compareReaders: true,
  closedFootprints: true,
  openLocksets: true,
};
