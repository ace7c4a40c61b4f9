// What a search hands back, whichever way it searched.

import type { Move } from '../../model/program/moves.js';
import type { Violation } from './violation.js';

export interface SearchLimits {
  readonly maxStates: number;
  /** In steps of the program. */
  readonly maxDepth: number;
}

export interface FoundViolation extends Violation {
  /** From the initial state, in order. */
  readonly moves: readonly Move[];
}

export interface SearchResult {
  readonly violations: readonly FoundViolation[];
  readonly states: number;
  readonly transitions: number;
  /** Paths that were followed to their end; only searches that follow paths know. */
  readonly executions?: number;
  /** Why the search ended before it saw everything. */
  readonly cut?: string;
}
