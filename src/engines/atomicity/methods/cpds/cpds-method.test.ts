import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../../base/testing/sample-scale.js';
import { compareOnRandomPrograms } from '../testing/random-comparison.js';
import { CpdsMethod } from './cpds-method.js';

const limits = { bounds: [2, 4, 6, 8, 12, 16], mostWords: 200, mostStates: 2000 };

const names = ['cpds', 'cpds-nested-words', 'cpds-plain'] as const;

describe('the cpds methods', () => {
  it.each(names)('%s is never wrong on random programs', (name) => {
    const compared = compareOnRandomPrograms(() => new CpdsMethod(name, limits), {
      runs: 25 * sampleScale,
      seed: 1000,
    });
    expect(compared.wrong).toBeUndefined();
    expect(compared.answered).toBeGreaterThan(compared.unknown);
  });

  it.each(names)('%s is never wrong on cooperative programs', (name) => {
    const cases = { runs: 8 * sampleScale, seed: 5000, cooperative: true };
    expect(compareOnRandomPrograms(() => new CpdsMethod(name, limits), cases).wrong).toBeUndefined();
  });

  it('are the same with strength reduction by contexts and by nested words', () => {
    const cases = { runs: 25 * sampleScale, seed: 9000 };
    const [contexts, nested] = ['cpds', 'cpds-nested-words'].map((name) => {
      const method = new CpdsMethod(name as 'cpds', limits);
      const { answered, unknown } = compareOnRandomPrograms(() => method, cases);
      return { answered, unknown, bound: method.statistics.bound, words: method.statistics.words };
    });
    expect(nested).toEqual(contexts);
  });

  it('is wrong if words as long as the bound are taken for complete ones', () => {
    const mutant = () => new CpdsMethod('cpds', limits, false);
    expect(compareOnRandomPrograms(mutant, { runs: 50, seed: 1000 }).wrong).toBeDefined();
  });
});
