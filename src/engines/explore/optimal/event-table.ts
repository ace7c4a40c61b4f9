// Events that are made once: those of a thread's step with at most one place beside the thread's own and nothing to choose.
// Two events are the same whether or not they are one object; where they are, comparing them is cheap, and so is making them.

import { PairTable } from '../../../base/integers/pair-table.js';
import { type Event, makeEvent } from './event.js';
import type { Access } from './independence.js';

export class EventTable {
  /** Of thread and step; of that and the access. */
  readonly #moves = new PairTable();
  readonly #touching = new PairTable();
  /** Each event in a list of its own: all that a thread can do next. */
  readonly #lists: (readonly [Event])[] = [];

  get bytes(): number {
    return this.#moves.bytes + this.#touching.bytes;
  }

  /** A list of one event: `own` is the access of the thread's own place, `other` one more, or negative. */
  alone(thread: number, step: number, value: number, own: Access, other: Access): readonly [Event] {
    const id = this.#touching.intern(this.#moves.intern(thread, step), other);
    this.#lists[id] ??= [makeEvent(thread, step, value, other < 0 ? [own] : [own, other])];
    return this.#lists[id];
  }
}
