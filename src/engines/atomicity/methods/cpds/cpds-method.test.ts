import { describe, expect, it } from 'vitest';
import { compareOnRandomPrograms } from '../testing/random-comparison.js';
import { CpdsMethod } from './cpds-method.js';

const scale = Number(process.env['HEDDLE_CASES'] ?? 1);
const limits = { bounds: [2, 4, 6, 8, 12, 16], mostWords: 200, mostStates: 2000 };

describe('the methods cpds and cpds-plain', () => {
  it.each(['cpds', 'cpds-plain'] as const)('%s is never wrong on random programs', (name) => {
    const compared = compareOnRandomPrograms(() => new CpdsMethod(name, limits), { runs: 25 * scale, seed: 1000 });
    expect(compared.wrong).toBeUndefined();
    expect(compared.answered).toBeGreaterThan(compared.unknown);
  });

  it.each(['cpds', 'cpds-plain'] as const)('%s is never wrong on cooperative programs', (name) => {
    const cases = { runs: 8 * scale, seed: 5000, cooperative: true };
    expect(compareOnRandomPrograms(() => new CpdsMethod(name, limits), cases).wrong).toBeUndefined();
  });

  it('is wrong if words as long as the bound are taken for complete ones', () => {
    const mutant = () => new CpdsMethod('cpds', limits, false);
    expect(compareOnRandomPrograms(mutant, { runs: 50, seed: 1000 }).wrong).toBeDefined();
  });
});
