// What is left of `v` (`notdep`, and then the event that is turned round) when events are taken out of it. It is never written
// down: positions of the trace that are left are marked. An event may come first in what is left (`isWeakInitial`) if nothing
// that is left and comes before it depends on it. The trace knows the accesses of each place in their order, so few of them
// are looked at. Events are only taken out if they may come first: with an event all that happens after it stays.

import { grownTo } from '../../../base/integers/typed-array.js';
import { areDependentEvents, type Event, isSameEvent } from './event.js';
import { isShared, type Place, placeOf, wayOf } from './independence.js';
import { noPosition, type Trace } from './trace.js';

export class Remainder {
  #rival = 0;
  #end = 0;
  /** The event that is turned round, as long as it is there; all others come before it. */
  #last: Event | undefined;
  /** By position: this round, if it is left. */
  #left = new Int32Array(64);
  #round = 0;
  /** By thread: no event of it is left before this position; 0 if nobody has asked. */
  #first = new Int32Array(8);
  /** Nothing between the rival and this position is left, but for so many that were skipped. */
  #next = 0;
  #skipped = 0;

  constructor(readonly trace: Trace) {}

  /** What comes after the rival at a position, up to `end`, and does not happen after it; and then this event. */
  begin(rival: number, last: Event, end = this.trace.length): this {
    this.#rival = rival;
    this.#end = end;
    this.#last = last;
    this.#next = rival + 1;
    this.#skipped = 0;
    this.#round++;
    this.#left = grownTo(this.#left, end);
    const { width } = this.trace;
    if (this.#first.length < width) this.#first = new Int32Array(width);
    else this.#first.fill(0);
    this.trace.markNotAfter(rival, end, this.#left, this.#round);
    return this;
  }

  #isLeft(at: number): boolean {
    return this.#left[at] === this.#round;
  }

  /** The next position that is left and was not skipped, or the end. */
  #advance(): number {
    const left = this.#left;
    let at = this.#next;
    while (at < this.#end && left[at] !== this.#round) at++;
    this.#next = at;
    return at;
  }

  /** The position of the first event of a thread that is left, or `noPosition`. */
  #firstOf(thread: number): number {
    if (thread >= this.#first.length) return noPosition;
    let at = this.#first[thread]!;
    if (at === 0) at = this.trace.firstOf(thread, this.#rival);
    else if (at === noPosition || this.#isLeft(at)) return at;
    while (at < this.#end && !this.#isLeft(at)) at = this.trace.nextOf(at);
    if (at >= this.#end) at = noPosition;
    this.#first[thread] = at;
    return at;
  }

  /** What is left. */
  events(): Event[] {
    const events: Event[] = [];
    for (let at = this.#rival + 1; at < this.#end; at++) if (this.#isLeft(at)) events.push(this.trace.events[at]!);
    if (this.#last) events.push(this.#last);
    return events;
  }

  /** Asks what the last event is where it comes now; whether there is one. */
  lookAgain(ask: (others: readonly Event[]) => Event | undefined): boolean {
    this.#last = undefined;
    this.#last = ask(this.events());
    return this.#last !== undefined;
  }

  /** Only its first event is left. */
  keepFirst(): void {
    const first = this.#advance();
    if (first === this.#end) return;
    this.#end = first + 1;
    this.#last = undefined;
  }

  /** Takes out events one after the other as long as each may come first; the place of one that may not, or the end. */
  pass(events: readonly Event[], begin: number, end: number): number {
    for (let place = begin; place < end; place++) {
      if (this.#skipped === 0) place = this.#passInOrder(events, place, end);
      if (place === end) return end;
      const event = events[place]!;
      if (!this.mayBeginWith(event)) return place;
      this.takeOut(event);
    }
    return end;
  }

  /** The same where nothing was skipped and the events are the next ones that are left: these may always come first. */
  #passInOrder(events: readonly Event[], begin: number, end: number): number {
    const { events: ofTrace } = this.trace;
    const left = this.#left;
    const round = this.#round;
    const stop = this.#end;
    let at = this.#next;
    let place = begin;
    for (; place < end; place++) {
      while (at < stop && left[at] !== round) at++;
      if (at === stop || ofTrace[at] !== events[place]) break;
      left[at++] = 0;
    }
    this.#next = at;
    return place;
  }

  /** Whether an event can come first in some continuation of what is left. */
  mayBeginWith(event: Event): boolean {
    const own = this.#firstOf(event.thread);
    if (own !== noPosition) return isSameEvent(this.trace.events[own]!, event) && this.#isFirst(own);
    const last = this.#last;
    if (last?.thread === event.thread) return isSameEvent(last, event) && this.#commutesWithAll(event);
    return !(last && areDependentEvents(last, event)) && this.#commutesWithAll(event);
  }

  /** Whether nothing is left that happens before the event at a position, the first of its thread. */
  #isFirst(at: number): boolean {
    const { trace } = this;
    const end = trace.entriesEnd(at);
    for (let entry = trace.firstEntry(at); entry < end; entry = trace.nextEntry(entry))
      if (this.#isBehindOthers(entry, at)) return false;
    return true;
  }

  /** Whether something is left that an access depends on. It happens after all that the newest one it depends on does. */
  #isBehindOthers(entry: number, own: number): boolean {
    const { trace } = this;
    const isLookedAt = isShared(wayOf(trace.accessAt(entry)));
    for (let older = trace.older(entry); older !== 0; older = trace.older(older)) {
      const at = trace.positionAt(older);
      if (at <= this.#rival) return false;
      if (at === own) continue;
      const leavesAsIs = isShared(wayOf(trace.accessAt(older)));
      if (leavesAsIs && isLookedAt) continue;
      if (this.#isLeft(at)) return true;
      if (!leavesAsIs) return false;
    }
    return false;
  }

  /** Whether no event of the trace that is left depends on this one. */
  #commutesWithAll({ footprint }: Event): boolean {
    for (const one of footprint) if (this.#isTouched(placeOf(one), isShared(wayOf(one)))) return false;
    return true;
  }

  #isTouched(place: Place, isLookedAt: boolean): boolean {
    const { trace } = this;
    for (let entry = trace.newestAt(place); entry !== 0; entry = trace.older(entry)) {
      const at = trace.positionAt(entry);
      if (at <= this.#rival) return false;
      if (!(isLookedAt && isShared(wayOf(trace.accessAt(entry)))) && at < this.#end && this.#isLeft(at)) return true;
    }
    return false;
  }

  /** Takes out an event that may come first; it need not be there. */
  takeOut({ thread }: Event): void {
    const own = this.#firstOf(thread);
    if (own !== noPosition) this.#takeOutAt(own);
    else if (this.#last?.thread === thread) this.#last = undefined;
  }

  #takeOutAt(own: number): void {
    this.#left[own] = 0;
    if (own < this.#next) {
      this.#skipped--;
      return;
    }
    for (let at = this.#next; at < own; at++) if (this.#isLeft(at)) this.#skipped++;
    this.#next = own + 1;
  }
}
