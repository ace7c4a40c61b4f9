// How many answers of each kind a report gives.

import type { Verdict } from '../verdict/verdict.js';
import type { ReportEntry } from './report.js';

export type VerdictKind = Verdict['kind'];
/** A violation that is accepted counts as that only; one that is only possible is unknown, and counted beside. */
export type Summary = Record<VerdictKind | 'accepted' | 'possible', number>;

/** It happens with data abstracted; whether it does with the data is not known. (A trace has no data to abstract.) */
export function isPossible({ finding: { verdict }, insisted }: ReportEntry): boolean {
  return verdict.kind === 'violated' && !verdict.confirmed && !insisted && verdict.scope.kind !== 'recorded-trace';
}

export function countEntry(summary: Summary, entry: ReportEntry): void {
  const possible = isPossible(entry);
  summary[entry.accepted ? 'accepted' : possible ? 'unknown' : entry.finding.verdict.kind]++;
  if (possible && !entry.accepted) summary.possible++;
}

export function emptySummary(): Summary {
  return { violated: 0, holds: 0, unknown: 0, accepted: 0, possible: 0 };
}

export function printSummary(summary: Readonly<Summary>): string {
  const { violated, holds, unknown, accepted, possible } = summary;
  const unsure = possible > 0 ? ` (${count(possible)} possible)` : '';
  const rest = accepted > 0 ? `, ${count(accepted)} accepted` : '';
  return `${count(violated)} violated, ${count(holds)} ${holds === 1 ? 'holds' : 'hold'}, ${count(unknown)} unknown${unsure}${rest}`;
}

/** 1234567 as `1,234,567`, whatever the locale. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
