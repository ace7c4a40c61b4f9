// Each rule that the proof uses (docs/theory/explore.md) is needed: without it, a program is known on which the search misses
// what full exploration sees. With all rules both see the same, there and on programs that run in circles.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { fullScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { randomLoops } from '../testing/random-loops.js';
import { randomProgram, richPrograms, smallPrograms } from '../testing/random-programs.js';
import { idsOf, searchFully, searchWithLocksets } from '../testing/search-with.js';

const generators = {
  small: (rng: Rng) => randomProgram(rng, smallPrograms),
  rich: (rng: Rng) => randomProgram(rng, richPrograms),
  loops: randomLoops,
};

function randomlyMade(generator: keyof typeof generators, seed: number): Program {
  return programOf(generators[generator](new Rng(seed)));
}

/** Small enough that a mutant that no longer ends is told from one that sees the same. */
const limits = { maxStates: 20_000, maxDepth: Number.POSITIVE_INFINITY };

describe('the rules of the stateful search are needed', () => {
  it.each([
    ['lockConflicts', 'small', 23],
    ['blockedCheck', 'small', 23],
    ['blockedCheck', 'rich', 16],
    ['disabledRivals', 'small', 80],
    ['successorOnStack', 'small', 63],
    ['everyConflict', 'loops', 537],
    ['futureRaces', 'small', 152],
    ['compareWriters', 'small', 705],
    ['compareReaders', 'small', 663],
    ['closedFootprints', 'small', 1952],
  ] as const)('%s: %s program %d', (rule, generator, seed) => {
    const program = randomlyMade(generator, seed);
    const expected = idsOf(searchFully(program, 50_000)!);
    expect(idsOf(searchWithLocksets(program, { remember: true, limits }))).toEqual(expected);
    const mutant = searchWithLocksets(program, { remember: true, limits, rules: { [rule]: false } });
    expect(mutant.cut).toBeUndefined();
    expect(idsOf(mutant)).not.toEqual(expected);
  });
});

describe('locksets and full exploration see the same', () => {
  it('on programs that run in circles', { timeout: 600_000 }, () => {
    let [compared, violated] = [0, 0];
    for (let seed = 1; seed <= 120 * fullScale; seed++) {
      const program = randomlyMade('loops', seed);
      const full = searchFully(program, 1500);
      if (!full) continue;
      compared++;
      violated += full.violations.length;
      const ids = idsOf(searchWithLocksets(program, { remember: true }));
      expect({ seed, ids }).toEqual({ seed, ids: idsOf(full) });
    }
    expect(compared).toBeGreaterThan(40 * fullScale);
    expect(violated).toBeGreaterThan(compared / 2);
  });
});
