// Runs a search to its end and gives the violations it found, for comparisons.

import type { Program } from '../../../model/program/program.js';
import { initialState } from '../../../model/program/state.js';
import { fullSearch } from '../full/full-search.js';
import { foundViolations } from '../lockset/found-violations.js';
import { locksetSearch } from '../lockset/lockset-search.js';
import { allReductions, allRules, type Reductions, type SearchRules } from '../lockset/search-rules.js';
import { type OptimalRules, optimalRules } from '../optimal/optimal-search.js';
import { searchProgram } from '../optimal/search-program.js';
import { raceMonitor } from '../race-monitor.js';
import type { SearchLimits, SearchResult } from '../search-result.js';

export const noLimits: SearchLimits = { maxStates: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY };

/** The value a generator returns when nobody stops it. */
export function finish<T>(run: Generator<unknown, T, undefined>): T {
  for (;;) {
    const next = run.next(undefined);
    if (next.done) return next.value;
  }
}

/** States and locksets together; undefined if there are more than `maxStates`. */
export function searchFully(program: Program, maxStates: number): SearchResult | undefined {
  const limits = { ...noLimits, maxStates };
  const monitors = program.scheduling === 'preemptive' ? [raceMonitor] : []; // others cannot race
  const result = finish(fullSearch(program, initialState(program), monitors, limits));
  return result.cut === undefined ? result : undefined;
}

export interface LocksetModes {
  readonly remember: boolean;
  readonly hashCompaction?: boolean;
  /** Unless told otherwise, true. */
  readonly races?: boolean;
  readonly rules?: Partial<SearchRules>;
  readonly reductions?: Partial<Reductions>;
  readonly limits?: SearchLimits;
}

export function searchWithLocksets(program: Program, modes: LocksetModes): SearchResult {
  const result = finish(
    locksetSearch(program, {
      limits: modes.limits ?? noLimits,
      remember: modes.remember,
      races: modes.races ?? true,
      hashCompaction: modes.hashCompaction ?? false,
      rules: { ...allRules, ...modes.rules },
      reductions: { ...allReductions, ...modes.reductions },
      reserve: () => {},
    }),
  );
  const { sightings, cut, ...counts } = result;
  return { ...counts, violations: foundViolations(program, sightings), ...(cut === undefined ? {} : { cut }) };
}

export interface OptimalModes {
  readonly rules?: Partial<OptimalRules>;
  readonly limits?: SearchLimits;
}

export interface OptimalResult extends SearchResult {
  readonly executions: number;
  /** Executions that ended where every event sleeps. */
  readonly asleep: number;
}

export function searchOptimally(program: Program, modes: OptimalModes = {}): OptimalResult {
  const result = finish(
    searchProgram(program, {
      limits: modes.limits ?? noLimits,
      races: true,
      rules: { ...optimalRules, ...modes.rules },
      reserve: () => {},
    }),
  );
  const { sightings, cut, ...counts } = result;
  return { ...counts, violations: foundViolations(program, sightings), ...(cut === undefined ? {} : { cut }) };
}

export function idsOf(result: SearchResult): string[] {
  return result.violations.map((violation) => violation.id).sort();
}
