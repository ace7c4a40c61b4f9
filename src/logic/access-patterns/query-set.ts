// The queries about two processes and one or two variables, as pairs of side states: one automaton holds the sides of
// all patterns, in both roles and both orders of the variables, so one saturation per process answers all of them.

import type { AccessPattern, Role } from './pattern.js';
import { sideOf } from './side.js';
import { type SideAutomaton, sideAutomaton } from './side-automaton.js';

export interface PatternQuery {
  readonly pattern: AccessPattern;
  /** Which of the question's variables are x and y. */
  readonly variables: readonly number[];
  readonly uState: number;
  readonly vState: number;
}

export interface QuerySet {
  readonly automaton: SideAutomaton;
  readonly queries: readonly PatternQuery[];
  /** Every side has several accesses, which must be in one unit. */
  readonly boundOnly: boolean;
  /** Tells querySets apart in keys. */
  readonly name: string;
}

/** Undefined if no pattern is about that many variables. */
export function querySetOf(patterns: readonly AccessPattern[], variables: 1 | 2): QuerySet | undefined {
  const fitting = patterns.filter((pattern) => pattern.variables === variables);
  if (fitting.length === 0) return undefined;
  const orders =
    variables === 1
      ? [[0]]
      : [
          [0, 1],
          [1, 0],
        ];
  const asked = fitting.flatMap((pattern) => orders.map((order) => ({ pattern, variables: order })));
  const sidesOf = ({ pattern, variables: order }: (typeof asked)[number]) => ({
    u: sideOf(pattern, 'u', order),
    v: sideOf(pattern, 'v', order),
  });
  const endsWithOneAccess = fitting.every(({ events }) => events.at(-2)!.role !== events.at(-1)!.role);
  const automaton = sideAutomaton(
    asked.flatMap((query) => Object.values(sidesOf(query))),
    endsWithOneAccess,
  );
  const queries = asked.map((query) => {
    const { u, v } = sidesOf(query);
    return { ...query, uState: automaton.stateOf(u), vState: automaton.stateOf(v) };
  });
  const boundOnly = fitting.every(({ events }) => isBound(events, 'u') && isBound(events, 'v'));
  return { automaton, queries, boundOnly, name: `${variables}/${fitting.length}` };
}

function isBound(events: AccessPattern['events'], role: Role): boolean {
  return events.filter((event) => event.role === role).length > 1;
}
