// Which locks matter to a question about two processes (theory page, step 5): those that both acquire and that at least
// one of them may hold at an access of the question. A lock that only one of them never holds at an access must stay.

import { type BitSet, elementsOf, emptySet } from '../base/bit-set.js';
import type { Cone } from './atomicity-cone-filter.js';
import type { FlowProcess } from './atomicity-flow.js';

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

/** Any number of processes: locks that at least two of them acquire. */
export function sharedCone(flows: readonly FlowProcess[], variables: readonly number[], allUnits: boolean): Cone {
  const [first] = flows;
  if (first?.program.scheduling === 'cooperative') return { ...wholeCone(first, variables), ...unitsOf(allUnits) };
  let once = emptySet;
  let twice = emptySet;
  for (const flow of flows) {
    const acquired = flow.locks.get(flow.entry)!;
    twice |= once & acquired;
    once |= acquired;
  }
  return { variables, locks: elementsOf(twice), ...unitsOf(allUnits) };
}

function unitsOf(allUnits: boolean): Pick<Cone, 'allUnits'> {
  return allUnits ? { allUnits: true } : {};
}
