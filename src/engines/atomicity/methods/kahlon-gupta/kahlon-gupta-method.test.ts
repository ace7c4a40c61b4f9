import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../../base/testing/sample-scale.js';
import { compareOnRandomPrograms } from '../testing/random-comparison.js';
import { defaultSplittingLimits, KahlonGuptaMethod } from './kahlon-gupta-method.js';
import { correctedRules } from './splitting.js';

const cases = { runs: 60 * sampleScale, seed: 1000 };

describe('the method kahlon-gupta', () => {
  it('is never wrong on random programs', () => {
    const compared = compareOnRandomPrograms(() => new KahlonGuptaMethod(), cases);
    expect(compared.wrong).toBeUndefined();
    expect(compared.answered).toBeGreaterThan(compared.unknown);
  });

  it('is wrong without splitting, as it was published', () => {
    const joining = () => new KahlonGuptaMethod(defaultSplittingLimits, { ...correctedRules, splits: false });
    expect(compareOnRandomPrograms(joining, { runs: 400, seed: 1000 }).wrong).toMatch(/violated is wrong/);
  });

  it('is wrong if the formula is about one process only', () => {
    const oneSided = () => new KahlonGuptaMethod(defaultSplittingLimits, { ...correctedRules, bothSides: false });
    expect(compareOnRandomPrograms(oneSided, { runs: 60, seed: 1000 }).wrong).toMatch(/violated is wrong/);
  });
});
