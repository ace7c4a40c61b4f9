// The parts of the search that can be switched off: reductions, at the cost of time, and rules of the algorithm, at the cost
// of exactness (tests do that to show that each is needed).

export interface Reductions {
  /** Steps that no other thread can see are taken together with the step before them. */
  readonly localSteps: boolean;
  /** Threads of one kind are interchangeable. */
  readonly threadSymmetry: boolean;
  /** Locals that nobody will read do not tell states apart. */
  readonly liveLocals: boolean;
}

export const allReductions: Reductions = { localSteps: true, threadSymmetry: true, liveLocals: true };

/** The names that `--reductions` takes. */
export const reductionNames = ['local-steps', 'thread-symmetry', 'live-locals'] as const;

/** Those with these names, and no others. */
export function reductionsNamed(names: readonly string[]): Reductions {
  const has = (name: string) => names.includes(name);
  return {
    localSteps: has('local-steps'),
    threadSymmetry: has('thread-symmetry'),
    liveLocals: has('live-locals'),
  };
}

export interface SearchRules {
  /** At every node: a thread that waits for a held lock conflicts with the acquire of its owner. */
  readonly blockedCheck: boolean;
  /** A step back to a state on the stack proves nothing: other threads must have their turn (Fig. 6, lines 44-47). */
  readonly successorOnStack: boolean;
  /** Conflicts seen from a state count for everyone who comes to that state (Fig. 7, lines 27-34). */
  readonly futureRaces: boolean;
}

export const allRules: SearchRules = { blockedCheck: true, successorOnStack: true, futureRaces: true };
