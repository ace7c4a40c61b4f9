// The automaton of a scope that procedures open on entry and close on exit: a reentrant lock (004, Table 1), or a unit
// of work. Two states, outside and inside; entering from outside is what counts, everything nested is not.
// Unlike Table 1 as printed, entries of procedures may be read at internal positions too: with the paper's alphabet the
// first step inside any procedure reads its entry, and the printed template accepts no run of Fig. 4 that has one.

import type { NestedWordAutomaton } from './nested-word-automaton.js';

/** Unlocked, not in a unit. */
export const outside = 0;
/** Locked, in a unit. */
export const inside = 1;

export interface ScopeSymbols {
  /** Entries of the procedures that open the scope; read at call positions. */
  readonly entries: ReadonlySet<number>;
  /** Exits of these procedures; read at return positions. */
  readonly exits: ReadonlySet<number>;
}

export function scopeTemplate({ entries, exits }: ScopeSymbols): NestedWordAutomaton {
  return {
    stateCount: 2,
    initial: outside,
    finals: new Set([outside, inside]),
    internal: (state) => [state],
    call: (state, symbol) => [entries.has(symbol) ? inside : state],
    return: (state, caller, symbol) => {
      const expected = exits.has(symbol) ? inside : caller;
      return state === expected ? [caller] : [];
    },
  };
}
