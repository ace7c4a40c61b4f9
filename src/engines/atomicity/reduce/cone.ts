// Which locks matter to a question about several processes (theory page, step 5): those that at least two acquire and, for
// patterns of two units, that at least one may hold at an access of the question. A lock that only one process never
// holds at an access must stay. Keeping a lock too many is exact, so all questions about some variables share one cone.

import { type BitSet, elementsOf, emptySet } from '../../../base/integers/bit-set.js';
import type { FlowProcess } from '../flow/flow.js';
import type { Cone } from './cone-filter.js';

export function coneOf(first: FlowProcess, second: FlowProcess, variables: readonly number[]): Cone {
  return jointCone([first, second], variables);
}

/** For questions about any two of the processes; one with several instances is listed twice. */
export function jointCone(flows: readonly FlowProcess[], variables: readonly number[]): Cone {
  const [first] = flows;
  // Cooperative processes can be switched at every acquisition: all locks stay.
  if (first?.program.scheduling === 'cooperative') return wholeCone(first, variables);
  const held = flows.reduce(
    (union, { heldAt }) => variables.reduce((set, variable) => set | (heldAt.get(variable) ?? emptySet), union),
    emptySet,
  );
  return { variables, locks: elementsOf(acquiredTwice(flows) & held) };
}

/** Every lock of the program. */
export function wholeCone({ program }: FlowProcess, variables: readonly number[]): Cone {
  return { variables, locks: program.locks.map((_, lock) => lock) };
}

/** Any number of processes: locks that at least two of them acquire. */
export function sharedCone(flows: readonly FlowProcess[], variables: readonly number[], allUnits: boolean): Cone {
  const [first] = flows;
  if (first?.program.scheduling === 'cooperative') return { ...wholeCone(first, variables), ...unitsOf(allUnits) };
  return { variables, locks: elementsOf(acquiredTwice(flows)), ...unitsOf(allUnits) };
}

function acquiredTwice(flows: readonly FlowProcess[]): BitSet {
  let once = emptySet;
  let twice = emptySet;
  for (const flow of flows) {
    const acquired = flow.locks.get(flow.entry)!;
    twice |= once & acquired;
    once |= acquired;
  }
  return twice;
}

function unitsOf(allUnits: boolean): Pick<Cone, 'allUnits'> {
  return allUnits ? { allUnits: true } : {};
}
