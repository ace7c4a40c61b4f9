// What there is to ask about a program: pairs of processes (a process with several instances also against itself) and
// the one or two variables of one atomic set that a pattern is about.

import type { Program } from '../../model/program/program.js';

/** Two threads; `first === second` means two instances of one process. */
export interface ProcessPair {
  readonly first: number;
  readonly second: number;
}

export function processPairs({ processes }: Program): ProcessPair[] {
  return processes.flatMap(({ instances }, first) =>
    processes.flatMap((_, second): ProcessPair[] => {
      const several = instances === 'any' || instances > 1;
      return second > first || (second === first && several) ? [{ first, second }] : [];
    }),
  );
}

/** All choices of one variable, then of two, of a set; the two in the set's order. */
export function variableChoices(variables: readonly number[]): (readonly number[])[] {
  const distinct = [...new Set(variables)];
  const pairs = distinct.flatMap((x, i) => distinct.slice(i + 1).map((y) => [x, y]));
  return [...distinct.map((x) => [x]), ...pairs];
}

export function threadNames(program: Program, { first, second }: ProcessPair): readonly [string, string] {
  const name = (process: number) => program.processes[process]!.name;
  return [`${name(first)}#1`, `${name(second)}#${first === second ? 2 : 1}`];
}
