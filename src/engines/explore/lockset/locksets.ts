// Locksets as small integers: each distinct set is stored once, and 0 is the set of everything (no access yet). Elements are
// small integers too; the caller decides what they stand for. Membership is bits; unions and comparisons are remembered
// (paper 001, section 7: the lockset table).

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import { Interner } from '../../../base/interner.js';

export type Lockset = number;

/** The lockset of a slot that nobody has accessed. */
export const everything: Lockset = 0;

export class Locksets {
  readonly #sets = new Interner<readonly number[]>((elements) => elements.join());
  /** Membership, 32 elements per word and `#stride` words per set. */
  #bits = new Int32Array(64);
  #stride = 1;
  readonly #subset = new PairTable();
  #isSubset = new Uint8Array(16);
  readonly #extended = new PairTable();
  #extension = new Int32Array(16);

  constructor() {
    this.of([-1]); // no set has this element: it only takes the number of `everything`
  }

  get bytes(): number {
    return this.#bits.byteLength + this.#subset.bytes + this.#extended.bytes;
  }

  /** The elements, in increasing order; not of `everything`. */
  elements(set: Lockset): readonly number[] {
    return this.#sets.value(set);
  }

  /** The set of these elements, which must be in increasing order. */
  of(elements: readonly number[]): Lockset {
    const known = this.#sets.size;
    const set = this.#sets.intern(elements);
    if (set === known) this.#setBits(set, elements);
    return set;
  }

  #setBits(set: Lockset, elements: readonly number[]): void {
    const words = ((elements[elements.length - 1] ?? 0) >> 5) + 1;
    if (words > this.#stride) return this.#widen(words);
    this.#bits = grownTo(this.#bits, (set + 1) * this.#stride);
    for (const element of elements)
      if (element >= 0) this.#bits[set * this.#stride + (element >> 5)]! |= 1 << (element & 31);
  }

  #widen(words: number): void {
    this.#stride = Math.max(words, 2 * this.#stride);
    this.#bits = new Int32Array(this.#bits.length * 2);
    this.#sets.values().forEach((elements, set) => {
      this.#setBits(set, elements);
    });
  }

  has(set: Lockset, element: number): boolean {
    if (set === everything) return true;
    const word = element >> 5;
    return word < this.#stride && ((this.#bits[set * this.#stride + word]! >>> (element & 31)) & 1) === 1;
  }

  /** Whether the set has all elements whose bits are in these words. */
  hasAll(set: Lockset, words: Int32Array, length: number): boolean {
    if (set === everything) return true;
    const begin = set * this.#stride;
    for (let i = 0; i < length; i++)
      if ((words[i]! & ~(i < this.#stride ? this.#bits[begin + i]! : 0)) !== 0) return false;
    return true;
  }

  /** The set with one more element. */
  with(set: Lockset, element: number): Lockset {
    if (this.has(set, element)) return set;
    const known = this.#extended.size;
    const pair = this.#extended.intern(set, element);
    if (pair < known) return this.#extension[pair]!;
    this.#extension = grownTo(this.#extension, pair);
    const larger = this.of([...this.elements(set), element].sort((a, b) => a - b));
    this.#extension[pair] = larger;
    return larger;
  }

  isSubset(a: Lockset, b: Lockset): boolean {
    if (a === b || b === everything) return true;
    if (a === everything) return false;
    const known = this.#subset.size;
    const pair = this.#subset.intern(a, b);
    if (pair === known) {
      this.#isSubset = grownTo(this.#isSubset, pair);
      this.#isSubset[pair] = this.elements(a).every((element) => this.has(b, element)) ? 1 : 0;
    }
    return this.#isSubset[pair] === 1;
  }
}
