// The searches with locksets against full exploration, and against themselves with a rule switched off.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { reductionNames, reductionsNamed } from './lockset/search-rules.js';
import { type RandomProgramOptions, randomProgram, richPrograms, smallPrograms } from './testing/random-programs.js';
import { idsOf, type LocksetModes, noLimits, searchFully, searchWithLocksets } from './testing/search-with.js';

/** Programs with more states than this are left out of a comparison: there, full exploration takes too long. */
const mostStates = 300;
const stateful: LocksetModes = { remember: true };
/** Paths share nothing, so there can be very many; a search that was cut off is not compared. */
const lockset: LocksetModes = { remember: false, limits: { ...noLimits, maxStates: 1500 } };

interface Comparison {
  readonly seed: number;
  /** What one of the searches finds, where it differs. */
  readonly difference?: { readonly expected: string[]; readonly actual: string[] };
}

/** One comparison per program that is small enough. */
function* compare(
  programs: RandomProgramOptions,
  seeds: Iterable<number>,
  modes: readonly LocksetModes[],
  maxStates = mostStates,
) {
  for (const seed of seeds) {
    const program = programOf(randomProgram(new Rng(seed), programs));
    const full = searchFully(program, maxStates);
    if (!full) continue;
    const expected = idsOf(full);
    const results = modes.map((mode) => searchWithLocksets(program, mode)).filter(({ cut }) => cut === undefined);
    const actual = results.map(idsOf).find((ids) => ids.join() !== expected.join());
    const comparison: Comparison = actual ? { seed, difference: { expected, actual } } : { seed };
    yield comparison;
  }
}

function differences(...asked: Parameters<typeof compare>) {
  const all = [...compare(...asked)];
  return { found: all.filter(({ difference }) => difference), compared: all.length };
}

function firstDifference(comparisons: Iterable<Comparison>): Comparison | undefined {
  for (const comparison of comparisons) if (comparison.difference) return comparison;
  return undefined;
}

function* seeds(from: number, count: number): Generator<number> {
  for (let seed = from; seed < from + count * sampleScale; seed++) yield seed;
}

describe('locksets find exactly the failures, races and deadlocks of full exploration', () => {
  it('on small programs with locks, loops and branches', { timeout: 100_000_000 }, () => {
    const { found, compared } = differences(smallPrograms, seeds(1, 900), [stateful, lockset]);
    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(500 * sampleScale);
  });

  it('on small programs with objects, arrays, monitors and spawned threads', { timeout: 100_000_000 }, () => {
    const { found, compared } = differences(richPrograms, seeds(100_000, 200), [stateful, lockset]);
    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(100 * sampleScale);
  });

  it.each(reductionNames)('without the reduction %s', (name) => {
    const reductions = reductionsNamed(reductionNames.filter((other) => other !== name));
    const modes = [stateful, lockset].map((mode) => ({ ...mode, reductions }));
    expect(differences(richPrograms, seeds(200_000, 25), modes).found).toEqual([]);
    expect(differences(smallPrograms, seeds(200_000, 40), modes).found).toEqual([]);
  });

  it('without any reduction', () => {
    const modes = [stateful, lockset].map((mode) => ({ ...mode, reductions: reductionsNamed([]) }));
    expect(differences(smallPrograms, seeds(300_000, 40), modes).found).toEqual([]);
  });

  it('with hashes in place of states', () => {
    const compact = [stateful, lockset].map((mode) => ({ ...mode, hashCompaction: true }));
    expect(differences(richPrograms, seeds(400_000, 25), compact).found).toEqual([]);
  });
});

describe('the rules of the search are needed', () => {
  it.each([
    ['blockedCheck', [stateful, lockset]],
    ['successorOnStack', [stateful]],
    ['futureRaces', [stateful]],
  ] as const)('without %s the comparison finds a difference', (rule, modes) => {
    const mutants = modes.map((mode) => ({ ...mode, rules: { [rule]: false } }));
    const first = firstDifference(compare(smallPrograms, seeds(1, 3000), mutants));
    expect(first).toBeDefined();
  });

  it('without closedFootprints seed 1952 differs', () => {
    const mutants = [{ ...stateful, rules: { closedFootprints: false } }];
    expect(firstDifference(compare(smallPrograms, [1952], mutants, 20_000))).toBeDefined();
    expect(differences(smallPrograms, [1952], [stateful], 20_000)).toEqual({ found: [], compared: 1 });
  });
});
