// Everything that a run shows to be wrong; where two rules speak of the same location, the more telling one.

import type { Run } from '../../../model/script/machine/run.js';
import { History } from './history.js';
import { lateLosers } from './left-behind.js';
import { brokenUses, openedMeanwhile, registeredLate, reopened } from './lifecycle.js';
import { deadlocks, shiftedIterations, staleResponses } from './others.js';
import { flagsHeldTwice, resetUnseen } from './reservations.js';
import { staleWrites } from './stale.js';
import type { Violation } from './violation.js';

export function judge(run: Run): Violation[] {
  const history = new History(run.events, run.start, run.machine.parameters);
  const found = [
    ...brokenUses(history),
    ...registeredLate(history),
    ...reopened(history),
    ...openedMeanwhile(history),
    ...staleWrites(history),
    ...staleResponses(history),
    ...shiftedIterations(history),
    ...deadlocks(history),
    ...lateLosers(history),
    ...resetUnseen(history),
    ...flagsHeldTwice(history),
  ];
  return found;
}
