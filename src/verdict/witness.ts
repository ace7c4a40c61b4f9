// An execution that shows a violation, step by step and complete, so that replay is linear: where a thread has a choice
// the step says which (`choice`, the index among the thread's alternatives at that point; `value`, a chosen number).

import type { JsonObject } from '../base/json.js';
import type { Place } from '../base/source-text.js';

export interface WitnessStep {
  /** `P#1`, `P#2`; spawned threads `P/f#1`. */
  readonly thread: string;
  /** read, write, acquire, release, call, spawn, … */
  readonly action: string;
  readonly target?: string;
  readonly place?: Place;
  /** Control flow and other steps that change nothing a reader cares about. */
  readonly silent?: true;
  readonly choice?: number;
  readonly value?: number;
  /** What the step changed, for the trace table: `x = 3`, `holds l`. */
  readonly change?: string;
  /** Why this step matters, printed beside it: `first access of the pattern`. */
  readonly note?: string;
}

/** An ordering edge between two steps (indices from 0), drawn between lanes: release to acquire, fork to first step. */
export interface OrderEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface Witness {
  readonly steps: readonly WitnessStep[];
  readonly edges?: readonly OrderEdge[];
  /** Engine-specific plain data that stands beside `steps` in the report: `threads`, `accesses`, `tree`, … */
  readonly details?: JsonObject;
}
