// Each rule that the proof uses (docs/theory/explore.md) is needed: without it, a program is known on which the search misses
// what full exploration sees. With all rules both see the same, there and on programs that run in circles.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { randomLoops } from '../testing/random-loops.js';
import { randomProgram, richPrograms, smallPrograms } from '../testing/random-programs.js';
import { idsOf, searchFully, searchWithLocksets } from '../testing/search-with.js';
import type { SearchRules } from './search-rules.js';

const generators = {
  small: (rng: Rng) => randomProgram(rng, smallPrograms),
  rich: (rng: Rng) => randomProgram(rng, richPrograms),
  loops: randomLoops,
};

function randomlyMade(generator: keyof typeof generators, seed: number): Program {
  return programOf(generators[generator](new Rng(seed)));
}

/**
 * Thread t writes p before or after v; r, which waits for q, is ordered after the first kind of write only, and reads p once
 * it gets the lock. The main thread comes to the same circle at two places: after the first kind without the lock, so that
 * the state with it closes while the one from which r goes on is open; after the second with it.
 */
const twoWaysIntoACircle = `volatile var v: int, g: int; var p: int, q: int, k: int; lock m;
  t { let c = k; k = 0; if (c == 0) { p = 1; v = 1; } else { v = 1; p = 1; } q = 1; }
  r { while (q == 0) { skip; } let x = v; g = 1; acquire(m); let y = p; release(m); }
  process M { main { let h = 0; if (*) { skip; } else { acquire(m); h = 1; k = 1; } spawn r(); spawn t();
    while (g == 0) { skip; }
    while (true) { if (h == 0) { acquire(m); h = 1; } else { release(m); h = 0; } } } }`;

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
    expectNeeded(rule, randomlyMade(generator, seed));
  });

  it('openLocksets: two ways into a circle', () => {
    expectNeeded('openLocksets', programOf(twoWaysIntoACircle));
  });
});

function isNoRace(id: string): boolean {
  return !id.startsWith('race');
}

describe('locksets and full exploration see the same', () => {
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
