// The terms of a scheme's rules, numbered: each place in a body is an occurrence. Arguments come before what they are
// arguments of.

import type { Head, Scheme, Term } from '../scheme.js';

export interface Occurrence {
  readonly rule: number;
  readonly head: Head;
  readonly args: readonly number[];
  /** The variables in it, ascending. */
  readonly variables: readonly number[];
}

export interface Occurrences {
  readonly all: readonly Occurrence[];
  /** Per rule: the occurrence that is its body. */
  readonly bodies: readonly number[];
  /** Per rule: the occurrences that it is the head of. */
  readonly headOf: readonly (readonly number[])[];
  /** Per occurrence: the one that it is an argument of; -1 for bodies. */
  readonly parents: Int32Array;
}

const none: readonly number[] = [];

export function numberOccurrences({ rules }: Scheme): Occurrences {
  const all: Occurrence[] = [];
  const headOf: number[][] = rules.map(() => []);
  /** Depth is bounded by the parser. */
  const number = ({ head, args: terms }: Term, rule: number): number => {
    const args: number[] = [];
    const found = new Set<number>();
    if (head.kind === 'variable') found.add(head.index);
    for (const term of terms) {
      const arg = number(term, rule);
      args.push(arg);
      for (const variable of all[arg]!.variables) found.add(variable);
    }
    if (head.kind === 'rule') headOf[head.rule]!.push(all.length);
    const variables = found.size === 0 ? none : [...found].sort((a, b) => a - b);
    return all.push({ rule, head, args, variables }) - 1;
  };
  const bodies = rules.map(({ body }, rule) => number(body, rule));
  const parents = new Int32Array(all.length).fill(-1);
  for (const [id, { args }] of all.entries()) for (const arg of args) parents[arg] = id;
  return { all, bodies, headOf, parents };
}
