// Numbers threads and synchronisation objects in one sequence, by first use: the rows of a lockset or clock table.

import { grownTo } from '../../base/integers/typed-array.js';

export class ElementRows {
  #ofThread = new Int32Array(16).fill(-1);
  #ofSync = new Int32Array(64).fill(-1);

  /** `addRow` makes the next row of the table, for a thread or (undefined) for a synchronisation object. */
  constructor(readonly addRow: (thread: number | undefined) => number) {}

  get bytes(): number {
    return 4 * (this.#ofThread.length + this.#ofSync.length);
  }

  ofThread(thread: number): number {
    this.#ofThread = grownTo(this.#ofThread, thread, -1);
    const row = this.#ofThread[thread]!;
    return row >= 0 ? row : (this.#ofThread[thread] = this.addRow(thread));
  }

  ofSync(sync: number): number {
    this.#ofSync = grownTo(this.#ofSync, sync, -1);
    const row = this.#ofSync[sync]!;
    return row >= 0 ? row : (this.#ofSync[sync] = this.addRow(undefined));
  }
}
