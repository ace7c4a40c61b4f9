// Sets of words of length at most k; a word of length k stands for all its continuations (004, section 3.1, "prefix
// weight domain"). A word is a string with one UTF-16 unit per letter, a weight a sorted list without duplicates.
// Wrap it in `interned` where the same products come again and again.

import type { MergingFunction, Semiring } from './semiring.js';

export type Words = readonly string[];

export interface PrefixWordsSemiring extends Semiring<Words> {
  readonly bound: number;
  readonly make: (words: Iterable<string>) => Words;
}

export function prefixWords(bound: number): PrefixWordsSemiring {
  const make = (words: Iterable<string>): Words => canonical([...words].map((word) => word.slice(0, bound)));
  return {
    name: `prefix-words(${bound})`,
    bound,
    zero: [],
    one: [''],
    combine: (a, b) => (a.length === 0 ? b : b.length === 0 ? a : canonical([...a, ...b])),
    extend: (a, b) => make(a.flatMap((left) => continuations(left, b, bound))),
    equal: (a, b) => a.length === b.length && a.every((word, i) => word === b[i]),
    print: (weight) => `{ ${weight.map((word) => printWord(word, bound)).join(', ')} }`,
    make,
  };
}

/** Empire's merging function (004, section 3.1): the call is followed by a constant, such as the release of a lock. */
export function followedBy<W>(semiring: Semiring<W>, constant: W): MergingFunction<W> {
  return (caller, callee) => semiring.extend(semiring.extend(caller, callee), constant);
}

/** A word of full length goes on with anything, provided that there is something to go on with. */
function continuations(left: string, rights: Words, bound: number): Words {
  return left.length === bound ? rights.slice(0, 1).map(() => left) : rights.map((right) => left + right);
}

function canonical(words: readonly string[]): Words {
  return [...new Set(words)].sort();
}

function printWord(word: string, bound: number): string {
  if (word.length === bound) return `${word}Σ*`;
  return word === '' ? 'ε' : word;
}
