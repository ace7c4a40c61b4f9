// Random nested-word automata, nondeterministic, and random words; and acceptance by trying every run.

import type { Rng } from '../../../base/rng.js';
import type { NestedWord } from '../nested-word.js';
import type { NestedWordAutomaton } from '../nested-word-automaton.js';

export function randomAutomaton(rng: Rng, stateCount: number, symbolCount: number): NestedWordAutomaton {
  const states = Array.from({ length: stateCount }, (_, i) => i);
  const table = (rows: number) => Array.from({ length: rows }, () => states.filter(() => rng.chance(0.55)));
  const internal = table(stateCount * symbolCount);
  const call = table(stateCount * symbolCount);
  const returns = table(stateCount * stateCount * symbolCount);
  return {
    stateCount,
    initial: 0,
    finals: new Set(states.filter(() => rng.chance(0.5))),
    internal: (q, symbol) => internal[q * symbolCount + symbol]!,
    call: (q, symbol) => call[q * symbolCount + symbol]!,
    return: (q, caller, symbol) => returns[(q * stateCount + caller) * symbolCount + symbol]!,
  };
}

export function randomWord(rng: Rng, length: number, symbolCount: number): NestedWord {
  const kinds = ['internal', 'call', 'return'] as const;
  return Array.from({ length }, () => ({ kind: rng.pick(kinds), symbol: rng.below(symbolCount) }));
}

/** The oracle: every run separately, with its stack of states before open calls. */
export function statesAfterEachRun(automaton: NestedWordAutomaton, word: NestedWord): Set<number> {
  let runs: { state: number; callers: readonly number[] }[] = [{ state: automaton.initial, callers: [] }];
  for (const { kind, symbol } of word) {
    runs = runs.flatMap(({ state, callers }) => {
      const caller = callers.at(-1) ?? automaton.initial;
      if (kind === 'internal') return automaton.internal(state, symbol).map((next) => ({ state: next, callers }));
      if (kind === 'call')
        return automaton.call(state, symbol).map((next) => ({ state: next, callers: [...callers, state] }));
      const rest = callers.slice(0, -1);
      return automaton.return(state, caller, symbol).map((next) => ({ state: next, callers: rest }));
    });
  }
  return new Set(runs.map(({ state }) => state));
}
