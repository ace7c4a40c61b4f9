// A scheme as words for the kernel: of each rule its arity, the number of its terms, and these, arguments first, as what the
// head is, its number and the number of arguments. Terminals are numbered here.

import type { Head, Scheme, Term } from '../scheme.js';

export interface SchemeWords {
  readonly words: readonly number[];
  /** By number: name and number of arguments. */
  readonly terminals: readonly { readonly name: string; readonly rank: number }[];
}

const kinds = { rule: 0, variable: 1, terminal: 2 } as const;

export function schemeWords({ rules }: Scheme): SchemeWords {
  const words: number[] = [];
  const terminals: { name: string; rank: number }[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (head: Head, rank: number): number => {
    if (head.kind === 'rule') return head.rule;
    if (head.kind === 'variable') return head.index;
    let number = numbers.get(head.name);
    if (number === undefined) {
      number = terminals.push({ name: head.name, rank }) - 1;
      numbers.set(head.name, number);
    }
    return number;
  };
  /** Depth is bounded by the parser. Returns the number of terms. */
  const write = ({ head, args }: Term): number => {
    let terms = 1;
    for (const arg of args) terms += write(arg);
    words.push(kinds[head.kind], numberOf(head, args.length), args.length);
    return terms;
  };
  for (const { parameters, body } of rules) {
    const at = words.push(parameters.length, 0) - 1;
    words[at] = write(body);
  }
  return { words, terminals };
}
