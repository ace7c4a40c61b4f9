// Threads made of whole patterns (testing/random-fragments.ts): every method finds every outcome, failure, deadlock and race
// that full exploration finds, under every scheduling.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { differenceOf } from './testing/compare-methods.js';
import { type FragmentSort, randomFragments } from './testing/random-fragments.js';

const mostStates = 3000;
const mostVisits = 5000;

/** What went wrong once: a result of `join` that full exploration remembered for a thread in another state. */
const once: readonly [FragmentSort, number][] = [
  ['promises', 1866],
  ['promises', 1976],
  ['promises', 2769],
];

describe.each<FragmentSort>(['threads', 'promises', 'cooperative', 'event-loop'])('patterns of %s', (sort) => {
  it('show every outcome to every method', { timeout: 100_000_000 }, () => {
    let compared = 0;
    for (let seed = 1; seed <= 24 * sampleScale; seed++) {
      const difference = differenceOf(randomFragments(new Rng(seed), sort), mostStates, mostVisits);
      if (difference === 'large') continue;
      expect([seed, difference]).toEqual([seed, undefined]);
      compared++;
    }
    expect(compared).toBeGreaterThan(12 * sampleScale);
  });
});

it.each(once)('%s, seed %i', (sort, seed) => {
  expect(differenceOf(randomFragments(new Rng(seed), sort), 20_000)).toBeUndefined();
});
