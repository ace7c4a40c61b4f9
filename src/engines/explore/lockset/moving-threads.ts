// The threads that can still move, as bits of elements of locksets: an access whose set has all of them is settled.

import { grownTo } from '../../../base/integers/typed-array.js';
import { threadStatus } from '../machine/layout.js';
import type { Machine } from '../machine/machine.js';
import { type Slots, threadElement } from './slots.js';

export class MovingThreads {
  #bits = new Int32Array(4);

  constructor(
    readonly machine: Machine,
    readonly slots: Slots,
  ) {}

  /** Forgets the accesses that none of them can conflict with. */
  dropSettled(): void {
    this.slots.dropSettled(this.#bits, this.#find());
  }

  /** The number of words. */
  #find(): number {
    const { machine } = this;
    const count = machine.threadCount;
    const length = (threadElement(count) >> 5) + 1;
    this.#bits = grownTo(this.#bits, length);
    this.#bits.fill(0, 0, length);
    for (let id = 0; id < count; id++) {
      if (machine.statusOf(machine.thread(id)) >= threadStatus.ended) continue;
      const element = threadElement(id);
      this.#bits[element >> 5]! |= 1 << (element & 31);
    }
    return length;
  }
}
