// Vector clocks, one row per thread or synchronisation object, one column per thread, in one flat array. Clock c of
// thread t means: knows t's events up to the end of its c-th interval; intervals end where t is synchronised with.
// Every ordering rule is `join` (pointwise maximum), after which the source thread begins a new interval.

import { grownTo } from '../../base/integers/typed-array.js';

export class ClockTable {
  #width = 8;
  #rows = new Int32Array(16 * 8);
  #rowCount = 0;

  get bytes(): number {
    return 4 * this.#rows.length;
  }

  /** Threads that fit a row; grows with `addThread`. */
  get width(): number {
    return this.#width;
  }

  /** A row that knows nothing. */
  addRow(): number {
    const row = this.#rowCount++;
    this.#rows = grownTo(this.#rows, (row + 1) * this.#width - 1);
    return row;
  }

  /** Makes room for the column of `thread`. */
  addColumn(thread: number): void {
    if (thread < this.#width) return;
    const width = Math.max(this.#width * 2, thread + 1);
    const rows = new Int32Array(Math.max(16, this.#rowCount) * width);
    for (let row = 0; row < this.#rowCount; row++)
      rows.set(this.#rows.subarray(row * this.#width, (row + 1) * this.#width), row * width);
    this.#rows = rows;
    this.#width = width;
  }

  get(row: number, thread: number): number {
    return this.#rows[row * this.#width + thread]!;
  }

  tick(row: number, thread: number): void {
    const at = row * this.#width + thread;
    this.#rows[at] = this.#rows[at]! + 1;
  }

  /** row[to] = max(row[to], row[from]). */
  join(from: number, to: number): void {
    const rows = this.#rows;
    const source = from * this.#width;
    const target = to * this.#width;
    for (let i = 0; i < this.#width; i++) {
      const clock = rows[source + i]!;
      if (clock > rows[target + i]!) rows[target + i] = clock;
    }
  }
}
