// The threads that can still move, as bits of elements of locksets: an access whose set has all of them is settled.

import { grownTo } from '../../../base/integers/typed-array.js';
import { threadStatus } from '../machine/layout.js';
import type { Machine } from '../machine/machine.js';
import type { Lockset } from './locksets.js';
import { type Slots, threadElement } from './slots.js';

export class MovingThreads {
  #bits = new Int32Array(4);
  #length = 0;
  /** By set: when it was last asked for, and the answer. */
  #askedAt = new Int32Array(16);
  #answers = new Uint8Array(16);
  #time = 0;

  constructor(
    readonly machine: Machine,
    readonly slots: Slots,
  ) {}

  /** Forgets the accesses that none of them can conflict with. */
  dropSettled(): void {
    this.#find();
    this.#time++;
    this.slots.dropSettled(this);
  }

  /** Whether a set has all of them; each set is looked at once. */
  areAllIn(set: Lockset): boolean {
    if (set >= this.#askedAt.length) {
      this.#askedAt = grownTo(this.#askedAt, set);
      this.#answers = grownTo(this.#answers, set);
    }
    if (this.#askedAt[set] !== this.#time) {
      this.#askedAt[set] = this.#time;
      this.#answers[set] = this.slots.locksets.hasAll(set, this.#bits, this.#length) ? 1 : 0;
    }
    return this.#answers[set] === 1;
  }

  #find(): void {
    const { machine } = this;
    const count = machine.threadCount;
    this.#length = (threadElement(count) >> 5) + 1;
    this.#bits = grownTo(this.#bits, this.#length);
    this.#bits.fill(0, 0, this.#length);
    for (let id = 0; id < count; id++) {
      if (machine.statusOf(machine.thread(id)) >= threadStatus.ended) continue;
      const element = threadElement(id);
      this.#bits[element >> 5]! |= 1 << (element & 31);
    }
  }
}
