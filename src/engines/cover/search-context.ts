// What a search reports to: its figures, and the memory that its tables take.

export interface SearchStatistics {
  controls: number;
  places: number;
  transitions: number;
  expanded: number;
  minimal: number;
  nodes: number;
}

export interface SearchContext {
  readonly statistics: SearchStatistics;
  /** Accounts for large tables; negative when they are given back. */
  readonly reserve: (bytes: number) => void;
}

export function emptyStatistics(): SearchStatistics {
  return { controls: 0, places: 0, transitions: 0, expanded: 0, minimal: 0, nodes: 0 };
}

/** For those who do not keep accounts. */
export function idleContext(): SearchContext {
  return { statistics: emptyStatistics(), reserve: () => {} };
}
