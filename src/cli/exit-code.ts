// What scripts rely on (contract.md): 2 could not run > 1 violated > 3 unknown > 0 everything holds.

import type { Verdict } from '../verdict/verdict.js';

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

export function tally(verdicts: Iterable<Verdict>, failed: boolean): Tally {
  let violated = 0;
  let unknown = 0;
  for (const { kind } of verdicts) {
    if (kind === 'violated') violated++;
    if (kind === 'unknown') unknown++;
  }
  return { violated, unknown, failed };
}
