// The terms of a scheme's rules, numbered: each place in a body is an occurrence.

import type { Head, Scheme, Term } from '../scheme.js';

export interface Occurrence {
  readonly rule: number;
  readonly head: Head;
  readonly args: readonly number[];
}

export interface Occurrences {
  readonly all: readonly Occurrence[];
  /** Per rule: the occurrence that is its body. */
  readonly bodies: readonly number[];
  /** Per rule: the rules whose bodies mention it. */
  readonly mentionedIn: readonly ReadonlySet<number>[];
}

export function numberOccurrences({ rules }: Scheme): Occurrences {
  const all: Occurrence[] = [];
  const mentionedIn = rules.map(() => new Set<number>());
  /** Depth is bounded by the parser. */
  const number = (term: Term, rule: number): number => {
    const args = term.args.map((arg) => number(arg, rule));
    if (term.head.kind === 'rule') mentionedIn[term.head.rule]!.add(rule);
    return all.push({ rule, head: term.head, args }) - 1;
  };
  const bodies = rules.map(({ body }, rule) => number(body, rule));
  return { all, bodies, mentionedIn };
}
