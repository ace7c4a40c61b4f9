// Accepts the trees whose threads release locks innermost first, never acquire one twice and end without any: the
// input condition of the labels question. A state is the stack of held locks.

import {
  atom,
  conjunction,
  type Formula,
  falsity,
  type TreeAutomaton,
  truth,
} from '../../logic/tree-automata/index.js';
import { type SchemeActions, schemeAction } from './scheme-action.js';

export function buildLockingAutomaton(actions: SchemeActions): TreeAutomaton {
  return {
    initial: 'held',
    transition: (state, symbol, rank) => transition(actions, state.split('_').slice(1), symbol, rank),
  };
}

function stateOf(held: readonly string[]): string {
  return ['held', ...held].join('_');
}

function transition(actions: SchemeActions, held: readonly string[], symbol: string, rank: number): Formula {
  const action = schemeAction(actions, symbol);
  const same = stateOf(held);
  switch (action.kind) {
    case 'acquire':
      return held.includes(String(action.lock)) ? falsity : atom(1, stateOf([...held, String(action.lock)]));
    case 'release':
      return held.at(-1) === String(action.lock) ? atom(1, stateOf(held.slice(0, -1))) : falsity;
    case 'spawn':
      return conjunction([atom(1, same), atom(2, stateOf([]))]);
    case 'branch':
      return conjunction([atom(1, same), atom(2, same)]);
    case 'end':
      return held.length === 0 ? truth : falsity;
    case 'bottom':
      return truth;
    default:
      return rank === 0 ? truth : atom(1, same);
  }
}
