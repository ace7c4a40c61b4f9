// What all race detectors have in common: they are told the events of a trace and collect the first race of each
// variable. After its first race a variable is not watched any more: the reset of its history would hide older conflicts.

import type { TraceVisitor } from '../../model/traces/trace-steps.js';

export interface Access {
  readonly event: number;
  readonly thread: number;
  readonly op: 'r' | 'w';
}

export interface Race {
  readonly variable: number;
  readonly earlier: Access;
  /** The first access of the variable that races. */
  readonly later: Access;
}

export interface Detector extends TraceVisitor {
  /** In the order of their later accesses. */
  readonly races: readonly Race[];
  /** Memory of the detector's tables, for the budget. */
  readonly bytes: number;
}

/** How a detector treats two reads. */
export type Conflicts = 'read-write' | 'any';
