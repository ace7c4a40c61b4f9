// Happens-before by vector clocks: the ordering half of every clock-based detector. A release publishes what the thread
// knows to the lock and starts a new interval of the thread, an acquire takes it over; fork, join and volatile
// variables likewise (paper 001, Definition 1; volatiles order a write before the reads that follow it).

import { ClockTable } from './clock-table.js';
import { ElementRows } from './element-rows.js';

export class ThreadClocks {
  readonly #table = new ClockTable();
  readonly #rows = new ElementRows((thread) => this.#addRow(thread));

  get bytes(): number {
    return this.#table.bytes + this.#rows.bytes;
  }

  /** The interval of `thread` that is running. */
  now(thread: number): number {
    return this.#table.get(this.#rows.ofThread(thread), thread);
  }

  /** Does whatever `thread` does next happen after interval `clock` of `other`? */
  knows(thread: number, other: number, clock: number): boolean {
    return this.#table.get(this.#rows.ofThread(thread), other) >= clock;
  }

  acquire(thread: number, sync: number): void {
    this.#table.join(this.#rows.ofSync(sync), this.#rows.ofThread(thread));
  }

  release(thread: number, sync: number): void {
    this.#publish(thread, this.#rows.ofSync(sync));
  }

  fork(thread: number, child: number): void {
    this.#publish(thread, this.#rows.ofThread(child));
  }

  join(thread: number, child: number): void {
    this.#publish(child, this.#rows.ofThread(thread));
  }

  #publish(thread: number, to: number): void {
    const from = this.#rows.ofThread(thread);
    this.#table.join(from, to);
    this.#table.tick(from, thread);
  }

  /** A thread begins in its interval 1: 0 means "knows nothing of it". */
  #addRow(thread: number | undefined): number {
    const row = this.#table.addRow();
    if (thread !== undefined) {
      this.#table.addColumn(thread);
      this.#table.tick(row, thread);
    }
    return row;
  }
}
