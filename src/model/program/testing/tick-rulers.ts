// Structured programs that measure ticks: while one function awaits the promise of a construct, another one leaves a mark
// at every tick, so that the final log says after how many ticks the first went on. Each construct on a promise that has
// settled, has failed, settles or fails in the middle of the ruler, or settles by an external event.

import * as text from './async-text.js';
import { type AsyncText, sequence } from './async-text.js';
import { type AsyncProgram, asyncProgram } from './random-async.js';

const length = 8;
const middle = 3;
const handler = (reason: string) => sequence(text.mark(reason), text.mark('25'));

/** Code of the function that is measured; `d0` is the promise that it is about, `d1` one that has settled. */
const constructs: readonly AsyncText[] = [
  text.awaitPromise(1, 'd0', handler),
  sequence(text.startEager('p0', 'returns'), text.awaitPromise(1, 'p0', handler)),
  sequence(text.chain(1, 'fulfilled', 'p0', 'd0', 7), text.awaitPromise(2, 'p0', handler)),
  sequence(text.chain(1, 'caught', 'p0', 'd0', 7), text.awaitPromise(2, 'p0', handler)),
  sequence(text.chain(1, 'finally', 'p0', 'd0', 7), text.awaitPromise(2, 'p0', handler)),
  text.awaitRace(1, ['d0', 'd1'], handler),
  text.awaitRace(1, ['d0', 'd0'], handler),
  text.awaitAll(1, ['d0', 'd1'], handler),
  text.awaitCall('waits'),
  text.locked(text.awaitPromise(1, 'd0', handler)),
];

const settlements: readonly AsyncText[] = [text.settle(91, 'd0', '5'), text.reject(91, 'd0', '6')];

/** When the promise settles: before, in the middle of the ruler, by an external event. */
const times = 3;

export function* tickRulers(): Generator<AsyncProgram> {
  for (const construct of constructs)
    for (const settlement of settlements)
      for (let time = 0; time < times; time++)
        for (const rulerFirst of [true, false]) yield rulerProgram(construct, settlement, time, rulerFirst);
}

function rulerProgram(construct: AsyncText, settlement: AsyncText, time: number, rulerFirst: boolean): AsyncProgram {
  const marks = Array.from({ length }, (_, i) =>
    sequence(text.mark(String(10 + i)), ...(time === 1 && i === middle ? [settlement] : []), text.tick),
  );
  const functions = [
    text.asyncFunction('returns', text.returnPromise(81, 'd0')),
    text.asyncFunction('waits', text.awaitPromise(82, 'd0', text.mark)),
    text.asyncFunction('measured', sequence(construct, text.mark('r'), text.mark('29'))),
    text.asyncFunction('ruler', sequence(...marks, text.locked(text.mark('28')))),
    text.asyncFunction('event', sequence(text.external, settlement, text.startEager('p1', 'ruler'))),
  ];
  const started = [text.startEager('p1', 'ruler'), text.startEager('p1', 'measured')];
  const start = sequence(
    text.newDeferred('d0'),
    text.newDeferred('d1'),
    text.settle(92, 'd1', '4'),
    ...(time === 0 ? [settlement] : []),
    ...(time === 2 ? [text.startEager('p0', 'event')] : []),
    ...(rulerFirst ? started : started.reverse()),
  );
  return asyncProgram([start], functions);
}
