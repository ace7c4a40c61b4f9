// What a search reports to (its figures, and the memory that its tables take), and how it is to go about.

import type { SmtSolver } from '../../verdict/engine.js';

export interface SearchStatistics {
  controls: number;
  places: number;
  transitions: number;
  expanded: number;
  minimal: number;
  nodes: number;
  /** Paths that were summarized. */
  formulas: number;
}

export interface SearchContext {
  readonly statistics: SearchStatistics;
  /** Accounts for large tables; negative when they are given back. */
  readonly reserve: (bytes: number) => void;
  /** The searches as the paper has them: no reduction before, no invariant that refutes. */
  readonly plain?: boolean;
  /** Decides every formula of a summary once more; a disagreement is an error. */
  readonly secondSolver?: SmtSolver;
}

export function emptyStatistics(): SearchStatistics {
  return { controls: 0, places: 0, transitions: 0, expanded: 0, minimal: 0, nodes: 0, formulas: 0 };
}

/** For those who do not keep accounts. */
export function idleContext(): SearchContext {
  return { statistics: emptyStatistics(), reserve: () => {} };
}
