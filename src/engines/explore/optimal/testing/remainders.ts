// What is left of a remainder, against the plain definition on random traces: going through all of it.

import { Rng } from '../../../../base/rng.js';
import { areDependentEvents, type Event, isSameEvent, makeEvent } from '../event.js';
import { type Access, access, type Way, way } from '../independence.js';
import { Remainder } from '../remainder.js';
import { Trace } from '../trace.js';

const threads = 6;
/** Cells, locks, threads' progress. */
const waysAt: readonly (readonly Way[])[] = [
  [way.look, way.change],
  [way.take, way.give],
  [way.follow, way.lead],
];

function randomEvent(rng: Rng, thread: number, step: number): Event {
  const others: Access[] = [];
  for (let i = rng.below(3); i > 0; i--) {
    const place = rng.below(12);
    others.push(access(threads + place, waysAt[place % waysAt.length]![rng.below(2)]!));
  }
  return makeEvent(thread, step, 0, [access(thread, way.lead), ...others]);
}

/** The definition: it stands in the sequence and may be moved to its beginning, or depends on nothing in it. */
function isWeakInitial(event: Event, sequence: readonly Event[]): boolean {
  for (const other of sequence) {
    if (other.thread === event.thread) return isSameEvent(other, event);
    if (areDependentEvents(other, event)) return false;
  }
  return true;
}

/** What happens after the event at a position does so because of something that does and comes before. */
function notAfter(events: readonly Event[], at: number): Event[] {
  const after: Event[] = [events[at]!];
  const others: Event[] = [];
  for (const event of events.slice(at + 1))
    (after.some((one) => areDependentEvents(one, event)) ? after : others).push(event);
  return others;
}

/** The definition of how far a sequence goes: events are taken out one after the other as long as each may come first. */
function plainPass(sequence: readonly Event[], plain: Event[]): number {
  for (const [place, event] of sequence.entries()) {
    if (!isWeakInitial(event, plain)) return place;
    const own = plain.findIndex((other) => isSameEvent(other, event));
    if (own >= 0) plain.splice(own, 1);
  }
  return sequence.length;
}

/** Mostly what is left in its order, now and then with something left out, or something else. */
function randomSequence(rng: Rng, plain: readonly Event[], any: () => Event): Event[] {
  const kept = plain.filter(() => rng.chance(0.8));
  return kept.map((event) => (rng.chance(0.1) ? any() : event));
}

/** Passes sequences in both, and says where they differ. */
export function passedOtherwise(rng: Rng): string | undefined {
  const pool = Array.from({ length: 3 * threads }, (_, i) => randomEvent(rng, i % threads, i));
  const any = () => rng.pick(pool);
  const events = Array.from({ length: 2 + rng.below(30) }, any);
  const trace = new Trace();
  for (const event of events) trace.push(event);
  const at = rng.below(events.length - 1);
  const last = any();
  const plain = [...notAfter(events, at), last];
  const remainder = new Remainder(trace).begin(at, last);
  for (let round = 0; round < 4; round++) {
    const sequence = randomSequence(rng, plain, any);
    const expected = plainPass(sequence, plain);
    const place = remainder.pass(sequence, 0, sequence.length);
    if (place !== expected) return `${place} events pass of ${expected}`;
    const left = remainder.events();
    if (left.length !== plain.length || left.some((other, k) => other !== plain[k]))
      return `another rest in round ${round}`;
  }
  return undefined;
}

/** Takes events out of both, and says where they differ. */
export function comesFirstOtherwise(rng: Rng): string | undefined {
  const pool = Array.from({ length: 3 * threads }, (_, i) => randomEvent(rng, i % threads, i));
  const any = () => pool[rng.below(pool.length)]!;
  const events = Array.from({ length: 2 + rng.below(60) }, any);
  const trace = new Trace();
  for (const event of events) trace.push(event);
  const remainder = new Remainder(trace);
  for (let round = 0; round < 3; round++) {
    const at = rng.below(events.length - 1);
    const last = any();
    const plain = [...notAfter(events, at), last];
    remainder.begin(at, last);
    for (let i = 0; i < 30; i++) {
      const event = rng.below(2) === 0 && plain.length > 0 ? plain[rng.below(plain.length)]! : any();
      const may = isWeakInitial(event, plain);
      if (remainder.mayBeginWith(event) !== may) return `${may} expected of event ${i}`;
      if (!may) continue;
      if (rng.below(2) === 0) remainder.takeOut(event);
      else if (remainder.pass([event], 0, 1) !== 1) return `event ${i} is not passed`;
      const own = plain.findIndex((other) => isSameEvent(other, event));
      if (own >= 0) plain.splice(own, 1);
      const left = remainder.events();
      if (left.length !== plain.length || left.some((other, k) => other !== plain[k])) return `another rest after ${i}`;
    }
    if (remainder.pass(plain, 0, plain.length) !== plain.length) return 'the rest is not passed';
    if (remainder.events().length > 0) return 'something is left';
  }
  return undefined;
}

/** Of so many seeds, what is wrong. */
export function faults(check: (rng: Rng) => string | undefined, count: number): string[] {
  const found: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const wrong = check(new Rng(seed));
    if (wrong !== undefined) found.push(`${seed}: ${wrong}`);
  }
  return found;
}
