// The terms of a scheme's rules, numbered. An occurrence is a term in a body, however often it stands there. Arguments come
// before what they are arguments of, the rules one after the other; the body is the last of its rule.

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
  /** Per occurrence: those that it is an argument of; some twice. */
  readonly parents: readonly (readonly number[])[];
}

const none: readonly number[] = [];

export function numberOccurrences({ rules }: Scheme): Occurrences {
  const all: Occurrence[] = [];
  const headOf: number[][] = rules.map(() => []);
  const parents: number[][] = [];
  const add = (occurrence: Occurrence): number => {
    const id = all.push(occurrence) - 1;
    parents.push([]);
    for (const arg of occurrence.args) parents[arg]!.push(id);
    if (occurrence.head.kind === 'rule') headOf[occurrence.head.rule]!.push(id);
    return id;
  };
  /** Depth is bounded by the parser. */
  const number = ({ head, args: terms }: Term, rule: number, known: Map<string, number>): number => {
    const args = terms.map((term) => number(term, rule, known));
    const key = `${keyOf(head)} ${args.join()}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const id = add({ rule, head, args, variables: variablesIn(head, args, all) });
    known.set(key, id);
    return id;
  };
  const bodies = rules.map(({ body }, rule) => number(body, rule, new Map()));
  return { all, bodies, headOf, parents };
}

function keyOf(head: Head): string {
  if (head.kind === 'terminal') return `terminal ${head.name}`;
  return head.kind === 'rule' ? `rule ${head.rule}` : `variable ${head.index}`;
}

function variablesIn(head: Head, args: readonly number[], all: readonly Occurrence[]): readonly number[] {
  const found = new Set<number>();
  if (head.kind === 'variable') found.add(head.index);
  for (const arg of args) for (const variable of all[arg]!.variables) found.add(variable);
  return found.size === 0 ? none : [...found].sort((a, b) => a - b);
}
