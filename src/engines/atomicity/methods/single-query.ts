// A querySet with a single query: one pattern, one order of its variables, and an automaton that knows no other side.

import type { AccessPattern } from '../../../logic/access-patterns/pattern.js';
import { type QuerySet, querySetOf } from '../../../logic/access-patterns/query-set.js';
import { sideOf } from '../../../logic/access-patterns/side.js';
import { sideAutomaton } from '../../../logic/access-patterns/side-automaton.js';

export function singleQuery(pattern: AccessPattern, variables: readonly number[]): QuerySet {
  const [u, v] = [sideOf(pattern, 'u', variables), sideOf(pattern, 'v', variables)];
  const { boundOnly, automaton: whole } = querySetOf([pattern], pattern.variables)!;
  const automaton = sideAutomaton([u, v], whole.endsWithOneAccess);
  const query = { pattern, variables, uState: automaton.stateOf(u), vState: automaton.stateOf(v) };
  return { automaton, queries: [query], boundOnly, name: `${pattern.id} ${variables}` };
}
