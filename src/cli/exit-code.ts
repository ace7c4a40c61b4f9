// What scripts rely on (contract.md): 2 could not run > 1 violated > 3 unknown > 0 everything holds.

import type { ReportEntry } from '../report/report.js';
import { isPossible } from '../report/summary.js';

export type ExitCode = 0 | 1 | 2 | 3;

export interface Tally {
  readonly violated: number;
  readonly unknown: number;
  readonly failed: boolean;
}

export function exitCode({ violated, unknown, failed }: Tally): ExitCode {
  if (failed) return 2;
  if (violated > 0) return 1;
  return unknown > 0 ? 3 : 0;
}

/** Accepted and tolerated violations fail nothing. */
export function tally(entries: Iterable<ReportEntry>, failed: boolean): Tally {
  let violated = 0;
  let unknown = 0;
  for (const entry of entries) {
    const { kind } = entry.finding.verdict;
    if (entry.accepted || entry.tolerated) continue;
    if (kind === 'unknown' || isPossible(entry)) unknown++;
    else if (kind === 'violated') violated++;
  }
  return { violated, unknown, failed };
}
