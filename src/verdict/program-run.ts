// An execution of a program, step by step. Engines find moves; witness-of-run.ts makes a witness of them.

import { eventOf, type StepEvent } from '../model/program/event.js';
import type { Move } from '../model/program/moves.js';
import type { Program } from '../model/program/program.js';
import type { State } from '../model/program/state.js';
import { applyMove, type Failure } from '../model/program/step.js';
import type { WitnessStep } from './witness.js';

export interface ProgramRun {
  readonly program: Program;
  readonly initial: State;
  readonly steps: readonly RunStep[];
}

export interface RunStep {
  readonly before: State;
  readonly move: Move;
  readonly event: StepEvent;
  readonly after: State;
  readonly failure?: Failure;
  /** A step of a witness of which it is known that it shows this one (quiet-steps.ts). */
  readonly shownAs?: WitnessStep;
}

export function takeStep(program: Program, before: State, move: Move): RunStep {
  const { state, failure } = applyMove(program, before, move);
  const event = eventOf(program, before, move, failure);
  return { before, move, event, after: state, ...(failure ? { failure } : {}) };
}

export function runMoves(program: Program, initial: State, moves: readonly Move[]): ProgramRun {
  const steps: RunStep[] = [];
  let state = initial;
  for (const move of moves) {
    const step = takeStep(program, state, move);
    steps.push(step);
    state = step.after;
  }
  return { program, initial, steps };
}

export function finalState(run: ProgramRun): State {
  return run.steps[run.steps.length - 1]?.after ?? run.initial;
}
