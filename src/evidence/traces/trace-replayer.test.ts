import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.js';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { HappensBeforeOracle } from '../../model/traces/testing/happens-before-oracle.js';
import type { NamedEvent } from '../../model/traces/testing/std-printer.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { traceOfEvents, traceOfText } from '../../model/traces/testing/trace-of.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { replay } from '../testing/replay-all.js';
import { traceReplayer } from './trace-replayer.js';

const cases = 40 * fullScale;

/** Numbers count from 1. */
function accessOf(events: readonly NamedEvent[], event: number): JsonObject | undefined {
  const { thread, op } = events[event - 1]!;
  return op === 'r' || op === 'w' ? { event, thread, op } : undefined;
}

function isRace(events: readonly NamedEvent[], variable: string, earlier: number, later: number): boolean {
  const accesses = [accessOf(events, earlier), accessOf(events, later)].filter((access) => access !== undefined);
  const witness = { kind: 'trace', steps: [], details: { accesses } } as const;
  return replay(traceReplayer, traceOfEvents(events), { kind: 'race', variable }, witness).ok;
}

describe('two accesses of a trace', () => {
  it('are replayed just when they are the first race of their variable, by the definition', () => {
    let races = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const events = randomTrace(rng, { ...randomShape(rng, seed % 2 === 0) }).slice(0, 24);
      const first = new HappensBeforeOracle(events).firstRaces('read-write');
      for (let later = 2; later <= events.length; later++)
        for (let earlier = 1; earlier < later; earlier++) {
          const { op, target } = events[later - 1]!;
          if ((op !== 'r' && op !== 'w') || target === undefined) continue;
          const expected = first.some(
            (race) => race.variable === target && race.later === later && race.earlier.includes(earlier),
          );
          if (expected) races++;
          expect([seed, earlier, later, isRace(events, target, earlier, later)]).toEqual([
            seed,
            earlier,
            later,
            expected,
          ]);
        }
    }
    expect(races).toBeGreaterThan(cases / 2);
  });

  it('are no race if the variable stands for new memory in between', () => {
    const events: NamedEvent[] = (['r', 'new', 'w', 'w'] as const).map((op, i) => ({
      thread: ['T2', 'T1', 'T2', 'T1'][i]!,
      op,
      target: 'x',
    }));
    expect(isRace(events, 'x', 1, 4)).toBe(false);
    expect(isRace(events, 'x', 3, 4)).toBe(true);
  });

  it('are unordered just when neither the program nor its synchronisation orders them', () => {
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const events = randomTrace(rng, randomShape(rng, true)).slice(0, 30);
      const oracle = new HappensBeforeOracle(events);
      const model = traceOfEvents(events);
      for (let later = 2; later <= events.length; later += 2) {
        const pair = [rng.between(1, later - 1), later];
        const witness = { kind: 'trace', steps: [], details: { events: pair } } as const;
        const outcome = replay(traceReplayer, model, { kind: 'order', events: pair }, witness);
        expect([seed, pair, outcome.ok]).toEqual([seed, pair, !oracle.ordered(pair[0]!, later)]);
      }
    }
  });
});

describe('what the witness of a race shows', () => {
  const model = traceOfText('T1|acq(l)|a:1\nT1|w(x)|a:2\nT1|rel(l)|a:3\nT2|w(x)|b:1\n');
  const accesses: readonly JsonObject[] = [
    { event: 2, thread: 'T1', op: 'w', location: 'a:2', held: ['l'] },
    { event: 4, thread: 'T2', op: 'w', location: 'b:1', held: [] },
  ];
  const step: WitnessStep = {
    thread: 'T1',
    action: 'write',
    target: 'x',
    change: 'event 2',
    place: { file: 'trace.std', line: 2, column: 1, length: 1 },
  };
  const outcome = (claimed: readonly JsonObject[], steps: readonly WitnessStep[], variable = 'x') =>
    replay(traceReplayer, model, { kind: 'race', variable }, { kind: 'trace', steps, details: { accesses: claimed } })
      .ok;

  it('is what happened: threads, operations, places, locks', () => {
    expect(outcome(accesses, [step])).toBe(true);
    const [first, second] = accesses as [JsonObject, JsonObject];
    for (const forged of [
      { ...first, thread: 'T3' },
      { ...first, op: 'r' },
      { ...first, location: 'a:1' },
      { ...first, held: [] },
      { ...first, held: ['l', 'm'] },
      { ...first, event: 1 },
      { ...first, event: 0 },
      { ...first, event: 99 },
    ])
      expect([forged, outcome([forged, second], [step])]).toEqual([forged, false]);
    expect(outcome([second, first], [step])).toBe(false);
    expect(outcome([first], [step])).toBe(false);
    for (const variable of ['y', 'l', '__proto__']) expect(outcome(accesses, [step], variable)).toBe(false);
    for (const forged of [
      { ...step, thread: 'T2' },
      { ...step, action: 'read' },
      { ...step, target: 'y' },
      { ...step, change: 'event 3' },
      { ...step, change: '' },
      { ...step, place: { ...step.place!, line: 3 } },
    ])
      expect([forged, outcome(accesses, [forged])]).toEqual([forged, false]);
  });
});
