// What scripts rely on (contract.md): 2 could not run > 1 violated > 3 unknown > 0 everything holds.

import type { ReportEntry } from '../report/report.js';
import { isPossible } from '../report/summary.js';

export type ExitCode = 0 | 1 | 2 | 3;

/** Counts entries as they come. Accepted and tolerated violations fail nothing. */
export class Tally {
  entries = 0;
  violated = 0;
  unknown = 0;

  add(entry: ReportEntry): void {
    this.entries++;
    const { kind } = entry.finding.verdict;
    if (entry.accepted || entry.tolerated) return;
    if (kind === 'unknown' || isPossible(entry)) this.unknown++;
    else if (kind === 'violated') this.violated++;
  }

  exitCode(failed: boolean): ExitCode {
    if (failed) return 2;
    if (this.violated > 0) return 1;
    return this.unknown > 0 ? 3 : 0;
  }
}
