// Many threads with few steps that open each other (testing/random-chains.ts): every method finds every outcome, failure,
// deadlock and race that full exploration finds, and the optimal search follows one execution of each class.

import { expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { differenceOf } from './testing/compare-methods.js';
import { countTraces } from './testing/count-traces.js';
import { plainText } from './testing/observed-program.js';
import { randomChains } from './testing/random-chains.js';
import { searchOptimally } from './testing/search-with.js';

const mostStates = 3000;
const mostPrefixes = 2000;

it('steps that open each other show every outcome, once per class', { timeout: 100_000_000 }, () => {
  let [compared, counted] = [0, 0];
  for (let seed = 1; seed <= 60 * sampleScale; seed++) {
    const model = randomChains(new Rng(seed));
    const difference = differenceOf(model, mostStates);
    if (difference === 'large') continue;
    expect([seed, difference]).toEqual([seed, undefined]);
    compared++;
    const program = programOf(plainText(model));
    const traces = countTraces(program, mostPrefixes);
    if (traces === undefined) continue;
    const { executions, asleep } = searchOptimally(program);
    expect([seed, executions, asleep]).toEqual([seed, traces, 0]);
    counted++;
  }
  expect(compared).toBeGreaterThan(20 * sampleScale);
  expect(counted).toBeGreaterThan(16 * sampleScale);
});
