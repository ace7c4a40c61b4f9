// One answer per query of a sheet and role: what is said about the query with the first of two threads playing u, or v.

import type { Role } from './pattern.js';
import type { PatternSheet, SheetQuery } from './pattern-sheet.js';

/** By query, then by the role of the first thread. */
export type SheetAnswers<T> = readonly Readonly<Record<Role, T>>[];

export const roles: readonly Role[] = ['u', 'v'];

export function answerEach<T>(
  { queries }: Pick<PatternSheet, 'queries'>,
  answer: (query: SheetQuery, roleOfFirst: Role, index: number) => T,
): SheetAnswers<T> {
  return queries.map((query, i) => ({ u: answer(query, 'u', i), v: answer(query, 'v', i) }));
}
