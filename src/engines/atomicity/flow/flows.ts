// The threads of a program, with its data forgotten, and the questions about them; or the construct that the engine refuses.

import { derived } from '../../../base/derived.js';
import { abstractData } from '../../../model/program/abstract-data.js';
import { asynchronousConstruct } from '../../../model/program/asynchronous.js';
import type { Program } from '../../../model/program/program.js';
import { sharedLock } from '../../../model/program/shared-locks.js';
import type { Refusal } from '../../../translate/pushdown/lock-scopes.js';
import { ThreadQuestions } from '../threads/thread-questions.js';
import { keepAtEnd } from './keep-at-end.js';

/** The program of the questions is the one that all witnesses speak about. */
export const readQuestions = derived(
  (model: Program): ThreadQuestions | Refusal =>
    refuseAsynchronous(model) ?? ThreadQuestions.of(keepAtEnd(abstractData(model))),
);

function refuseAsynchronous(model: Program): Refusal | undefined {
  const construct = asynchronousConstruct(model) ?? sharedLock(model) ?? attemptBySwitching(model);
  if (!construct) return undefined;
  const because = `atomicity does not take \`${construct.name}\``;
  return { because, place: model.source.place(construct.origin) };
}

/** Whether a cooperative thread that takes a lock has to give the processor away before is told by kind of action alone. */
function attemptBySwitching({ scheduling, functions }: Program) {
  if (scheduling === 'preemptive') return undefined;
  const edge = functions.flatMap(({ edges }) => edges).find(({ action }) => 'attempt' in action);
  return edge && { name: 'tryAcquire with cooperative scheduling', origin: edge.origin };
}
