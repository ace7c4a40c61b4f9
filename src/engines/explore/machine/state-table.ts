// Gives each canonical state a number. The words of all states lie in one typed array; an open-addressing table of state
// numbers finds them by hash, and equality is decided on the words themselves: no state is ever mistaken for another.
// States can be forgotten again newest first, which leaves the probe sequences of the others intact.

import { grownTo } from '../../../base/integers/typed-array.js';

export class StateTable {
  #words = new Int32Array(4096);
  /** Of each state: where its words end (they begin where those of the state before end). */
  #ends = new Int32Array(256);
  #hashes = new Int32Array(256);
  #slots = new Int32Array(512).fill(-1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#words.byteLength + this.#ends.byteLength + this.#hashes.byteLength + this.#slots.byteLength;
  }

  /** The number of the state with these words; new states get the next number. */
  intern(words: Int32Array, length: number): number {
    const hash = hashOf(words, length);
    const slot = this.#slotOf(hash, words, length);
    const known = this.#slots[slot]!;
    return known >= 0 ? known : this.#add(slot, hash, words, length);
  }

  /** Whether there is a state with these words. */
  has(words: Int32Array, length: number): boolean {
    return this.#slots[this.#slotOf(hashOf(words, length), words, length)]! >= 0;
  }

  /** Writes the words of a state to the beginning of an array that has room for them; how many there are. */
  copy(id: number, into: Int32Array): number {
    const begin = this.#begin(id);
    const end = this.#ends[id]!;
    for (let i = begin; i < end; i++) into[i - begin] = this.#words[i]!;
    return end - begin;
  }

  length(id: number): number {
    return this.#ends[id]! - this.#begin(id);
  }

  /** Forgets the states from this number on. */
  truncateTo(size: number): void {
    while (this.#size > size) {
      const id = --this.#size;
      const mask = this.#slots.length - 1;
      let slot = this.#hashes[id]! & mask;
      while (this.#slots[slot] !== id) slot = (slot + 1) & mask;
      this.#slots[slot] = -1;
    }
  }

  #begin(id: number): number {
    return id === 0 ? 0 : this.#ends[id - 1]!;
  }

  #slotOf(hash: number, words: Int32Array, length: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let id = this.#slots[slot]!; id >= 0; id = this.#slots[slot]!) {
      if (this.#hashes[id] === hash && this.#equals(id, words, length)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #equals(id: number, words: Int32Array, length: number): boolean {
    const begin = this.#begin(id);
    if (this.#ends[id]! - begin !== length) return false;
    for (let i = 0; i < length; i++) if (this.#words[begin + i] !== words[i]) return false;
    return true;
  }

  #add(slot: number, hash: number, words: Int32Array, length: number): number {
    const id = this.#size++;
    const begin = this.#begin(id);
    this.#words = grownTo(this.#words, begin + length);
    this.#words.set(words.subarray(0, length), begin);
    this.#ends = grownTo(this.#ends, id);
    this.#hashes = grownTo(this.#hashes, id);
    this.#ends[id] = begin + length;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  /** In the order of the numbers, so that the newest state is again the last of every probe sequence. */
  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let id = 0; id < this.#size; id++) {
      let slot = this.#hashes[id]! & (slots.length - 1);
      while (slots[slot]! >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function hashOf(words: Int32Array, length: number): number {
  let hash = length;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ words[i]!, 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return hash;
}
