// Every outcome of a program by plain search: what the shared variables hold and how the entries ended, where nothing can
// move any more. `rules` can be broken on purpose, to see that somebody notices.

import { type Move, movesOf } from '../moves.js';
import type { Program } from '../program.js';
import { initialState, type State, stateKey } from '../state.js';
import { applyMove } from '../step.js';

export interface SearchRules {
  readonly moves: (program: Program, state: State) => Move[];
  /** The state that a move starts from. */
  readonly before: (state: State) => State;
}

export const trueRules: SearchRules = { moves: movesOf, before: (state) => state };

/** Undefined if there are more than `most` states. */
export function outcomesOf(program: Program, names: readonly string[], most: number, rules = trueRules) {
  const initial = initialState(program);
  const entries = initial.threads.length;
  const variables = names.map((name) => program.variables.findIndex((variable) => variable.name === name));
  const outcomes = new Set<string>();
  const seen = new Set([stateKey(initial)]);
  const stack = [initial];
  for (let state = stack.pop(); state; state = stack.pop()) {
    if (seen.size > most) return undefined;
    const from = rules.before(state);
    const moves = rules.moves(program, from);
    if (moves.length === 0) outcomes.add([...variables.map((id) => from.shared[id]), ...endsOf(from, entries)].join());
    for (const move of moves) {
      const { state: after, failure } = applyMove(program, from, move);
      if (failure) outcomes.add(failure.reason);
      if (seen.has(stateKey(after))) continue;
      seen.add(stateKey(after));
      stack.push(after);
    }
  }
  return outcomes;
}

function endsOf({ threads }: State, count: number): string[] {
  return threads.slice(0, count).map(({ settled }) => {
    if (!settled) return 'pending';
    return `${settled.failed ? 'failed' : 'returned'} ${settled.value}`;
  });
}
