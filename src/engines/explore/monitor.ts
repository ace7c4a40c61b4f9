// A monitor watches an execution step by step and says what it sees. The search runs in the product of the program's states
// and the monitor's, so a monitor's state must be finite for the search to end, and its key must tell its states apart.

import type { StepEvent } from '../../model/program/event.js';
import type { State } from '../../model/program/state.js';
import type { RunStep } from '../../verdict/program-run.js';
import type { Violation } from './violation.js';

export interface Monitor<S = unknown> {
  initial(state: State): S;
  next(watched: S, step: RunStep): { readonly watched: S; readonly violations: readonly Violation[] };
  key(watched: S): string;
  /** Told of every state in which nothing can move. */
  atEnd?(state: State): void;
  /** For monitors that look at nothing but a step's event and thread, and not at local steps: the two as text. */
  label?(event: StepEvent, thread: number): string;
}
