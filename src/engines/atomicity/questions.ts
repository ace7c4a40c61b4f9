// The choices of one or two variables of one atomic set that patterns are about.

import type { AtomicSet } from '../../model/program/program.js';

/** Everything that is asked about each pair of thread classes, in its order. */
export interface AskedChoice {
  /** Number of the atomic set. */
  readonly set: number;
  readonly variables: readonly number[];
  /** Sets may overlap: a violation is told once, but counts for every set. */
  readonly isNew: boolean;
}

export function askedChoices(sets: readonly AtomicSet[]): AskedChoice[] {
  const seen = new Set<string>();
  return sets.flatMap((set, number) =>
    variableChoices(set.variables).map((variables) => {
      const isNew = !seen.has(variables.join());
      seen.add(variables.join());
      return { set: number, variables, isNew };
    }),
  );
}

/** All choices of one variable, then of two, of a set; the two in the set's order. */
function variableChoices(variables: readonly number[]): (readonly number[])[] {
  const distinct = [...new Set(variables)];
  const pairs = distinct.flatMap((x, i) => distinct.slice(i + 1).map((y) => [x, y]));
  return [...distinct.map((x) => [x]), ...pairs];
}
