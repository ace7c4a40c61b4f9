// Everything that a run shows to be wrong; where two rules speak of the same location, the more telling one.

import type { Run } from '../../../model/script/machine/run.js';
import { afterLast } from './after-last.js';
import { lostOpened } from './candidates/lost-opened.js';
import { History } from './history.js';
import { joinedLate } from './joined-late.js';
import { lateAnswers } from './late-answers.js';
import { lateLosers, lateOfMany } from './left-behind.js';
import { brokenUses, openedMeanwhile, registeredLate, reopened } from './lifecycle.js';
import { olderStored } from './older-stored.js';
import { deadlocks, shiftedIterations, staleResponses } from './others.js';
import { flagsHeldTwice, heldBeyond, resetUnseen } from './reservations.js';
import { staleWrites } from './stale.js';
import { superseded } from './superseded.js';
import { unready } from './unready.js';
import type { Violation } from './violation.js';

export function judge(run: Run): Violation[] {
  const history = new History(run);
  const found = [
    ...brokenUses(history),
    ...registeredLate(history),
    ...reopened(history),
    ...openedMeanwhile(history),
    ...lostOpened(history),
    ...afterLast(history),
    ...staleWrites(history),
    ...staleResponses(history),
    ...lateAnswers(history),
    ...olderStored(history),
    ...shiftedIterations(history),
    ...deadlocks(history),
    ...lateLosers(history),
    ...lateOfMany(history),
    ...resetUnseen(history),
    ...flagsHeldTwice(history),
    ...heldBeyond(history),
    ...unready(history),
    ...joinedLate(history),
    ...superseded(history),
  ];
  return found;
}
