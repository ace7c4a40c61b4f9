// The current execution as a partial order: which event happens before which (vector clocks), and which pairs race. An event
// races with an earlier one it depends on if nothing else orders the two, so that they could have come the other way round.
// To `take` a place is in a race with the last `take`, although the place was given back in between: whoever waits
// could have been first (docs/theory/explore.md, "Locks"). Positions are stored plus one, so that 0 is none.

import { grownTo } from '../../../base/integers/typed-array.js';
import { TrailedMemory } from '../machine/trailed-memory.js';
import type { Event } from './event.js';
import { type Access, isShared, type Place, placeOf, way, wayOf } from './independence.js';

const none: readonly number[] = [];

/** Above all positions. */
export const noPosition = 2 ** 30;

/**
 * Of a place: the last event that was not shared, the last that took the place, a list of the shared ones since, and the
 * newest entry of all its accesses.
 */
const placeWord = { exclusive: 0, taken: 1, shared: 2, newest: 3, size: 4 } as const;
const entryWord = { position: 0, access: 1, older: 2, size: 3 } as const;
const firstPlace = 1;
const sharedWord = { position: 0, next: 1, size: 2 } as const;

/** A list that is filled anew for each event. */
class Positions {
  readonly #positions: number[] = [];
  count = 0;

  at(i: number): number {
    return this.#positions[i]!;
  }

  push(position: number): void {
    this.#positions[this.count++] = position;
  }

  has(position: number): boolean {
    for (let i = 0; i < this.count; i++) if (this.#positions[i] === position) return true;
    return false;
  }

  filter(keeps: (position: number) => boolean): number[] {
    return this.#positions.slice(0, this.count).filter(keeps);
  }
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
  /** Above the numbers of all threads that had events so far, on whatever execution: of each row, what may not be 0. */
  #used = 0;
  /** Filled anew for each event. */
  #clock = new Int32Array(8);
  /**
   * What comes before an event: what must, what could as well come after it, what then could not have happened yet, and the
   * rivals that took a place (what they did until they gave it back does not stand in between).
   */
  readonly #found = {
    causes: new Positions(),
    rivals: new Positions(),
    givers: new Positions(),
    takers: new Positions(),
  };
  /** Entries of accesses, of all events one after the other; where those of each event begin. */
  #entries = new Int32Array(64);
  #entryBegins = new Int32Array(64);
  #entryEnd: number = entryWord.size;
  /** By thread the positions of its events, and how many it has; by position how many its thread had before. */
  readonly #ofThread: Int32Array[] = [];
  #counts = new Int32Array(8);
  #ordinals = new Int32Array(64);

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
    if (event.thread >= this.#used) this.#use(event.thread + 1);
    const races = this.#look(event);
    this.#keepClock(at);
    this.#clocks[at * this.#width + event.thread] = at + 1;
    this.events[at] = event;
    this.#races[at] = races;
    this.#placeMarks[at] = this.#places.mark;
    this.#sharedMarks[at] = this.#shared.mark;
    this.#length++;
    this.#list(event.thread, at);
    this.#entryBegins = grownTo(this.#entryBegins, at);
    this.#entryBegins[at] = this.#entryEnd;
    for (const one of event.footprint) {
      const record = this.#record(placeOf(one));
      this.#touch(record, wayOf(one), at + 1);
      this.#enter(record, at, one);
    }
  }

  #enter(record: number, at: number, one: Access): void {
    const entry = this.#entryEnd;
    this.#entryEnd += entryWord.size;
    this.#entries = grownTo(this.#entries, this.#entryEnd);
    this.#entries[entry + entryWord.position] = at;
    this.#entries[entry + entryWord.access] = one;
    this.#entries[entry + entryWord.older] = this.#places.words[record + placeWord.newest]!;
    this.#places.set(record + placeWord.newest, entry);
  }

  #list(thread: number, at: number): void {
    const ordinal = this.#counts[thread]!++;
    this.#ofThread[thread] = grownTo(this.#ofThread[thread] ?? new Int32Array(16), ordinal);
    this.#ofThread[thread][ordinal] = at;
    this.#ordinals = grownTo(this.#ordinals, at);
    this.#ordinals[at] = ordinal;
  }

  #keepClock(at: number): void {
    const row = at * this.#width;
    this.#clocks = grownTo(this.#clocks, row + this.#width);
    const clocks = this.#clocks;
    const clock = this.#clock;
    for (let thread = 0; thread < this.#used; thread++) clocks[row + thread] = clock[thread]!;
  }

  #use(threads: number): void {
    this.#used = threads;
    if (threads > this.#width) this.#widen(threads);
  }

  #widen(width: number): void {
    const old = this.#width;
    const clocks = this.#clocks;
    this.#width = Math.max(width, 2 * old);
    this.#clock = new Int32Array(this.#width);
    this.#counts = grownTo(this.#counts, this.#width);
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
    this.#entryEnd = this.#entryBegins[length]!;
    for (let at = this.#length - 1; at >= length; at--) this.#counts[this.events[at]!.thread]!--;
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
    this.#beginWith(causes.count > 0 ? causes.at(0) : noPosition);
    for (let i = 1; i < causes.count; i++) this.#join(causes.at(i));
    const races = rivals.count === 0 ? none : this.#racesAmong(rivals);
    for (let i = 0; i < givers.count; i++) this.#join(givers.at(i));
    return races;
  }

  /** The rivals that nothing else orders; the clock, of what must come before, gets to know all of them. */
  #racesAmong(rivals: Positions): readonly number[] {
    let count = 0;
    for (let i = 0; i < rivals.count; i++) if (!this.#isKnown(rivals.at(i))) count++;
    if (count === 0) return none;
    const unordered = rivals.filter((at) => !this.#isKnown(at));
    const { takers } = this.#found;
    const isTaker = (at: number) => this.sparesTakers && takers.has(at);
    const isDirect = (at: number) => !unordered.some((by) => by !== at && this.happensBefore(at, by));
    for (const at of unordered) this.#join(at);
    return unordered.length < 2 ? unordered : unordered.filter((at) => isTaker(at) || isDirect(at));
  }

  #findPast({ footprint }: Event): void {
    const { causes, rivals, givers, takers } = this.#found;
    causes.count = 0;
    rivals.count = 0;
    givers.count = 0;
    takers.count = 0;
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

  #addShared(first: number, before: Positions): void {
    const { words } = this.#shared;
    for (let entry = first; entry !== 0; entry = words[entry + sharedWord.next]!)
      before.push(words[entry + sharedWord.position]! - 1);
  }

  /** Whether the event at a position happens before the one that is being looked at, as far as its clock says. */
  #isKnown(at: number): boolean {
    return this.#clock[this.events[at]!.thread]! > at;
  }

  /** The clock of an event alone, or of nothing. */
  #beginWith(at: number): void {
    const clocks = this.#clocks;
    const clock = this.#clock;
    const row = at * this.#width;
    for (let thread = 0; thread < this.#used; thread++) clock[thread] = at === noPosition ? 0 : clocks[row + thread]!;
  }

  #join(at: number): void {
    if (this.#isKnown(at)) return;
    const clocks = this.#clocks;
    const clock = this.#clock;
    const row = at * this.#width;
    for (let thread = 0; thread < this.#used; thread++) {
      const time = clocks[row + thread]!;
      if (time > clock[thread]!) clock[thread] = time;
    }
  }

  /** Above the numbers of all threads that have events. */
  get width(): number {
    return this.#width;
  }

  /** Whether the event at a position happens before the one at another, or is it. */
  happensBefore(at: number, other: number): boolean {
    return this.#clocks[other * this.#width + this.events[at]!.thread]! > at;
  }

  /** The first event of a thread after a position, or `noPosition`. */
  firstOf(thread: number, after: number): number {
    const positions = this.#ofThread[thread];
    let low = 0;
    let high = this.#counts[thread] ?? 0;
    if (!positions || high === 0 || positions[high - 1]! <= after) return noPosition;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positions[middle]! > after) high = middle;
      else low = middle + 1;
    }
    return positions[low]!;
  }

  /** The next event of the thread whose event is at a position, or `noPosition`. */
  nextOf(at: number): number {
    const { thread } = this.events[at]!;
    const ordinal = this.#ordinals[at]! + 1;
    return ordinal < this.#counts[thread]! ? this.#ofThread[thread]![ordinal]! : noPosition;
  }

  /** Marks the positions after one, and before `end`, with events that do not happen after the one there (`notdep`). */
  markNotAfter(at: number, end: number, marks: Int32Array, mark: number): void {
    const clocks = this.#clocks;
    const width = this.#width;
    let word = (at + 1) * width + this.events[at]!.thread;
    for (let i = at + 1; i < end; i++, word += width) if (clocks[word]! <= at) marks[i] = mark;
  }

  /** The accesses of the event at a position are entries, one after the other. */
  firstEntry(at: number): number {
    return this.#entryBegins[at]!;
  }

  entriesEnd(at: number): number {
    return at + 1 < this.#length ? this.#entryBegins[at + 1]! : this.#entryEnd;
  }

  nextEntry(entry: number): number {
    return entry + entryWord.size;
  }

  /** The newest access of a place, an entry; 0 is none. */
  newestAt(place: Place): number {
    return this.#places.words[this.#record(place) + placeWord.newest]!;
  }

  older(entry: number): number {
    return this.#entries[entry + entryWord.older]!;
  }

  positionAt(entry: number): number {
    return this.#entries[entry + entryWord.position]!;
  }

  accessAt(entry: number): Access {
    return this.#entries[entry + entryWord.access]!;
  }
}
