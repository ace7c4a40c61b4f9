// The epoch detector (FastTrack): of the writes the last one suffices, as a pair (thread, interval), because earlier ones
// happen before it or have raced; of the reads likewise while each happens after the one before. Only reads that are
// truly concurrent need an entry per thread. What is known of a variable stands together, in one line of the cache.

import { grownTo } from '../../base/integers/typed-array.js';
import { ClockDetector } from './clock-detector.js';
import type { Access } from './detector.js';
import { SharedReads } from './shared-reads.js';

/** Threads count from 1 here: 0 is NEVER. */
const NEVER = 0;
const SHARED = -1;
const RACED = -1;

/** The fields of a variable. Last write: its thread, or NEVER, or RACED. Last read: likewise, or SHARED. */
const WRITER = 0;
const WRITE_CLOCK = 1;
const WRITE_EVENT = 2;
const READER = 3;
const READ_CLOCK = 4;
const READ_EVENT = 5;
const FIELDS = 8;

export class EpochDetector extends ClockDetector {
  /** Numbers of events may be larger than 2^31. */
  #known = new Float64Array(256 * FIELDS);
  readonly #sharedReads = new SharedReads();

  get bytes(): number {
    return this.clocks.bytes + 8 * this.#known.length + this.#sharedReads.bytes;
  }

  read(thread: number, variable: number, event: number): void {
    const at = this.#fieldsOf(variable);
    const known = this.#known;
    const clock = this.clocks.now(thread);
    if (known[at + READER] === thread + 1 && known[at + READ_CLOCK] === clock) {
      known[at + READ_EVENT] = event;
      return;
    }
    const writer = known[at + WRITER]!;
    if (writer === RACED) return;
    if (writer !== NEVER && !this.clocks.knows(thread, writer - 1, known[at + WRITE_CLOCK]!))
      return this.#race(variable, this.#lastWrite(variable), { event, thread, op: 'r' });
    this.#rememberRead(thread, variable, clock, event);
  }

  write(thread: number, variable: number, event: number): void {
    const at = this.#fieldsOf(variable);
    const known = this.#known;
    const writer = known[at + WRITER]!;
    if (writer === RACED) return;
    const clock = this.clocks.now(thread);
    if (writer !== thread + 1 || known[at + WRITE_CLOCK] !== clock || known[at + READER] !== NEVER) {
      const earlier = this.#unorderedWrite(thread, variable) ?? this.#unorderedRead(thread, variable);
      if (earlier) return this.#race(variable, earlier, { event, thread, op: 'w' });
      this.#forgetReads(variable);
    }
    known[at + WRITER] = thread + 1;
    known[at + WRITE_CLOCK] = clock;
    known[at + WRITE_EVENT] = event;
  }

  allocate(_thread: number, variable: number): void {
    const at = this.#fieldsOf(variable);
    if (this.#known[at + WRITER] !== RACED) this.#known[at + WRITER] = NEVER;
    this.#forgetReads(variable);
  }

  #rememberRead(thread: number, variable: number, clock: number, event: number): void {
    const at = variable * FIELDS;
    const known = this.#known;
    const reader = known[at + READER]!;
    if (reader === SHARED) {
      this.#sharedReads.set(variable, thread, clock, event);
      return;
    }
    if (reader !== NEVER && !this.clocks.knows(thread, reader - 1, known[at + READ_CLOCK]!)) {
      this.#sharedReads.set(variable, reader - 1, known[at + READ_CLOCK]!, known[at + READ_EVENT]!);
      this.#sharedReads.set(variable, thread, clock, event);
      known[at + READER] = SHARED;
      return;
    }
    known[at + READER] = thread + 1;
    known[at + READ_CLOCK] = clock;
    known[at + READ_EVENT] = event;
  }

  #unorderedWrite(thread: number, variable: number): Access | undefined {
    const at = variable * FIELDS;
    const writer = this.#known[at + WRITER]!;
    if (writer === NEVER || this.clocks.knows(thread, writer - 1, this.#known[at + WRITE_CLOCK]!)) return undefined;
    return this.#lastWrite(variable);
  }

  #unorderedRead(thread: number, variable: number): Access | undefined {
    const at = variable * FIELDS;
    const reader = this.#known[at + READER]!;
    if (reader === NEVER) return undefined;
    if (reader === SHARED) return this.#unorderedShared(thread, variable);
    if (this.clocks.knows(thread, reader - 1, this.#known[at + READ_CLOCK]!)) return undefined;
    return { event: this.#known[at + READ_EVENT]!, thread: reader - 1, op: 'r' };
  }

  /** The latest one. */
  #unorderedShared(thread: number, variable: number): Access | undefined {
    const reads = this.#sharedReads;
    let found: Access | undefined;
    for (let node = reads.first(variable); node >= 0; node = reads.next(node)) {
      const reader = reads.thread(node);
      if (this.clocks.knows(thread, reader, reads.clock(node))) continue;
      const event = reads.event(node);
      if (found === undefined || event > found.event) found = { event, thread: reader, op: 'r' };
    }
    return found;
  }

  #lastWrite(variable: number): Access {
    const at = variable * FIELDS;
    return { event: this.#known[at + WRITE_EVENT]!, thread: this.#known[at + WRITER]! - 1, op: 'w' };
  }

  #race(variable: number, earlier: Access, later: Access): void {
    this.races.push({ variable, earlier, later });
    this.#known[variable * FIELDS + WRITER] = RACED;
    this.#forgetReads(variable);
  }

  #forgetReads(variable: number): void {
    const at = variable * FIELDS + READER;
    if (this.#known[at] === SHARED) this.#sharedReads.clear(variable);
    this.#known[at] = NEVER;
  }

  /** Where the fields of a variable are, known or new. */
  #fieldsOf(variable: number): number {
    const at = variable * FIELDS;
    if (at >= this.#known.length) this.#known = grownTo(this.#known, at + FIELDS - 1);
    return at;
  }
}
