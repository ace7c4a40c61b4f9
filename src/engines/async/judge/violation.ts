// What a run shows to be wrong.

import type { RuleCode } from '../../../base/rule.js';
import type { Unit } from '../../../model/script/machine/frame.js';
import type { Spot } from '../../../model/script/machine/trace.js';

export interface Violation {
  readonly code: RuleCode;
  /** The location as the source writes it. */
  readonly location: string;
  readonly unit: Unit;
  readonly other: Unit;
  /** Indices into the events of the run: what was seen, what came between, what was done nevertheless. */
  readonly seen: number;
  readonly between: number;
  readonly act: number;
  readonly spot: Spot;
  readonly severity: 'error' | 'warning';
  /** What was done, where that is no location. */
  readonly deed?: string;
}
