// Threads that take no part in a pattern but may have to run: their sides have no accesses. Patterns have 3 or 4 phases.

import { passiveSide } from './side.js';
import { type SideAutomaton, type SideStateId, sideAutomaton } from './side-automaton.js';

export const passiveAutomaton: SideAutomaton = sideAutomaton([3, 4].map(passiveSide));

/** Where a thread that only runs ends, in patterns of so many phases. */
export function passiveState(phases: number): SideStateId {
  return passiveAutomaton.stateOf(passiveSide(phases));
}
