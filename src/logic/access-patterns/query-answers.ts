// One answer per query of a querySet and role: what is said about the query with the first of two threads playing u, or v.

import type { Role } from './pattern.js';
import type { PatternQuery, QuerySet } from './query-set.js';

/** By query, then by the role of the first thread. */
export type QueryAnswers<T> = readonly Readonly<Record<Role, T>>[];

export const roles: readonly Role[] = ['u', 'v'];

export function answerEach<T>(
  { queries }: Pick<QuerySet, 'queries'>,
  answer: (query: PatternQuery, roleOfFirst: Role, index: number) => T,
): QueryAnswers<T> {
  return queries.map((query, i) => ({ u: answer(query, 'u', i), v: answer(query, 'v', i) }));
}
