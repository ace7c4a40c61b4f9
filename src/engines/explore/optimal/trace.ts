// The current execution as a partial order: which event happens before which (vector clocks), and which pairs race. An event
// races with an earlier one it depends on if nothing else orders the two, so that they could have come the other way round.
// To `take` a place is in a race with the last `take`, although the place was given back in between: whoever waits
// could have been first (docs/theory/explore.md, "Locks").

import type { Event } from './event.js';
import { isShared, type Place, placeOf, way, wayOf } from './independence.js';

const nowhere = -1;
const none: readonly number[] = [];

/** Positions in the execution. */
interface PlaceRecord {
  /** The last event that was not shared, and the last that took the place. */
  readonly exclusive: number;
  readonly taken: number;
  /** Shared ones since then. */
  readonly shared: readonly number[];
}

const untouched: PlaceRecord = { exclusive: nowhere, taken: nowhere, shared: [] };

/** Of each thread, 1 + the position of its last event that happens before; 0 or absent if there is none. */
type Clock = readonly number[];

/** What comes before an event: what must, what could as well come after it, and what then could not have happened yet. */
interface Past {
  readonly causes: number[];
  readonly rivals: number[];
  readonly givers: number[];
  /** Rivals that took a place; what they did until they gave it back does not stand in between. */
  readonly takers: number[];
}

export class Trace {
  readonly events: Event[] = [];
  readonly #clocks: Clock[] = [];
  readonly #races: (readonly number[])[] = [];
  readonly #records = new Map<Place, PlaceRecord>();
  /** Filled anew for each event. */
  readonly #found: Past = { causes: [], rivals: [], givers: [], takers: [] };
  /** Records as they were before each event. */
  readonly #replaced: (readonly PlaceRecord[])[] = [];

  /** Without `sparesTakers`, whoever took a place is treated like others. */
  constructor(readonly sparesTakers = true) {}

  get length(): number {
    return this.events.length;
  }

  push(event: Event): void {
    const at = this.length;
    const { clock, races } = this.#look(event);
    clock[event.thread] = at + 1;
    this.events.push(event);
    this.#clocks.push(clock);
    this.#races.push(races);
    this.#replaced.push(event.footprint.map((one) => this.#touch(placeOf(one), wayOf(one), at)));
  }

  /** The record from before. */
  #touch(place: Place, how: number, at: number): PlaceRecord {
    const old = this.#records.get(place) ?? untouched;
    if (isShared(how)) this.#records.set(place, { ...old, shared: [...old.shared, at] });
    else this.#records.set(place, { exclusive: at, taken: how === way.take ? at : old.taken, shared: [] });
    return old;
  }

  truncateTo(length: number): void {
    while (this.length > length) {
      const { footprint } = this.events.pop()!;
      const replaced = this.#replaced.pop()!;
      for (let i = footprint.length - 1; i >= 0; i--) this.#records.set(placeOf(footprint[i]!), replaced[i]!);
      this.#clocks.pop();
      this.#races.pop();
    }
  }

  /** Earlier events that the one at a position races with. */
  races(at: number): readonly number[] {
    return this.#races[at]!;
  }

  /** Earlier events that this one, which does not happen, would race with here. */
  racesOfWaiting(event: Event): readonly number[] {
    return this.#look(event).races;
  }

  #look(event: Event): { clock: number[]; races: readonly number[] } {
    const { causes, rivals, givers } = this.#past(event);
    const clock = causes.length === 0 ? [] : this.#clocks[causes[0]!]!.slice();
    for (let i = 1; i < causes.length; i++) this.#join(clock, causes[i]!);
    const races = rivals.length === 0 ? none : this.#racesAmong(rivals, clock);
    for (const at of givers) this.#join(clock, at);
    return { clock, races };
  }

  /** The rivals that nothing else orders; the clock, of what must come before, gets to know all of them. */
  #racesAmong(rivals: readonly number[], clock: number[]): readonly number[] {
    const unordered = rivals.filter((at) => !this.#isIn(clock, at));
    const { takers } = this.#found;
    const isTaker = (at: number) => this.sparesTakers && takers.includes(at);
    const isDirect = (at: number) => !unordered.some((by) => by !== at && this.happensBefore(at, by));
    for (const at of unordered) this.#join(clock, at);
    return unordered.length < 2 ? unordered : unordered.filter((at) => isTaker(at) || isDirect(at));
  }

  #past({ footprint }: Event): Past {
    const past = this.#found;
    for (const list of [past.causes, past.rivals, past.givers, past.takers]) if (list.length > 0) list.length = 0;
    for (const one of footprint) {
      const record = this.#records.get(placeOf(one));
      if (record) collectPast(past, record, wayOf(one));
    }
    return past;
  }

  #join(clock: number[], at: number): void {
    const other = this.#clocks[at]!;
    for (let thread = 0; thread < other.length; thread++) {
      const time = other[thread] ?? 0;
      if (time > (clock[thread] ?? 0)) clock[thread] = time;
    }
  }

  #isIn(clock: Clock, at: number): boolean {
    return (clock[this.events[at]!.thread] ?? 0) > at;
  }

  /** Whether the event at a position happens before the one at another, or is it. */
  happensBefore(at: number, other: number): boolean {
    return this.#isIn(this.#clocks[other]!, at);
  }

  /** The events after a position, and before `end`, that do not happen after the one there (`notdep`). */
  notAfter(at: number, end = this.length): Event[] {
    const events: Event[] = [];
    for (let i = at + 1; i < end; i++) if (!this.happensBefore(at, i)) events.push(this.events[i]!);
    return events;
  }
}

function collectPast(past: Past, { exclusive, taken, shared }: PlaceRecord, how: number): void {
  const { causes, rivals, givers, takers } = past;
  switch (how) {
    case way.look:
      if (exclusive !== nowhere) rivals.push(exclusive);
      return;
    case way.change:
      if (exclusive !== nowhere) rivals.push(exclusive);
      rivals.push(...shared);
      return;
    case way.take:
      if (taken !== nowhere) {
        rivals.push(taken);
        takers.push(taken);
      }
      if (exclusive !== nowhere) givers.push(exclusive);
      return;
    default:
      if (exclusive !== nowhere) causes.push(exclusive);
      if (how === way.lead) causes.push(...shared);
  }
}
