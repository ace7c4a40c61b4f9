// Hash compaction: of each state only a 64-bit hash is kept, so that two states with the same hash are taken for one. Then
// what is only reached through the second of them is never seen: a search that found nothing says so in its scope.

import { StateTable } from './state-table.js';

export class CompactStateTable {
  readonly #hashes = new StateTable();
  readonly #hash = new Int32Array(2);

  get size(): number {
    return this.#hashes.size;
  }

  get bytes(): number {
    return this.#hashes.bytes;
  }

  /** The number of the state with the hash of these words. */
  intern(words: Int32Array, length: number): number {
    let [a, b] = [length, 0x2545f491];
    for (let i = 0; i < length; i++) {
      a = Math.imul(a ^ words[i]!, 0x85ebca6b);
      a ^= a >>> 13;
      b = Math.imul(b + words[i]!, 0xc2b2ae35);
      b = (b << 15) | (b >>> 17);
    }
    this.#hash[0] = scrambled(a);
    this.#hash[1] = scrambled(b + Math.imul(a, 0x9e3779b1));
    return this.#hashes.intern(this.#hash, 2);
  }

  truncateTo(size: number): void {
    this.#hashes.truncateTo(size);
  }
}

/** Spreads every bit of a word over the whole word, one to one. */
function scrambled(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
