// Small scope, complete: one entry starts two asynchronous functions of three operations each, in order, and returns; the
// operations are those that meet in the microtask queue. `program` gives each by its number.

import * as text from './async-text.js';
import { type AsyncText, both, sequence } from './async-text.js';
import { type AsyncProgram, asyncProgram } from './random-async.js';

const operations: readonly ((self: number, place: number) => AsyncText)[] = [
  (self, place) => text.mark(String(4 * self + place)),
  () => both('x = x + 1; mark(x);'),
  () => text.tick,
  () => text.external,
  (self, place) => text.awaitPromise(10 * self + place, `p${1 - self}`, text.mark),
  (self, place) => text.awaitPromise(10 * self + place, 'd0', text.fail),
  (self, place) => text.settle(10 * self + place, 'd0', '1'),
  () => text.fail('2'),
];

const bodies = operations.length ** 3;

export const exhaustiveCount = bodies ** 2;

export function exhaustiveProgram(index: number): AsyncProgram {
  const functions = [index % bodies, Math.floor(index / bodies)].map((body, self) =>
    text.asyncFunction(`f${self}`, bodyOf(body, self)),
  );
  const start = sequence(text.newDeferred('d0'), text.startEager('p0', 'f0'), text.startEager('p1', 'f1'));
  return asyncProgram([start], functions);
}

function bodyOf(body: number, self: number): AsyncText {
  const digits = [0, 1, 2].map((place) => Math.floor(body / operations.length ** place) % operations.length);
  return sequence(...digits.map((digit, place) => operations[digit]!(self, place)));
}
