// Sets of types, each an ascending list, hash-consed: an environment is then a tuple of small numbers.

import { PairTable } from '../../../base/integers/pair-table.js';
import type { TypeStore } from './type-store.js';

export class TypeSets {
  readonly #lists = new PairTable();
  /** By the number of the list. */
  readonly #numbers: number[] = [];
  readonly #sets: (readonly number[])[] = [];
  /** Per set: whether it is a subset of others. */
  readonly #subsets: (Map<number, boolean> | undefined)[] = [];
  /** Per set and type: which of its types may stand where the type is asked for. */
  readonly #fitting: (Map<number, readonly number[]> | undefined)[] = [];
  readonly empty = this.intern([]);
  /** Stands for all types there are. It has no list. */
  readonly any = this.#sets.push([]) - 1;

  constructor(readonly store: TypeStore) {}

  /** `types` is ascending. */
  intern(types: readonly number[]): number {
    const list = this.numberOf(types);
    const known = this.#numbers[list];
    if (known !== undefined) return known;
    this.#numbers[list] = this.#sets.length;
    return this.#sets.push(types) - 1;
  }

  types(set: number): readonly number[] {
    return this.#sets[set]!;
  }

  /** The same number for equal lists of numbers, another one for others. */
  numberOf(list: readonly number[]): number {
    let number = 0;
    for (let i = 0; i < list.length; i++) number = this.#lists.intern(number, list[i]!) + 1;
    return number;
  }

  /** Of a list that has one more. */
  numberWith(number: number, item: number): number {
    return this.#lists.intern(number, item) + 1;
  }

  union(a: number, b: number): number {
    if (a === this.any || b === this.any) return this.any;
    return this.intern([...new Set([...this.types(a), ...this.types(b)])].sort((x, y) => x - y));
  }

  isSubset(small: number, large: number): boolean {
    if (small === large || small === this.empty || large === this.any) return true;
    if (small === this.any) return false;
    let answers = this.#subsets[small];
    if (!answers) this.#subsets[small] = answers = new Map();
    const known = answers.get(large);
    if (known !== undefined) return known;
    const answer = isWithin(this.types(small), this.types(large));
    answers.set(large, answer);
    return answer;
  }

  /** The types of the set that are subtypes of `type`, without those of which another one asks for less. */
  fitting(set: number, type: number): readonly number[] {
    if (set === this.any) return [type];
    let answers = this.#fitting[set];
    if (!answers) this.#fitting[set] = answers = new Map();
    const known = answers.get(type);
    if (known) return known;
    const found: number[] = [];
    for (const each of this.types(set))
      if (this.store.isSubtype(each, type) && !found.some((other) => this.store.isSubtype(each, other)))
        found.push(each);
    answers.set(type, found);
    return found;
  }
}

function isWithin(small: readonly number[], large: readonly number[]): boolean {
  let at = 0;
  for (const type of small) {
    while (at < large.length && large[at]! < type) at++;
    if (large[at] !== type) return false;
  }
  return true;
}
