// The current execution as a partial order: which event happens before which (vector clocks), and which pairs race. An event
// races with an earlier one it depends on if nothing else orders the two, so that they could have come the other way round.
// To `take` a place is in a race with the last `take`, although the place was given back in between: whoever waits
// could have been first (docs/theory/explore.md, "Locks"). Positions are stored plus one, so that 0 is none.

import { grownTo } from '../../../base/integers/typed-array.js';
import { TrailedMemory } from '../machine/trailed-memory.js';
import type { Event } from './event.js';
import { isShared, type Place, placeOf, way, wayOf } from './independence.js';

const none: readonly number[] = [];

/** Of a place: the last event that was not shared, the last that took the place, and a list of the shared ones since. */
const placeWord = { exclusive: 0, taken: 1, shared: 2, size: 3 } as const;
const firstPlace = 1;
const sharedWord = { position: 0, next: 1, size: 2 } as const;

/** What comes before an event: what must, what could as well come after it, and what then could not have happened yet. */
interface Past {
  readonly causes: number[];
  readonly rivals: number[];
  readonly givers: number[];
  /** Rivals that took a place; what they did until they gave it back does not stand in between. */
  readonly takers: number[];
}

/** Words of clocks: events times threads. Beyond that an execution is taken for one without end. */
const mostClockWords = 2 ** 28;

export class Trace {
  /** What lies beyond the length is of an earlier execution. */
  readonly events: Event[] = [];
  #length = 0;
  readonly #races: (readonly number[])[] = [];
  readonly #places = new TrailedMemory();
  readonly #shared = new TrailedMemory();
  /** Before each event. */
  readonly #placeMarks: number[] = [];
  readonly #sharedMarks: number[] = [];
  /** `#width` words for each event: of each thread, 1 + the position of its last event that happens before, or 0. */
  #clocks = new Int32Array(1024);
  #width = 8;
  /** Filled anew for each event. */
  #clock = new Int32Array(8);
  readonly #found: Past = { causes: [], rivals: [], givers: [], takers: [] };

  /** Without `sparesTakers`, whoever took a place is treated like others. */
  constructor(readonly sparesTakers = true) {}

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#clocks.byteLength;
  }

  /** Whether there is no room for as many events again. */
  get isFull(): boolean {
    return this.#length * this.#width > mostClockWords;
  }

  get last(): Event | undefined {
    return this.events[this.#length - 1];
  }

  push(event: Event): void {
    const at = this.#length;
    if (event.thread >= this.#width) this.#widen(event.thread + 1);
    const races = this.#look(event);
    const row = at * this.#width;
    this.#clocks = grownTo(this.#clocks, row + this.#width);
    this.#clocks.set(this.#clock, row);
    this.#clocks[row + event.thread] = at + 1;
    this.events[at] = event;
    this.#races[at] = races;
    this.#placeMarks[at] = this.#places.mark;
    this.#sharedMarks[at] = this.#shared.mark;
    this.#length++;
    for (const one of event.footprint) this.#touch(this.#record(placeOf(one)), wayOf(one), at + 1);
  }

  #widen(width: number): void {
    const old = this.#width;
    const clocks = this.#clocks;
    this.#width = Math.max(width, 2 * old);
    this.#clock = new Int32Array(this.#width);
    this.#clocks = new Int32Array((this.#length + 1) * this.#width);
    for (let at = 0; at < this.#length; at++)
      this.#clocks.set(clocks.subarray(at * old, at * old + old), at * this.#width);
  }

  #record(place: Place): number {
    const record = firstPlace + place * placeWord.size;
    const end = record + placeWord.size;
    if (end >= this.#places.words.length) this.#places.words = grownTo(this.#places.words, end);
    return record;
  }

  #touch(record: number, how: number, position: number): void {
    const places = this.#places;
    if (isShared(how)) {
      const added = this.#shared.allocate(sharedWord.size);
      this.#shared.set(added + sharedWord.position, position);
      this.#shared.set(added + sharedWord.next, places.words[record + placeWord.shared]!);
      return places.set(record + placeWord.shared, added);
    }
    places.set(record + placeWord.exclusive, position);
    if (how === way.take) places.set(record + placeWord.taken, position);
    places.set(record + placeWord.shared, 0);
  }

  truncateTo(length: number): void {
    if (this.#length <= length) return;
    this.#places.undoTo(this.#placeMarks[length]!);
    this.#shared.undoTo(this.#sharedMarks[length]!);
    this.#length = length;
  }

  /** Earlier events that the one at a position races with. */
  races(at: number): readonly number[] {
    return this.#races[at]!;
  }

  /** Earlier events that this one, which does not happen, would race with here. */
  racesOfWaiting(event: Event): readonly number[] {
    return this.#look(event);
  }

  /** The races; `#clock` then is that of all that happens before the event. */
  #look(event: Event): readonly number[] {
    this.#findPast(event);
    const { causes, rivals, givers } = this.#found;
    this.#clock.fill(0);
    for (let i = 0; i < causes.length; i++) this.#join(causes[i]!);
    const races = rivals.length === 0 ? none : this.#racesAmong(rivals);
    for (let i = 0; i < givers.length; i++) this.#join(givers[i]!);
    return races;
  }

  /** The rivals that nothing else orders; the clock, of what must come before, gets to know all of them. */
  #racesAmong(rivals: readonly number[]): readonly number[] {
    const unordered = rivals.filter((at) => this.#clock[this.events[at]!.thread]! <= at);
    const { takers } = this.#found;
    const isTaker = (at: number) => this.sparesTakers && takers.includes(at);
    const isDirect = (at: number) => !unordered.some((by) => by !== at && this.happensBefore(at, by));
    for (const at of unordered) this.#join(at);
    return unordered.length < 2 ? unordered : unordered.filter((at) => isTaker(at) || isDirect(at));
  }

  #findPast({ footprint }: Event): void {
    const { causes, rivals, givers, takers } = this.#found;
    for (const list of [causes, rivals, givers, takers]) if (list.length > 0) list.length = 0;
    for (const one of footprint) this.#findPastOf(this.#record(placeOf(one)), wayOf(one));
  }

  #findPastOf(record: number, how: number): void {
    const { causes, rivals, givers, takers } = this.#found;
    const { words } = this.#places;
    const exclusive = words[record + placeWord.exclusive]! - 1;
    const taken = words[record + placeWord.taken]! - 1;
    if (how === way.take) {
      if (taken >= 0) {
        rivals.push(taken);
        takers.push(taken);
      }
      if (exclusive >= 0) givers.push(exclusive);
      return;
    }
    const before = how === way.look || how === way.change ? rivals : causes;
    if (exclusive >= 0) before.push(exclusive);
    if (how === way.change || how === way.lead) this.#addShared(words[record + placeWord.shared]!, before);
  }

  #addShared(first: number, before: number[]): void {
    const { words } = this.#shared;
    for (let entry = first; entry !== 0; entry = words[entry + sharedWord.next]!)
      before.push(words[entry + sharedWord.position]! - 1);
  }

  #join(at: number): void {
    const clock = this.#clock;
    const row = at * this.#width;
    for (let thread = 0; thread < this.#width; thread++) {
      const time = this.#clocks[row + thread]!;
      if (time > clock[thread]!) clock[thread] = time;
    }
  }

  /** Whether the event at a position happens before the one at another, or is it. */
  happensBefore(at: number, other: number): boolean {
    return this.#clocks[other * this.#width + this.events[at]!.thread]! > at;
  }

  /** The events after a position, and before `end`, that do not happen after the one there (`notdep`). */
  notAfter(at: number, end: number): Event[] {
    const events: Event[] = [];
    const clocks = this.#clocks;
    const width = this.#width;
    const { thread } = this.events[at]!;
    for (let i = at + 1; i < end; i++) if (clocks[i * width + thread]! <= at) events.push(this.events[i]!);
    return events;
  }
}
