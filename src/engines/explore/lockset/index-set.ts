// A growing set of small integers as bits, for sets that are mostly united with others.

import { grownTo } from '../../../base/integers/typed-array.js';

export class IndexSet {
  #words = new Int32Array(4);
  /** Words that may have bits. */
  #used = 0;

  get isEmpty(): boolean {
    for (let i = 0; i < this.#used; i++) if (this.#words[i] !== 0) return false;
    return true;
  }

  clear(): void {
    this.#words.fill(0, 0, this.#used);
    this.#used = 0;
  }

  has(index: number): boolean {
    return index >> 5 < this.#used && ((this.#words[index >> 5]! >>> (index & 31)) & 1) === 1;
  }

  add(index: number): void {
    const word = index >> 5;
    if (word >= this.#used) this.#use(word + 1);
    this.#words[word]! |= 1 << (index & 31);
  }

  delete(index: number): void {
    if (index >> 5 < this.#used) this.#words[index >> 5]! &= ~(1 << (index & 31));
  }

  addAll(other: IndexSet): void {
    if (other.#used > this.#used) this.#use(other.#used);
    for (let i = 0; i < other.#used; i++) this.#words[i]! |= other.#words[i]!;
  }

  #use(words: number): void {
    this.#words = grownTo(this.#words, words);
    this.#used = words;
  }

  /** The first member from this one on, or -1. */
  nextFrom(index: number): number {
    let word = index >> 5;
    if (word >= this.#used) return -1;
    let rest = this.#words[word]! & (-1 << (index & 31));
    while (rest === 0) {
      if (++word >= this.#used) return -1;
      rest = this.#words[word]!;
    }
    return word * 32 + 31 - Math.clz32(rest & -rest);
  }

  /** Calls back with every member, smallest first. */
  forEach(visit: (index: number) => void): void {
    for (let i = 0; i < this.#used; i++)
      for (let rest = this.#words[i]!; rest !== 0; rest &= rest - 1) visit(i * 32 + 31 - Math.clz32(rest & -rest));
  }
}
