// Remembers a 32-bit integer for each pair of 32-bit integers, computed when first asked for.

import { IntList } from './int-list.js';
import { PairTable } from './pair-table.js';

export class PairMemo {
  readonly #pairs = new PairTable();
  readonly #values = new IntList();

  /** `compute` may itself ask for other pairs. */
  get(first: number, second: number, compute: () => number): number {
    const known = this.#pairs.find(first, second);
    return known === -1 ? this.#remember(first, second, compute()) : this.#values.get(known);
  }

  #remember(first: number, second: number, value: number): number {
    const id = this.#pairs.intern(first, second);
    this.#values.extendTo(id + 1, 0);
    this.#values.set(id, value);
    return value;
  }
}
