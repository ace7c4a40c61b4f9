// Threads made of whole patterns (testing/random-fragments.ts): every method finds every outcome, failure, deadlock and race
// that full exploration finds, under every scheduling.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { fullSearch } from './full/full-search.js';
import { raceMonitor } from './race-monitor.js';
import { differenceOf } from './testing/compare-methods.js';
import { plainText } from './testing/observed-program.js';
import { type FragmentSort, fragmentSorts, randomFragments } from './testing/random-fragments.js';
import { finish, idsOf, noLimits } from './testing/search-with.js';

const mostStates = 3000;
const mostVisits = 5000;
const limits = { ...noLimits, maxStates: mostStates };

/** Others cannot race. */
function monitorsOf({ scheduling }: Program): (typeof raceMonitor)[] {
  return scheduling === 'preemptive' ? [raceMonitor] : [];
}

/** What went wrong once: a result of `join` that full exploration remembered for a thread in another state. */
const once: readonly [FragmentSort, number][] = [
  ['promises', 1866],
  ['promises', 1976],
  ['promises', 2769],
];

/** Attempts are always searched in full. */
const reducible = fragmentSorts.filter((sort) => sort !== 'attempts');

describe.each(reducible)('patterns of %s', (sort) => {
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

describe.each(fragmentSorts)('patterns of %s, with forced steps passed', (sort) => {
  it('show what they show step by step', { timeout: 100_000_000 }, () => {
    for (let seed = 1; seed <= 20 * sampleScale; seed++) {
      const program = programOf(plainText(randomFragments(new Rng(seed), sort)));
      const [one, other] = [false, true].map((passForced) =>
        finish(fullSearch(program, initialState(program), monitorsOf(program), limits, passForced)),
      );
      if (one!.cut === undefined) expect([seed, ...idsOf(other!)]).toEqual([seed, ...idsOf(one!)]);
    }
  });
});

it.each(once)('%s, seed %i', (sort, seed) => {
  expect(differenceOf(randomFragments(new Rng(seed), sort), 20_000)).toBeUndefined();
});
