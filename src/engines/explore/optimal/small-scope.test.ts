// All small programs: every method finds every outcome, deadlock and race that full exploration finds, and the optimal search
// follows one execution per equivalence class. A slice of them here, all of them when HEDDLE_CASES is at least 1000.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { countTraces } from '../testing/count-traces.js';
import { type ObservedProgram, plainText, withOutcomes } from '../testing/observed-program.js';
import { idsOf, searchFully, searchOptimally, searchWithLocksets } from '../testing/search-with.js';
import { smallScope, smallScopeSize } from '../testing/small-scope.js';

const cases = Number(process.env['HEDDLE_CASES'] ?? 1);
/** Every so many programs, so that about this number are looked at. */
function strideFor(threads: number, operations: number, wanted: number): number {
  return Math.max(1, Math.floor(smallScopeSize(threads, operations) / (wanted * cases)));
}

/** Programs with more states than this are left out: those that mostly spawn. */
const mostStates = 200_000;

/** A text about the first difference; `large` if nothing was compared. */
function difference(model: ObservedProgram): string | undefined {
  const program = withOutcomes(model, mostStates);
  const full = program && searchFully(program, mostStates);
  if (!full) return 'large';
  const expected = idsOf(full).join('; ');
  const found = {
    optimal: searchOptimally(program),
    stateful: searchWithLocksets(program, { remember: true }),
    lockset: searchWithLocksets(program, { remember: false, reductions: { sleepSets: false } }),
    'sleep-sets': searchWithLocksets(program, { remember: false }),
  };
  for (const [name, result] of Object.entries(found))
    if (idsOf(result).join('; ') !== expected) return `${name} on ${model.threads.join(' || ')}`;
  return undefined;
}

function countDifference(model: ObservedProgram): string | undefined {
  const program = programOf(plainText(model));
  const { executions, asleep } = searchOptimally(program);
  const traces = countTraces(program, 100_000);
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
      const different = difference(model);
      if (different === 'large') large++;
      else expect(different).toBeUndefined();
      seen++;
    }
    expect(seen).toBeGreaterThan(wanted / 2);
    expect(large).toBeLessThan(seen / 50);
  });

  it('are explored once per inequivalent execution', { timeout: 100_000_000 }, () => {
    const stride = strideFor(threads, operations, wanted / 2);
    for (const model of smallScope(threads, operations, stride >> 2, stride))
      expect(countDifference(model)).toBeUndefined();
  });
});
