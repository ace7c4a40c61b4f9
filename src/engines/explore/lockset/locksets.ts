// Locksets as small integers: each distinct set is stored once, and 0 is the set of everything (no access yet). An element
// is a thread, a lock or a volatile cell (paper 001, section 7: the lockset table).

import { Interner } from '../../../base/interner.js';
import { PairTable } from '../../../base/pair-table.js';
import { grownTo } from '../../../base/typed-array.js';

export type Lockset = number;

/** The lockset of a slot that nobody has accessed. */
export const everything: Lockset = 0;

export class Locksets {
  readonly #sets = new Interner<readonly number[]>((elements) => elements.join());
  /** Membership as bits, 32 elements per word. */
  readonly #bits: Int32Array[] = [];
  readonly #subset = new PairTable();
  #isSubset = new Uint8Array(16);
  readonly #extended = new PairTable();
  #extension = new Int32Array(16);

  constructor() {
    this.of([-1]); // no set has this element: it only takes the number of `everything`
  }

  get bytes(): number {
    return this.#subset.bytes + this.#extended.bytes;
  }

  /** The elements, in increasing order; not of `everything`. */
  elements(set: Lockset): readonly number[] {
    return this.#sets.value(set);
  }

  /** The set of these elements, which must be in increasing order. */
  of(elements: readonly number[]): Lockset {
    const set = this.#sets.intern(elements);
    if (set === this.#bits.length) this.#bits.push(bitsOf(elements));
    return set;
  }

  has(set: Lockset, element: number): boolean {
    if (set === everything) return true;
    const bits = this.#bits[set]!;
    return element >> 5 < bits.length && ((bits[element >> 5]! >>> (element & 31)) & 1) === 1;
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

function bitsOf(elements: readonly number[]): Int32Array {
  if (elements[0] === -1) return new Int32Array(0);
  const bits = new Int32Array(((elements[elements.length - 1] ?? -1) >> 5) + 1);
  for (const element of elements) bits[element >> 5]! |= 1 << (element & 31);
  return bits;
}
