import { describe, expect, it } from 'vitest';
import { Rng } from '../../../../base/rng.js';
import { sampleScale } from '../../../../base/testing/sample-scale.js';
import { programOf } from '../../../../frontends/eml/testing/program-of.js';
import { exactRules, type HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import { completeQuerySets, finish, flowsOf } from '../../testing/differential.js';
import { randomEml } from '../../testing/random-eml.js';
import { compareOnRandomPrograms } from '../testing/random-comparison.js';
import { BddMethod } from './bdd-method.js';

describe('the method bdd', () => {
  it.each([
    ['with up to two locks', { runs: 400 * sampleScale, seed: 2000, locks: 2 }],
    ['with up to three locks', { runs: 100 * sampleScale, seed: 1000 }],
    ['under cooperative scheduling', { runs: 40 * sampleScale, seed: 5000, cooperative: true, locks: 2 }],
  ])('answers every query and agrees with full exploration on random programs %s', (_, cases) => {
    const { wrong, unknown, programs } = compareOnRandomPrograms(() => new BddMethod(), cases);
    expect(wrong).toBeUndefined();
    expect(unknown).toBe(0);
    expect(programs).toBe(cases.runs);
  });

  it('agrees with full exploration in the plain relational encoding', () => {
    const plain = () => new BddMethod({ encoding: 'plain' });
    const { wrong, unknown } = compareOnRandomPrograms(plain, { runs: 30 * sampleScale, seed: 1000, locks: 2 });
    expect(wrong).toBeUndefined();
    expect(unknown).toBe(0);
  });

  it.each<keyof HistoryRules>(['acquisitionCycles', 'releaseCycles', 'heldThroughout', 'usesInReleaseHistory'])(
    'is wrong without the rule %s',
    (rule) => {
      const mutant = () => new BddMethod({ rules: { ...exactRules, [rule]: false } });
      expect(compareOnRandomPrograms(mutant, { runs: 400, seed: 1000 }).wrong).toBeDefined();
    },
  );

  it('asks one pattern at a time if all together are too large', () => {
    const program = programOf(randomEml(new Rng(1006), { processes: 2, locks: 3, variables: 2 }));
    const [first, second] = flowsOf(program);
    const kinds = (method: BddMethod) =>
      finish(method.decide(first!, second!, [0, 1], completeQuerySets[1]!)).map(({ u }) => u.kind);
    const small = new BddMethod({ nodeLimit: 20_000 });
    expect(kinds(small)).toEqual(kinds(new BddMethod()));
    expect(small.statistics.saturations).toBeGreaterThan(2);
  });

  it('gives up, and says so, when its diagrams get too large', () => {
    const small = () => new BddMethod({ nodeLimit: 2500 });
    const { wrong, unknown } = compareOnRandomPrograms(small, { runs: 12, seed: 1000 });
    expect(wrong).toBeUndefined();
    expect(unknown).toBeGreaterThan(0);
  });
});
