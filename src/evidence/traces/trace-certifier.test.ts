import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import type { Model } from '../../model/model.js';
import { HappensBeforeOracle } from '../../model/traces/testing/happens-before-oracle.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { traceOfEvents, traceOfText } from '../../model/traces/testing/trace-of.js';
import { recordedTrace } from '../../verdict/scope.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { traceCertifier } from './trace-certifier.js';

const cases = 300 * fullScale;
const recorded = recordedTrace();

function outcome(model: Parameters<typeof outcomeOf>[1], property: Parameters<typeof outcomeOf>[2], scope = recorded) {
  return outcomeOf(traceCertifier, model, property, { kind: 'clocks/1', body: {} }, scope);
}

describe('full vector clocks', () => {
  it('accept exactly the traces, and the variables, without a race by definition', () => {
    const seen = { accepted: 0, rejected: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const events = randomTrace(rng, randomShape(rng, seed % 2 === 0));
      const races = new HappensBeforeOracle(events).firstRaces('read-write').map(({ variable }) => variable);
      const expected = races.length === 0 ? 'accepted' : 'rejected';
      expect(outcome(traceOfEvents(events), { kind: 'race' }), `seed ${seed}`).toBe(expected);
      seen[expected]++;
      const variables = new Set(
        events.flatMap(({ op, target }) => ((op === 'r' || op === 'w') && target ? [target] : [])),
      );
      for (const variable of variables)
        expect(outcome(traceOfEvents(events), { kind: 'race', variable }), `seed ${seed} ${variable}`).toBe(
          races.includes(variable) ? 'rejected' : 'accepted',
        );
    }
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(cases / 10);
  });

  it('accept exactly the pairs of events that are ordered by definition', () => {
    for (let seed = 1; seed <= cases / 10; seed++) {
      const rng = new Rng(seed);
      const events = randomTrace(rng, randomShape(rng, true));
      const oracle = new HappensBeforeOracle(events);
      for (let later = 2; later <= events.length; later += 3) {
        const earlier = rng.between(1, later - 1);
        const expected = oracle.ordered(earlier, later) ? 'accepted' : 'rejected';
        const property = { kind: 'order' as const, events: [earlier, later] };
        expect(outcome(traceOfEvents(events), property), `seed ${seed}: ${earlier}, ${later}`).toBe(expected);
      }
    }
  });

  it('know, as the definition does, that a release comes before the join of its thread', () => {
    const events = [
      { thread: 'T0', op: 'acq', target: 'l' },
      { thread: 'T0', op: 'rel', target: 'l' },
      { thread: 'T1', op: 'join', target: 'T0' },
    ] as const;
    expect(new HappensBeforeOracle(events).ordered(2, 3)).toBe(true);
    expect(outcome(traceOfEvents(events), { kind: 'order', events: [2, 3] })).toBe('accepted');
  });

  it('know that a volatile read comes after writes and before nothing', () => {
    const ordered = 'T1|w(x)|1\nT1|vw(v)|2\nT2|vr(v)|3\nT2|w(x)|4\n';
    expect(outcome(traceOfText(ordered), { kind: 'race' })).toBe('accepted');
    const reads = 'T1|w(x)|1\nT1|vr(v)|2\nT2|vr(v)|3\nT2|w(x)|4\n';
    expect(outcome(traceOfText(reads), { kind: 'race' })).toBe('rejected');
    const readThenWrite = 'T1|w(x)|1\nT1|vr(v)|2\nT2|vw(v)|3\nT3|vr(v)|4\nT3|w(x)|5\n';
    expect(outcome(traceOfText(readThenWrite), { kind: 'race' })).toBe('rejected');
  });

  it('reject a claim that does not say what was passed over', () => {
    const trace = () => traceOfText('T1|w(x)|1\nT2|rel(l)|2\n');
    expect(outcome(trace(), { kind: 'race' })).toBe('rejected');
    const admitted = recordedTrace('1 malformed lines or impossible events were passed over');
    expect(outcome(trace(), { kind: 'race' }, admitted)).toBe('accepted');
  });

  it('reject claims about what is not there', () => {
    const trace = () => traceOfText('T1|w(x)|1\n');
    expect(outcome(trace(), { kind: 'race', variable: 'y' })).toBe('rejected');
    expect(outcome(trace(), { kind: 'order', events: [1, 9] })).toBe('rejected');
    expect(outcome(trace(), { kind: 'deadlock' })).toBe('rejected');
    expect(outcome({ kind: 'petri' } as Model, { kind: 'race' })).toBe('rejected');
  });

  it('give up on a trace that is longer than the work allows', () => {
    const trace = traceOfText('T1|w(x)|1\nT1|w(x)|2\nT2|w(x)|3\n');
    const certificate = { kind: 'clocks/1' as const, body: {} };
    expect(outcomeOf(traceCertifier, trace, { kind: 'race' }, certificate, recorded, { left: 2 })).toBe(
      'not-certified',
    );
    expect(outcomeOf(traceCertifier, trace, { kind: 'race' }, certificate, recorded, { left: 3 })).toBe('rejected');
  });
});
