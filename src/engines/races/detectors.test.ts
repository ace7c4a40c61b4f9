import { describe, expect, test } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { HappensBeforeOracle } from '../../model/traces/testing/happens-before-oracle.js';
import type { NamedEvent } from '../../model/traces/testing/std-printer.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { traceOfEvents, traceOfText, walkAll } from '../../model/traces/testing/trace-of.js';
import type { TraceVisitor } from '../../model/traces/trace-steps.js';
import { type AlgorithmName, makeDetector } from './algorithms.js';
import type { Detector } from './detector.js';

const cases = 5000 * sampleScale;

interface Found {
  readonly variable: string;
  readonly earlier: number;
  readonly later: number;
}

function detect(events: readonly NamedEvent[], detector: Detector, visitor: TraceVisitor = detector): Found[] {
  const { walk, diagnostics } = walkAll(traceOfEvents(events), visitor);
  expect(diagnostics).toEqual([]);
  return detector.races.map((race) => ({
    variable: walk.names.variables.text(race.variable),
    earlier: race.earlier.event,
    later: race.later.event,
  }));
}

/** Racy variables, first racing events, and a true partner for each: where a detector differs from the oracle. */
function disagreement(
  events: readonly NamedEvent[],
  detector: Detector,
  visitor?: TraceVisitor,
  conflicts: 'read-write' | 'any' = 'read-write',
): string | undefined {
  const found = detect(events, detector, visitor);
  const expected = new HappensBeforeOracle(events).firstRaces(conflicts);
  const summary = (races: readonly { variable: string; later: number }[]) =>
    races.map(({ variable, later }) => `${variable}@${later}`).join(' ');
  if (summary(found) !== summary(expected)) return `${summary(found)} instead of ${summary(expected)}`;
  const wrongPartner = found.find((race, at) => !expected[at]!.earlier.includes(race.earlier));
  return wrongPartner && `${wrongPartner.variable} does not race with event ${wrongPartner.earlier}`;
}

function* randomTraces(count: number, extras: boolean, firstSeed = 1): Generator<[number, NamedEvent[]]> {
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const rng = new Rng(seed);
    yield [seed, randomTrace(rng, randomShape(rng, extras))];
  }
}

const exact: readonly AlgorithmName[] = ['goldilocks', 'vector-clock', 'epoch'];

describe('exact detectors equal the all-pairs oracle', () => {
  test(`on ${cases} random traces with locks, fork and join`, () => {
    let racy = 0;
    for (const [seed, events] of randomTraces(cases, false)) {
      for (const algorithm of exact)
        expect(disagreement(events, makeDetector(algorithm)), `${algorithm}, seed ${seed}`).toBeUndefined();
      racy += new HappensBeforeOracle(events).firstRaces('read-write').length;
    }
    expect(racy).toBeGreaterThan(cases / 10);
  });

  test('on random traces with volatiles, wait, reentrant locks and allocation', () => {
    for (const [seed, events] of randomTraces(cases / 5, true, 100_000))
      for (const algorithm of exact)
        expect(disagreement(events, makeDetector(algorithm)), `${algorithm}, seed ${seed}`).toBeUndefined();
  });

  test('the basic form, where reads conflict as well', () => {
    for (const [seed, events] of randomTraces(cases / 5, true, 200_000)) {
      const detector = makeDetector('goldilocks-basic');
      expect(disagreement(events, detector, detector, 'any'), `seed ${seed}`).toBeUndefined();
    }
  });
});

describe('a rule that is left out shows', () => {
  const rules = ['acquire', 'release', 'fork', 'join', 'volatileRead', 'volatileWrite', 'allocate'] as const;
  for (const rule of rules)
    for (const algorithm of exact)
      test(`${algorithm} without ${rule}`, () => {
        const wrong = [...randomTraces(300, true)].some(([, events]) => {
          const detector = makeDetector(algorithm);
          return disagreement(events, detector, without(detector, rule)) !== undefined;
        });
        expect(wrong).toBe(true);
      });

  test('volatiles taken for locks (as the paper has it) hide races', () => {
    const wrong = [...randomTraces(300, true)].some(([, events]) => {
      const detector = makeDetector('goldilocks');
      return disagreement(events, detector, volatilesAsLocks(detector)) !== undefined;
    });
    expect(wrong).toBe(true);
  });
});

function without(visitor: TraceVisitor, rule: keyof TraceVisitor): TraceVisitor {
  return { ...forwarding(visitor), [rule]: () => {} };
}

function volatilesAsLocks(visitor: TraceVisitor): TraceVisitor {
  const access = (thread: number, volatile: number, event: number) => {
    visitor.acquire(thread, volatile, event);
    visitor.release(thread, volatile, event);
  };
  return { ...forwarding(visitor), volatileRead: access, volatileWrite: access };
}

function forwarding(visitor: TraceVisitor): TraceVisitor {
  return {
    read: (t, x, e) => visitor.read(t, x, e),
    write: (t, x, e) => visitor.write(t, x, e),
    acquire: (t, m, e) => visitor.acquire(t, m, e),
    release: (t, m, e) => visitor.release(t, m, e),
    fork: (t, u, e) => visitor.fork(t, u, e),
    join: (t, u, e) => visitor.join(t, u, e),
    volatileRead: (t, v, e) => visitor.volatileRead(t, v, e),
    volatileWrite: (t, v, e) => visitor.volatileWrite(t, v, e),
    allocate: (t, x, e) => visitor.allocate(t, x, e),
    other: (t, e) => visitor.other(t, e),
  };
}

describe('classic lockset algorithms', () => {
  test('report every variable that races, not later than its first race', () => {
    for (const [seed, events] of randomTraces(cases / 5, false, 300_000))
      for (const algorithm of ['eraser', 'lsa'] as const) {
        const found = new Map(detect(events, makeDetector(algorithm)).map((race) => [race.variable, race.later]));
        for (const { variable, later } of new HappensBeforeOracle(events).firstRaces('read-write'))
          expect(found.get(variable), `${algorithm}, ${variable}, seed ${seed}`).toBeLessThanOrEqual(later);
      }
  });

  test('eraser reports thread-local data only when a second thread comes', () => {
    const racy = (text: string) => walkDetector(text, 'eraser').races.length > 0;
    expect(racy('T1|w(x)|1\nT1|r(x)|2\n')).toBe(false);
    expect(racy('T1|w(x)|1\nT1|fork(T2)|2\nT2|r(x)|3\n')).toBe(true);
    expect(racy('T1|r(x)|1\nT2|r(x)|2\n')).toBe(false);
  });

  test('lsa lets concurrent reads pass and compares a write with all of them', () => {
    const { races } = walkDetector('T1|r(x)|1\nT2|r(x)|2\nT3|r(x)|3\nT3|w(x)|4\n', 'lsa');
    expect(races.map(({ earlier, later }) => [earlier.event, later.event])).toEqual([[1, 4]]);
  });
});

function walkDetector(text: string, algorithm: AlgorithmName): Detector {
  const detector = makeDetector(algorithm);
  walkAll(traceOfText(text), detector);
  return detector;
}
