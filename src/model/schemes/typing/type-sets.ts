// Sets of types, each an ascending list, hash-consed: an environment is then a tuple of small numbers.

import { Interner } from '../../../base/interner.js';

const numbersPerSet = 2 ** 26;

export class TypeSets {
  readonly #sets = new Interner<readonly number[]>((types) => types.join());
  readonly #subsets = new Map<number, boolean>();
  readonly empty = this.intern([]);

  /** `types` is ascending. */
  intern(types: readonly number[]): number {
    return this.#sets.intern(types);
  }

  types(set: number): readonly number[] {
    return this.#sets.value(set);
  }

  union(a: number, b: number): number {
    return this.intern([...new Set([...this.types(a), ...this.types(b)])].sort((x, y) => x - y));
  }

  isSubset(small: number, large: number): boolean {
    if (small === large || small === this.empty) return true;
    const key = small * numbersPerSet + large;
    const known = this.#subsets.get(key);
    if (known !== undefined) return known;
    const answer = isWithin(this.types(small), this.types(large));
    this.#subsets.set(key, answer);
    return answer;
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
