// Each rule that the proof uses (docs/theory/explore.md) is needed: without it, a program is known on which the search misses
// what full exploration sees. With all rules both see the same, there and on programs that run in circles.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { inOneOrder } from '../testing/race-orders.js';
import { idsOf, searchFully, searchWithLocksets } from '../testing/search-with.js';
import type { SearchRules } from './search-rules.js';
import { otherPrograms, randomlyMade, rulePrograms } from './testing/rule-programs.js';

/** Small enough that a mutant that no longer ends is told from one that sees the same. */
const limits = { maxStates: 20_000, maxDepth: Number.POSITIVE_INFINITY };

function expectNeeded(rule: keyof SearchRules, program: Program): void {
  const expected = idsOf(searchFully(program, 50_000)!);
  expect(idsOf(searchWithLocksets(program, { remember: true, limits }))).toEqual(expected);
  const mutant = searchWithLocksets(program, { remember: true, limits, rules: { [rule]: false } });
  expect(mutant.cut).toBeUndefined();
  expect(idsOf(mutant)).not.toEqual(expected);
}

describe('the rules of the stateful search are needed', () => {
  it.each(rulePrograms)('%s: %s', (rule, _, program) => {
    expectNeeded(rule, program);
  });
});

function isNoRace(id: string): boolean {
  return !id.startsWith('race');
}

describe('locksets and full exploration see the same', () => {
  it.each(inOneOrder)('where a race shows in one order only: $name', ({ text, found }) => {
    const ids = idsOf(searchWithLocksets(programOf(text), { remember: true }));
    expect(ids.filter((id) => !isNoRace(id))).toEqual(found);
  });

  it.each(otherPrograms)('as %s', (_, program) => {
    expect(idsOf(searchWithLocksets(program, { remember: true }))).toEqual(idsOf(searchFully(program, 50_000)!));
  });

  it('on programs that run in circles', { timeout: 600_000 }, () => {
    let [compared, violated] = [0, 0];
    for (let seed = 1; seed <= 120 * sampleScale; seed++) {
      const program = randomlyMade('loops', seed);
      const full = searchFully(program, 1500);
      if (!full) continue;
      compared++;
      violated += full.violations.length;
      const ids = idsOf(searchWithLocksets(program, { remember: true }));
      expect({ seed, ids }).toEqual({ seed, ids: idsOf(full) });
      const others = idsOf(searchWithLocksets(program, { remember: true, races: false })).filter(isNoRace);
      expect({ seed, others }).toEqual({ seed, others: idsOf(full).filter(isNoRace) });
    }
    expect(compared).toBeGreaterThan(40 * sampleScale);
    expect(violated).toBeGreaterThan(compared / 2);
  });
});
