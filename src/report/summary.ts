// How many answers of each kind a report gives.

import type { Verdict } from '../verdict/verdict.js';

export type VerdictKind = Verdict['kind'];
export type Summary = Record<VerdictKind, number>;

export function emptySummary(): Summary {
  return { violated: 0, holds: 0, unknown: 0 };
}

export function printSummary(summary: Readonly<Summary>): string {
  const { violated, holds, unknown } = summary;
  return `${count(violated)} violated, ${count(holds)} ${holds === 1 ? 'holds' : 'hold'}, ${count(unknown)} unknown`;
}

/** 1234567 as `1,234,567`, whatever the locale. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
