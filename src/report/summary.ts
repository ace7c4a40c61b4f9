// How many answers of each kind a report gives.

import type { Verdict } from '../verdict/verdict.js';
import type { ReportEntry } from './report.js';

export type VerdictKind = Verdict['kind'];
/** A violation that is accepted counts as that only. */
export type Summary = Record<VerdictKind | 'accepted', number>;

export function countEntry(summary: Summary, { finding, accepted }: ReportEntry): void {
  summary[accepted ? 'accepted' : finding.verdict.kind]++;
}

export function emptySummary(): Summary {
  return { violated: 0, holds: 0, unknown: 0, accepted: 0 };
}

export function printSummary(summary: Readonly<Summary>): string {
  const { violated, holds, unknown, accepted } = summary;
  const rest = accepted > 0 ? `, ${count(accepted)} accepted` : '';
  return `${count(violated)} violated, ${count(holds)} ${holds === 1 ? 'holds' : 'hold'}, ${count(unknown)} unknown${rest}`;
}

/** 1234567 as `1,234,567`, whatever the locale. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
