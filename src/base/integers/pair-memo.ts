// Remembers a number for each pair of 32-bit integers. Two calls instead of one with a function to compute it: those who ask,
// ask millions of times, and what they compute may ask for other pairs.

import { IntList } from './int-list.js';
import { PairTable } from './pair-table.js';

export class PairMemo {
  readonly #pairs = new PairTable();
  readonly #values = new IntList();

  /** What is remembered, or -1. */
  known(first: number, second: number): number {
    const id = this.#pairs.find(first, second);
    return id === -1 ? -1 : this.#values.get(id);
  }

  /** The value, which is not negative. */
  remember(first: number, second: number, value: number): number {
    const id = this.#pairs.intern(first, second);
    this.#values.extendTo(id + 1, 0);
    this.#values.set(id, value);
    return value;
  }
}
