// An event: one move of one thread, with what it touches. Threads, places and chosen values have names that do not depend
// on the order in which threads move, so that an event found in one execution can be looked for in another.

import { areDependent, placeBits as bitsOf, type Footprint } from './independence.js';

export interface Event {
  readonly thread: number;
  /** Which step, and the value it chooses: a thread that can do different things next has one event for each. */
  readonly step: number;
  readonly value: number;
  readonly footprint: Footprint;
  /** Of the footprint: events without a common bit have no common place. */
  readonly placeBits: number;
}

export function makeEvent(thread: number, step: number, value: number, footprint: Footprint): Event {
  return { thread, step, value, footprint, placeBits: bitsOf(footprint) };
}

export function areDependentEvents(a: Event, b: Event): boolean {
  return (a.placeBits & b.placeBits) !== 0 && areDependent(a.footprint, b.footprint);
}

export function isSameEvent(a: Event, b: Event): boolean {
  return a === b || (a.thread === b.thread && a.step === b.step && a.value === b.value);
}
