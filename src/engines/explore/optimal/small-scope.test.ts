// All small programs: every method finds every outcome, failure, deadlock and race that full exploration finds, and the
// optimal search follows one execution per equivalence class. A slice of them here; `node scripts/small-scope.js` takes all.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { differenceOf } from '../testing/compare-methods.js';
import { countTraces } from '../testing/count-traces.js';
import { type ObservedProgram, plainText } from '../testing/observed-program.js';
import { searchOptimally } from '../testing/search-with.js';
import { smallBodies, smallScope, smallScopeSize } from '../testing/small-scope.js';

/** Every so many programs, so that about this number are looked at. */
function strideFor(threads: number, operations: number, wanted: number): number {
  return Math.max(1, Math.floor(smallScopeSize(threads, operations) / (wanted * sampleScale)));
}

/** Programs with more states than this are left out: those that mostly spawn. */
const mostStates = 100_000;

/** Programs with more prefixes of executions are not counted. */
const mostPrefixes = sampleScale < 1 ? 10_000 : 100_000;

function countDifference(model: ObservedProgram): string | undefined {
  const program = programOf(plainText(model));
  const { executions, asleep } = searchOptimally(program);
  const traces = countTraces(program, mostPrefixes);
  return (traces === undefined || executions === traces) && asleep === 0
    ? undefined
    : `${executions} + ${asleep} of ${traces} on ${model.threads.join(' || ')}`;
}

describe.each([
  [2, 3, 60],
  [3, 2, 50],
  [3, 3, 12],
])('%i threads with %i operations', (threads, operations, wanted) => {
  it('show every outcome to every method', { timeout: 100_000_000 }, () => {
    const stride = strideFor(threads, operations, wanted);
    let [seen, large] = [0, 0];
    for (const model of smallScope(threads, operations, stride >> 1, stride)) {
      const different = differenceOf(model, mostStates);
      if (different === 'large') large++;
      else expect(different).toBeUndefined();
      seen++;
    }
    expect(seen).toBeGreaterThan((wanted * sampleScale) / 2);
    expect(large).toBeLessThan(seen / 10);
  });

  it('are explored once per inequivalent execution', { timeout: 100_000_000 }, () => {
    const stride = strideFor(threads, operations, wanted / 2);
    for (const model of smallScope(threads, operations, stride >> 2, stride))
      expect(countDifference(model)).toBeUndefined();
  });
});

describe('the small scope', () => {
  it('has one body of each class', () => {
    expect([1, 2, 3].map((operations) => smallBodies(operations).length)).toEqual([9, 65, 473]);
    expect([smallScopeSize(2, 3), smallScopeSize(3, 2)]).toEqual([112_101, 47_905]);
  });
});
