// Gives each pair of 32-bit integers a dense id, in order of first appearance. Open addressing over typed arrays:
// no allocation per pair. Pairs with the same second and near firsts are neighbours in the table, because who asks for one often
// asks for the others, and large tables are all cache misses. The load stays below one half.

/** A slot that is taken sends on to the next line, where the block is another one; odd in slots, so that all are visited. */
const STRIDE = 18;

export class PairTable {
  /** Two words each: id plus one (0: free), and the first of its pair, which tells most others apart. */
  #slots: Int32Array;
  /** First and second of each id. */
  #pairs: Int32Array;
  #size = 0;

  constructor(expected = 16) {
    const capacity = powerOfTwoAbove(expected);
    this.#slots = new Int32Array(capacity * 4);
    this.#pairs = new Int32Array(capacity * 2);
  }

  get size(): number {
    return this.#size;
  }

  /** Memory of the typed arrays. */
  get bytes(): number {
    return this.#slots.byteLength + this.#pairs.byteLength;
  }

  first(id: number): number {
    return this.#pairs[2 * id]!;
  }

  second(id: number): number {
    return this.#pairs[2 * id + 1]!;
  }

  /** The id of a pair, or -1. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)]! - 1;
  }

  intern(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot]!;
    if (known > 0) return known - 1;
    const id = this.#size++;
    this.#slots[slot] = id + 1;
    this.#slots[slot + 1] = first;
    this.#pairs[2 * id] = first;
    this.#pairs[2 * id + 1] = second;
    if (this.#size * 2 === this.#pairs.length) this.#grow();
    return id;
  }

  /** The slot that holds the pair, or the free one where it belongs. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const pairs = this.#pairs;
    const mask = slots.length - 1;
    let slot = hashPair(first, second) & mask;
    for (let entry = slots[slot]!; entry > 0; entry = slots[slot]!) {
      if (slots[slot + 1] === first && pairs[2 * entry - 1] === second) return slot;
      slot = (slot + STRIDE) & mask;
    }
    return slot;
  }

  #grow(): void {
    this.#pairs = resized(this.#pairs, this.#pairs.length * 2);
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let id = 0; id < this.#size; id++) {
      const slot = this.#slotOf(this.first(id), this.second(id));
      this.#slots[slot] = id + 1;
      this.#slots[slot + 1] = this.first(id);
    }
  }
}

/** An offset of a slot, before masking: blocks of eight firsts, a line of the cache, are scattered, each turned, not their members. */
function hashPair(first: number, second: number): number {
  const mixed = Math.imul(first >> 3, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  const block = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return ((block ^ (block >>> 12)) << 4) | (((first + (block >>> 29)) & 7) << 1);
}

function powerOfTwoAbove(count: number): number {
  let power = 16;
  while (power <= count) power *= 2;
  return power;
}

function resized(array: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
