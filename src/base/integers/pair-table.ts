// Gives each pair of 32-bit integers a dense id, in order of first appearance. Open addressing over typed arrays:
// no allocation per pair, a lookup is one or two cache misses. The load stays below one half.

export class PairTable {
  #slots: Int32Array;
  #firsts: Int32Array;
  #seconds: Int32Array;
  #size = 0;

  constructor(expected = 16) {
    const capacity = powerOfTwoAbove(expected);
    this.#slots = new Int32Array(capacity * 2).fill(-1);
    this.#firsts = new Int32Array(capacity);
    this.#seconds = new Int32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  /** Memory of the typed arrays. */
  get bytes(): number {
    return this.#slots.byteLength + this.#firsts.byteLength + this.#seconds.byteLength;
  }

  first(id: number): number {
    return this.#firsts[id]!;
  }

  second(id: number): number {
    return this.#seconds[id]!;
  }

  /** The id of a pair, or -1. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)]!;
  }

  intern(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot]!;
    if (known >= 0) return known;
    const id = this.#size++;
    this.#slots[slot] = id;
    this.#firsts[id] = first;
    this.#seconds[id] = second;
    if (this.#size === this.#firsts.length) this.#grow();
    return id;
  }

  /** The slot that holds the pair, or the free one where it belongs. */
  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashPair(first, second) & mask;
    for (let id = this.#slots[slot]!; id >= 0; id = this.#slots[slot]!) {
      if (this.#firsts[id] === first && this.#seconds[id] === second) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const capacity = this.#firsts.length * 2;
    this.#firsts = resized(this.#firsts, capacity);
    this.#seconds = resized(this.#seconds, capacity);
    this.#slots = new Int32Array(capacity * 2).fill(-1);
    for (let id = 0; id < this.#size; id++) this.#slots[this.#slotOf(this.#firsts[id]!, this.#seconds[id]!)] = id;
  }
}

function hashPair(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
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
