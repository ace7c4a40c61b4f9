// What is left of a sequence when events are taken out of it, mostly from its front. It says whether an event may come first
// in what is left without going through all of it: the events of each thread and those at each place are linked, in their
// order, when that is asked for the first time. One remainder serves one sequence after the other.

import { grownTo } from '../../../base/integers/typed-array.js';
import { areDependentEvents, type Event, isSameEvent } from './event.js';
import { type Access, isShared, placeOf, wayOf } from './independence.js';

const none = -1;
const mostNear = 16;

/** Lists of entries by key; what earlier rounds listed is forgotten. */
class KeyedLists {
  #heads = new Int32Array(64);
  #rounds = new Int32Array(64);
  #round = 0;

  clear(): void {
    this.#round++;
  }

  head(key: number): number {
    return this.#rounds[key] === this.#round ? this.#heads[key]! : none;
  }

  setHead(key: number, entry: number): void {
    this.#heads = grownTo(this.#heads, key);
    this.#rounds = grownTo(this.#rounds, key);
    this.#heads[key] = entry;
    this.#rounds[key] = this.#round;
  }
}

export class Remainder {
  #events: readonly Event[] = [];
  /** Everything before is gone, and some of what comes after. */
  #from = 0;
  #isGone = new Uint8Array(64);
  #isIndexed = false;
  /** By thread the positions of its events; by place entries with a position and how the event touches it. */
  readonly #ofThread = new KeyedLists();
  readonly #ofPlace = new KeyedLists();
  #nextOfThread = new Int32Array(64);
  #nextEntry = new Int32Array(64);
  #positions = new Int32Array(64);
  #accesses = new Int32Array(64);

  begin(events: readonly Event[]): this {
    this.#events = events;
    this.#from = 0;
    this.#isIndexed = false;
    this.#isGone = grownTo(this.#isGone, events.length);
    this.#isGone.fill(0, 0, events.length);
    return this;
  }

  /** What is left. */
  events(): readonly Event[] {
    if (!this.#isIndexed) return this.#from === 0 ? this.#events : this.#events.slice(this.#from);
    return this.#events.filter((_, at) => at >= this.#from && this.#isGone[at] === 0);
  }

  /** Takes these events out as long as each is the first that is left; the position of one that is not, or the end. */
  passEqual(events: readonly Event[], begin: number, end: number): number {
    const own = this.#events;
    let at = begin;
    while (at < end && this.#from < own.length && events[at] === own[this.#from]) {
      at++;
      this.#from++;
      this.#passGone();
    }
    return at;
  }

  #passGone(): void {
    while (this.#from < this.#events.length && this.#isGone[this.#from] === 1) this.#from++;
  }

  /** Whether an event can come first in some continuation of what is left (`isWeakInitial`). */
  mayBeginWith(event: Event): boolean {
    if (this.#events[this.#from] === event) return true;
    if (!this.#isIndexed) {
      const near = this.#mayComeBeforeNear(event);
      if (near !== undefined) return near;
      this.#index();
    }
    const own = this.#firstOf(event.thread);
    if (own < this.#events.length && !isSameEvent(this.#events[own]!, event)) return false;
    for (const one of event.footprint) if (this.#isTouchedBefore(one, own)) return false;
    return true;
  }

  /** The same, if the next few events decide it: then there is no need for an index. */
  #mayComeBeforeNear(event: Event): boolean | undefined {
    const end = this.#from + mostNear;
    for (let at = this.#from; at < end; at++) {
      const other = this.#events[at];
      if (!other) return true;
      if (other.thread === event.thread) return isSameEvent(other, event);
      if (areDependentEvents(other, event)) return false;
    }
    return undefined;
  }

  /** Takes out an event that may come first; it need not be there. */
  takeOut(event: Event): void {
    this.#index();
    const own = this.#firstOf(event.thread);
    if (own === this.#events.length) return;
    this.#isGone[own] = 1;
    this.#passGone();
  }

  /** The position of the first event of a thread that is left, or the length. */
  #firstOf(thread: number): number {
    let at = this.#ofThread.head(thread);
    while (at !== none && (at < this.#from || this.#isGone[at] === 1)) at = this.#nextOfThread[at]!;
    return at === none ? this.#events.length : at;
  }

  /** Whether something before this position depends on an access. */
  #isTouchedBefore(one: Access, end: number): boolean {
    const leavesAsIs = isShared(wayOf(one));
    for (let entry = this.#ofPlace.head(placeOf(one)); entry !== none; entry = this.#nextEntry[entry]!) {
      const at = this.#positions[entry]!;
      if (at >= end) return false;
      if (at < this.#from || this.#isGone[at] === 1) continue;
      if (!leavesAsIs || !isShared(wayOf(this.#accesses[entry]!))) return true;
    }
    return false;
  }

  #index(): void {
    if (this.#isIndexed) return;
    this.#isIndexed = true;
    this.#ofThread.clear();
    this.#ofPlace.clear();
    this.#nextOfThread = grownTo(this.#nextOfThread, this.#events.length);
    let entries = 0;
    for (let at = this.#events.length - 1; at >= this.#from; at--) {
      const { thread, footprint } = this.#events[at]!;
      this.#nextOfThread[at] = this.#ofThread.head(thread);
      this.#ofThread.setHead(thread, at);
      for (const one of footprint) this.#link(entries++, at, one);
    }
  }

  #link(entry: number, at: number, one: Access): void {
    if (entry >= this.#positions.length) {
      this.#nextEntry = grownTo(this.#nextEntry, entry);
      this.#positions = grownTo(this.#positions, entry);
      this.#accesses = grownTo(this.#accesses, entry);
    }
    this.#positions[entry] = at;
    this.#accesses[entry] = one;
    this.#nextEntry[entry] = this.#ofPlace.head(placeOf(one));
    this.#ofPlace.setHead(placeOf(one), entry);
  }
}
