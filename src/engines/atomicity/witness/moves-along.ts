// Steps of a path on the program's own semantics.

import { type Move, movesOfThread } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import type { RunStep } from '../../../verdict/program-run.js';
import type { LiftedStep } from './lift.js';

/** The move that a step of a path stands for, if it is possible. */
export function moveAlong(
  program: Program,
  state: State,
  thread: number,
  { edge, resumes }: Pick<LiftedStep, 'edge' | 'resumes'>,
): Move | undefined {
  if (!state.threads[thread] || (state.running !== -1 && state.running !== thread)) return undefined;
  const kind = resumes ? 'resume' : 'edge';
  return movesOfThread(program, state, thread).find((move) => move.kind === kind && move.edge === edge);
}

/** Does the step change anything but its own thread? */
export function concernsOthers({ before, after, failure }: RunStep): boolean {
  const isShared = after.shared !== before.shared || after.heap !== before.heap;
  return isShared || failure !== undefined || after.threads.length !== before.threads.length;
}
