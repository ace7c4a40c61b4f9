// One execution of a program, step by step and back again, on the reference semantics, with what goes wrong on the way.

import { type Move, movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State } from '../../../model/program/state.js';
import { type ProgramRun, takeStep } from '../../../verdict/program-run.js';
import type { WitnessStep } from '../../../verdict/witness.js';
import { witnessOfRun } from '../../../verdict/witness-of-run.js';
import { raceMonitor } from '../race-monitor.js';
import { deadlockViolations, failureViolation, raceViolation } from '../violation.js';

/** A step that could be taken, or was. */
export interface OfferedStep {
  readonly move: Move;
  readonly shown: WitnessStep;
}

interface Moment {
  readonly state: State;
  readonly locksets: ReturnType<typeof raceMonitor.initial>;
  /** The step that led here, and what it showed. */
  readonly step?: OfferedStep;
  readonly remarks: readonly string[];
}

export class Stepping {
  readonly #moments: Moment[];

  constructor(readonly program: Program) {
    const state = initialState(program);
    this.#moments = [{ state, locksets: raceMonitor.initial(state), remarks: this.#deadlock(state) }];
  }

  get #now(): Moment {
    return this.#moments[this.#moments.length - 1]!;
  }

  get state(): State {
    return this.#now.state;
  }

  get stepCount(): number {
    return this.#moments.length - 1;
  }

  /** What the last step showed: failures, races, a deadlock. */
  get remarks(): readonly string[] {
    return this.#now.remarks;
  }

  offered(): OfferedStep[] {
    return movesOf(this.program, this.state).map((move) => ({ move, shown: this.#show(this.state, move) }));
  }

  #show(state: State, move: Move): WitnessStep {
    const run: ProgramRun = { program: this.program, initial: state, steps: [takeStep(this.program, state, move)] };
    return witnessOfRun(run).steps[0]!;
  }

  take(step: OfferedStep): void {
    const taken = takeStep(this.program, this.state, step.move);
    const { watched, violations } = raceMonitor.next(this.#now.locksets, taken);
    const failed = failureViolation(this.program, taken);
    const failure = failed ? [`${step.shown.thread} goes wrong: ${taken.failure!.reason}`] : [];
    const races =
      violations.length > 0 && this.program.scheduling === 'preemptive' && taken.event.kind === 'access'
        ? [`${raceViolation(taken.event.cell.name).id}`]
        : [];
    const remarks = [...failure, ...races, ...this.#deadlock(taken.after)];
    this.#moments.push({ state: taken.after, locksets: watched, step, remarks });
  }

  #deadlock(state: State): string[] {
    const deadlocks = deadlockViolations(this.program, state);
    return deadlocks.map(
      ({ property }) => `deadlock: ${property.kind === 'deadlock' ? (property.blocked ?? []).join(', ') : ''}`,
    );
  }

  /** How many steps were taken back. */
  back(count: number): number {
    const dropped = Math.min(count, this.stepCount);
    this.#moments.length -= dropped;
    return dropped;
  }

  trace(): WitnessStep[] {
    return this.#moments.flatMap(({ step }) => (step ? [step.shown] : []));
  }
}
