// What is left of a sequence, against the plain definition on random sequences: going through all of it.

import { expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { type Event, isSameEvent, isWeakInitial, makeEvent } from './event.js';
import { type Access, access, type Way, way } from './independence.js';
import { Remainder } from './remainder.js';

const threads = 6;
const ways: readonly Way[] = [way.look, way.change, way.take, way.give, way.follow, way.lead];

function randomEvent(rng: Rng): Event {
  const thread = rng.below(threads);
  const others: Access[] = [];
  for (let i = rng.below(3); i > 0; i--) others.push(access(threads + rng.below(12), ways[rng.below(ways.length)]!));
  return makeEvent(thread, rng.below(3), 0, [access(thread, way.lead), ...others]);
}

/** Takes events out of both, and says where they differ. */
function difference(rng: Rng, remainder: Remainder): string | undefined {
  const sequence = Array.from({ length: rng.below(60) }, () => randomEvent(rng));
  const plain = [...sequence];
  remainder.begin(sequence);
  for (let i = 0; i < 30; i++) {
    const event = rng.below(2) === 0 && plain.length > 0 ? plain[rng.below(plain.length)]! : randomEvent(rng);
    const may = isWeakInitial(event, plain);
    if (remainder.mayBeginWith(event) !== may) return `${may} expected of event ${i}`;
    if (!may) continue;
    remainder.takeOut(event);
    const at = plain.findIndex((other) => isSameEvent(other, event));
    if (at >= 0) plain.splice(at, 1);
    const left = remainder.events();
    if (left.length !== plain.length || left.some((other, k) => other !== plain[k])) return `another rest after ${i}`;
  }
  const passed = remainder.passEqual(plain, 0, plain.length);
  return passed === plain.length && remainder.events().length === 0 ? undefined : 'the rest is not passed';
}

it('says what may come first as going through all of the sequence does', () => {
  const remainder = new Remainder();
  const found: string[] = [];
  for (let seed = 1; seed <= 2000; seed++) {
    const wrong = difference(new Rng(seed), remainder);
    if (wrong !== undefined) found.push(`${seed}: ${wrong}`);
  }
  expect(found).toEqual([]);
});
