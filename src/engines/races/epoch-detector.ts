// The epoch detector (FastTrack): of the writes the last one suffices, as a pair (thread, interval), because earlier ones
// happen before it or have raced; of the reads likewise while each happens after the one before. Only reads that are
// truly concurrent need an entry per thread.

import { grownTo } from '../../base/integers/typed-array.js';
import { ClockDetector } from './clock-detector.js';
import type { Access } from './detector.js';

const NEVER = -1;
const SHARED = -2;
const RACED = -2;

interface Epoch {
  clock: number;
  event: number;
}

export class EpochDetector extends ClockDetector {
  /** Last write: thread, or NEVER, or RACED. */
  #writer = new Int32Array(256).fill(NEVER);
  #writeClock = new Int32Array(256);
  #writeEvent = new Float64Array(256);
  /** Last read: thread, or NEVER, or SHARED when `#sharedReads` has them by thread. */
  #reader = new Int32Array(256).fill(NEVER);
  #readClock = new Int32Array(256);
  #readEvent = new Float64Array(256);
  readonly #sharedReads = new Map<number, Map<number, Epoch>>();

  get bytes(): number {
    return this.clocks.bytes + 32 * this.#writer.length;
  }

  read(thread: number, variable: number, event: number): void {
    if (variable >= this.#writer.length) this.#knowVariable(variable);
    const clock = this.clocks.now(thread);
    if (this.#reader[variable] === thread && this.#readClock[variable] === clock) {
      this.#readEvent[variable] = event;
      return;
    }
    const writer = this.#writer[variable]!;
    if (writer === RACED) return;
    if (writer !== NEVER && !this.clocks.knows(thread, writer, this.#writeClock[variable]!))
      return this.#race(variable, this.#lastWrite(variable), { event, thread, op: 'r' });
    this.#rememberRead(thread, variable, clock, event);
  }

  write(thread: number, variable: number, event: number): void {
    if (variable >= this.#writer.length) this.#knowVariable(variable);
    const writer = this.#writer[variable]!;
    if (writer === RACED) return;
    const clock = this.clocks.now(thread);
    if (writer !== thread || this.#writeClock[variable] !== clock || this.#reader[variable] !== NEVER) {
      const earlier = this.#unorderedWrite(thread, variable, writer) ?? this.#unorderedRead(thread, variable);
      if (earlier) return this.#race(variable, earlier, { event, thread, op: 'w' });
      this.#forgetReads(variable);
    }
    this.#writer[variable] = thread;
    this.#writeClock[variable] = clock;
    this.#writeEvent[variable] = event;
  }

  allocate(_thread: number, variable: number): void {
    this.#knowVariable(variable);
    if (this.#writer[variable] !== RACED) this.#writer[variable] = NEVER;
    this.#forgetReads(variable);
  }

  #rememberRead(thread: number, variable: number, clock: number, event: number): void {
    const reader = this.#reader[variable]!;
    if (reader === SHARED) {
      const reads = this.#sharedReads.get(variable)!;
      const last = reads.get(thread);
      if (last === undefined) reads.set(thread, { clock, event });
      else {
        last.clock = clock;
        last.event = event;
      }
      return;
    }
    if (reader !== NEVER && !this.clocks.knows(thread, reader, this.#readClock[variable]!)) {
      const first = { clock: this.#readClock[variable]!, event: this.#readEvent[variable]! };
      this.#sharedReads.set(
        variable,
        new Map([
          [reader, first],
          [thread, { clock, event }],
        ]),
      );
      this.#reader[variable] = SHARED;
      return;
    }
    this.#reader[variable] = thread;
    this.#readClock[variable] = clock;
    this.#readEvent[variable] = event;
  }

  #unorderedWrite(thread: number, variable: number, writer: number): Access | undefined {
    if (writer === NEVER || this.clocks.knows(thread, writer, this.#writeClock[variable]!)) return undefined;
    return this.#lastWrite(variable);
  }

  #unorderedRead(thread: number, variable: number): Access | undefined {
    const reader = this.#reader[variable]!;
    if (reader === NEVER) return undefined;
    if (reader === SHARED) return this.#unorderedShared(thread, variable);
    if (this.clocks.knows(thread, reader, this.#readClock[variable]!)) return undefined;
    return { event: this.#readEvent[variable]!, thread: reader, op: 'r' };
  }

  #unorderedShared(thread: number, variable: number): Access | undefined {
    let found: Access | undefined;
    for (const [reader, { clock, event }] of this.#sharedReads.get(variable)!) {
      if (this.clocks.knows(thread, reader, clock)) continue;
      if (found === undefined || event > found.event) found = { event, thread: reader, op: 'r' };
    }
    return found;
  }

  #lastWrite(variable: number): Access {
    return { event: this.#writeEvent[variable]!, thread: this.#writer[variable]!, op: 'w' };
  }

  #race(variable: number, earlier: Access, later: Access): void {
    this.races.push({ variable, earlier, later });
    this.#writer[variable] = RACED;
    this.#forgetReads(variable);
  }

  #forgetReads(variable: number): void {
    if (this.#reader[variable] === SHARED) this.#sharedReads.delete(variable);
    this.#reader[variable] = NEVER;
  }

  #knowVariable(variable: number): void {
    this.#writer = grownTo(this.#writer, variable, NEVER);
    this.#writeClock = grownTo(this.#writeClock, variable);
    this.#writeEvent = grownTo(this.#writeEvent, variable);
    this.#reader = grownTo(this.#reader, variable, NEVER);
    this.#readClock = grownTo(this.#readClock, variable);
    this.#readEvent = grownTo(this.#readEvent, variable);
  }
}
