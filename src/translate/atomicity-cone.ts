// Which locks matter to a question about two processes (theory page, step 5): those that both acquire and that at least
// one of them may hold at an access of the question. A lock that only one of them never holds at an access must stay.

import { type BitSet, elementsOf, emptySet } from '../base/bit-set.js';
import type { FlowProcess } from './atomicity-flow.js';
import type { Cone } from './atomicity-slice.js';

export function coneOf(first: FlowProcess, second: FlowProcess, variables: readonly number[]): Cone {
  // Cooperative processes can be switched at every acquisition: all locks stay.
  if (first.program.scheduling === 'cooperative') return wholeCone(first, variables);
  const heldAt = (flow: FlowProcess) =>
    variables.reduce((set, variable) => set | (flow.heldAt.get(variable) ?? emptySet), emptySet);
  const acquired = (flow: FlowProcess): BitSet => flow.locks.get(flow.entry)!;
  return { variables, locks: elementsOf(acquired(first) & acquired(second) & (heldAt(first) | heldAt(second))) };
}

/** Every lock of the program. */
export function wholeCone({ program }: FlowProcess, variables: readonly number[]): Cone {
  return { variables, locks: program.locks.map((_, lock) => lock) };
}
