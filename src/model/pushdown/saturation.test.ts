// post*, pre* and explicit search on random systems over every domain. Explicit search gives a lower bound (and the
// truth where nothing was cut off), replayed witnesses the upper bound, so together they are exact.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { explicitRelations } from '../../logic/semiring/explicit-relations.js';
import { reachability } from '../../logic/semiring/reachability.js';
import { relations } from '../../logic/semiring/relation-algebra.js';
import { combineAll, extendAll, type Semiring } from '../../logic/semiring/semiring.js';
import { forEachDomain, type SampleDomain, shortestPathDomain } from '../../logic/semiring/testing/sample-domains.js';
import { PAutomaton, singleton } from './p-automaton.js';
import { postStar } from './post-star.js';
import { preStar } from './pre-star.js';
import type { Configuration } from './pushdown-system.js';
import type { SaturatedAutomaton } from './saturated-automaton.js';
import { replayRun, unwindRun } from './step.js';
import { boundedRuns, boundedSearch, configurationKey, type Found, valuesByEnd } from './testing/explicit-search.js';
import { randomConfiguration, randomSystem, weighRandomly } from './testing/random-systems.js';
import { readPushdownText } from './text/read-text.js';
import { valuation } from './valuation.js';
import { unweighted, type WeightedSystem } from './weighted-system.js';
import { saturateWithWitnesses, witnessRun, witnessRuns } from './witness.js';

const mostWitnessRuns = 200;

/** Equal, or at least the explicit value is contained where the search was cut off. */
function expectCovers<W>(weighted: WeightedSystem<W>, weight: W, explicit: W, complete: boolean): void {
  const { combine, print } = weighted.semiring;
  expect(print(combine(weight, explicit))).toBe(print(weight));
  if (complete) expect(print(weight)).toBe(print(explicit));
}

describe('post* and pre* against a bounded explicit search', () => {
  it('accept the same configurations on 2,000 random systems', () => {
    let complete = 0;
    for (let seed = 1; seed <= 2000 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const weighted = unweighted(randomSystem(rng), reachability);
      const start = randomConfiguration(rng, weighted.system);
      const search = boundedSearch(weighted, start, 6);
      if (search.complete) complete++;
      const post = postStar(weighted, singleton(weighted.system, reachability, start));
      const witnesses = saturateWithWitnesses('post', weighted, singleton(weighted.system, reachability, start));
      for (let i = 0; i < 12; i++) {
        const end =
          i < 6 ? rng.pick([...search.found.values()]).configuration : randomConfiguration(rng, weighted.system);
        const isFound = search.found.has(configurationKey(end));
        const pre = preStar(weighted, singleton(weighted.system, reachability, end));
        expect(pre.accepts(start)).toBe(post.accepts(end));
        if (isFound || search.complete) expect(post.accepts(end)).toBe(isFound);
        const run = witnessRun(witnesses, end);
        expect(run !== undefined).toBe(post.accepts(end));
        if (run) expect(replayRun(weighted.system, start, run)).toEqual(end);
      }
    }
    expect(complete).toBeGreaterThan(700 * sampleScale);
  });

  it('agree on the shortest paths of 2,000 more random systems', () => {
    for (let seed = 1; seed <= 2000 * sampleScale; seed++)
      compareWithSearch(shortestPathDomain, new Rng(50_000 + seed));
  });

  forEachDomain((domain) => {
    it(`agree on the weights of ${domain.semiring.name}`, () => {
      for (let seed = 1; seed <= 60 * sampleScale; seed++) compareWithSearch(domain, new Rng(seed));
    });

    it(`agree on the values of all runs with merging functions over ${domain.semiring.name}`, () => {
      for (let seed = 1; seed <= 40 * sampleScale; seed++) compareWithRuns(domain, new Rng(seed));
    });
  });
});

function compareWithSearch<W>(domain: SampleDomain<W>, rng: Rng): void {
  const weighted = weighRandomly(rng, randomSystem(rng), domain, false);
  const start = randomConfiguration(rng, weighted.system);
  const { found, complete } = boundedSearch(weighted, start, 5);
  const post = postStar(weighted, singleton(weighted.system, domain.semiring, start));
  for (const { configuration, weight } of [...found.values()].slice(0, 12)) {
    expectCovers(weighted, post.weightOf(configuration), weight, complete);
    expectSameBackwards(weighted, start, configuration, post);
  }
  expectWitnessesReplay(
    weighted,
    start,
    [...found.values()].slice(0, 5).map(({ configuration }) => configuration),
  );
}

function compareWithRuns<W>(domain: SampleDomain<W>, rng: Rng): void {
  const weighted = weighRandomly(rng, randomSystem(rng), domain, true);
  const start = { state: rng.below(weighted.system.stateCount), stack: [rng.below(weighted.system.symbolCount)] };
  const { runs, complete } = boundedRuns(weighted.system, start, 12, 400);
  const post = postStar(weighted, singleton(weighted.system, domain.semiring, start));
  const values = [...valuesByEnd(weighted, runs).values()].slice(0, 12);
  for (const { configuration, weight } of values) {
    expectCovers(weighted, post.weightOf(configuration), weight, complete);
    expectSameBackwards(weighted, start, configuration, post);
  }
  expectWitnessesReplay(
    weighted,
    start,
    values.slice(0, 5).map(({ configuration }) => configuration),
  );
}

function expectSameBackwards<W>(
  weighted: WeightedSystem<W>,
  start: Configuration,
  end: Configuration,
  post: SaturatedAutomaton<W>,
): void {
  const { system, semiring } = weighted;
  const pre = preStar(weighted, singleton(system, semiring, end));
  expect(semiring.print(pre.weightOf(start))).toBe(semiring.print(post.weightOf(end)));
}

/** Every witness is a run between the two configurations, and the values of all of them combine to the weight. */
function expectWitnessesReplay<W>(
  weighted: WeightedSystem<W>,
  start: Configuration,
  ends: readonly Configuration[],
): void {
  const { system, semiring } = weighted;
  const post = saturateWithWitnesses('post', weighted, singleton(system, semiring, start));
  for (const end of ends) {
    const runs: number[][] = [];
    for (const run of witnessRuns(post, end)) if (runs.push(run) > mostWitnessRuns) break;
    for (const run of runs) {
      expect(replayRun(system, start, run)).toEqual(end);
      expect(unwindRun(system, run, end)).toEqual(start);
    }
    if (runs.length > mostWitnessRuns) continue;
    const values = runs.map((run) => valuation(weighted, run));
    expect(semiring.print(combineAll(semiring, values))).toBe(semiring.print(post.weightOf(end).weight));
  }
}

describe('queries with several configurations', () => {
  it('give the combined weight over all of them, and witnesses that start in one of them', () => {
    for (let seed = 1; seed <= 300 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const weighted = unweighted(randomSystem(rng), reachability);
      const { system } = weighted;
      const starts = [randomConfiguration(rng, system), randomConfiguration(rng, system)];
      const query = new PAutomaton(system.stateCount, reachability);
      for (const start of starts) query.addConfiguration(start);
      const post = saturateWithWitnesses('post', weighted, query);
      const separate = starts.map((start) => postStar(weighted, singleton(system, reachability, start)));
      for (let i = 0; i < 10; i++) {
        const end = randomConfiguration(rng, system);
        expect(post.accepts(end)).toBe(separate.some((automaton) => automaton.accepts(end)));
        const run = witnessRun(post, end);
        if (run) expect(starts).toContainEqual(unwindRun(system, run, end));
      }
    }
  });

  forEachDomain((domain) => {
    it(`sum over all stacks as enumerating them does, over ${domain.semiring.name}`, () => {
      for (let seed = 1; seed <= 30 * sampleScale; seed++) compareSums(domain, new Rng(seed));
    });

    it(`count their own weights, deeper ones first going forwards, over ${domain.semiring.name}`, () => {
      for (let seed = 1; seed <= 30 * sampleScale; seed++) compareWeightedQuery(domain, new Rng(seed));
    });

    it(`count the weight of an empty stack, over ${domain.semiring.name}`, () => {
      for (let seed = 1; seed <= 30 * sampleScale; seed++) compareEmptyStack(domain, new Rng(seed));
    });
  });

  it('refuse transitions into control states', () => {
    const query = new PAutomaton(2, reachability);
    expect(() => query.addTransition(0, 0, 1)).toThrow(RangeError);
    expect(() => query.addTransition(0, 0, 5)).toThrow(RangeError);
  });
});

function compareSums<W>(domain: SampleDomain<W>, rng: Rng): void {
  const { semiring } = domain;
  const weighted = weighRandomly(rng, randomSystem(rng), domain, false);
  const { system } = weighted;
  const start = randomConfiguration(rng, system);
  const { found, complete } = boundedSearch(weighted, start, 5);
  const post = postStar(weighted, singleton(system, semiring, start));
  for (let state = 0; state < system.stateCount; state++) {
    const here = [...found.values()].filter(({ configuration }) => configuration.state === state);
    expectCovers(weighted, post.weightOfAllStacks(state), sumOf(semiring, here), complete);
    for (let top = 0; top < system.symbolCount; top++) {
      const withTop = here.filter(({ configuration }) => configuration.stack[0] === top);
      expectCovers(weighted, post.weightOfAllStacks(state, top), sumOf(semiring, withTop), complete);
    }
  }
}

function sumOf<W>(semiring: Semiring<W>, found: readonly Found<W>[]): W {
  return combineAll(
    semiring,
    found.map(({ weight }) => weight),
  );
}

/** The query <p, top deeper> with a weight on each transition scales every path by both. */
function compareWeightedQuery<W>(domain: SampleDomain<W>, rng: Rng): void {
  const { semiring, random } = domain;
  const weighted = weighRandomly(rng, randomSystem(rng), domain, false);
  const { system } = weighted;
  const [top, deeper] = [rng.below(system.symbolCount), rng.below(system.symbolCount)];
  const start = { state: rng.below(system.stateCount), stack: [top, deeper] };
  const [onTop, below] = [random(rng), random(rng)];
  const query = new PAutomaton(system.stateCount, semiring);
  const [middle, end] = [query.addState(), query.addState()];
  query.addTransition(start.state, top, middle, onTop);
  query.addTransition(middle, deeper, end, below);
  query.addFinal(end);
  const [post, pre] = [postStar(weighted, query), preStar(weighted, query)];
  const plain = singleton(system, semiring, start);
  const [plainPost, plainPre] = [postStar(weighted, plain), preStar(weighted, plain)];
  for (let i = 0; i < 8; i++) {
    const other = randomConfiguration(rng, system);
    const forwards = extendAll(semiring, [below, onTop, plainPost.weightOf(other)]);
    const backwards = extendAll(semiring, [plainPre.weightOf(other), onTop, below]);
    expect(semiring.print(post.weightOf(other))).toBe(semiring.print(forwards));
    expect(semiring.print(pre.weightOf(other))).toBe(semiring.print(backwards));
  }
}

/** The query <p> with a weight scales every path by it; two weights for it are combined. */
function compareEmptyStack<W>(domain: SampleDomain<W>, rng: Rng): void {
  const { semiring, random } = domain;
  const weighted = weighRandomly(rng, randomSystem(rng), domain, false);
  const { system } = weighted;
  const start = { state: rng.below(system.stateCount), stack: [] };
  const [first, second] = [random(rng), random(rng)];
  const query = new PAutomaton(system.stateCount, semiring);
  query.addConfiguration(start, first);
  query.addConfiguration(start, second);
  const weight = semiring.combine(first, second);
  const plain = singleton(system, semiring, start);
  const [pre, plainPre] = [preStar(weighted, query), preStar(weighted, plain)];
  for (let i = 0; i < 8; i++) {
    const other = i === 0 ? start : randomConfiguration(rng, system);
    const backwards = semiring.extend(plainPre.weightOf(other), weight);
    expect(semiring.print(pre.weightOf(other))).toBe(semiring.print(backwards));
  }
  expect(semiring.print(postStar(weighted, query).weightOf(start))).toBe(semiring.print(weight));
  expect(semiring.print(postStar(weighted, query).weightOfAllStacks(start.state))).toBe(semiring.print(weight));
}

describe('weights of zero', () => {
  it('are no transitions', () => {
    const pairs = explicitRelations(2);
    const model = readPushdownText('test.pds', '<p, a> -> <p, b> <p, b> -> <p, c d> <p, b> -> <p, e>');
    const weights = [pairs.make([[0, 0]]), pairs.make([[1, 1]]), pairs.make([[1, 0]])];
    const weighted = { system: model.system, semiring: relations(pairs), weights };
    const post = postStar(weighted, singleton(model.system, weighted.semiring, { state: 0, stack: [0] }));
    expect(post.transitionCount).toBe(2);
    expect(post.accepts({ state: 0, stack: [3] })).toBe(false);
  });

  it('do not hide a call that a later, better weight makes possible', () => {
    // The push from b has weight zero until the longer way over e has reached b.
    const pairs = explicitRelations(2);
    const model = readPushdownText(
      'test.pds',
      '<p, a> -> <p, b> <p, b> -> <p, c d> <p, c> -> <p, f> <p, f> -> <p, g> <p, g> -> <p> <p, a> -> <p, e> <p, e> -> <p, b>',
    );
    const id = pairs.identity;
    const weights = [pairs.make([[0, 0]]), pairs.make([[1, 1]]), id, id, id, pairs.make([[0, 1]]), id];
    const weighted = { system: model.system, semiring: relations(pairs), weights };
    const post = postStar(weighted, singleton(model.system, weighted.semiring, { state: 0, stack: [0] }));
    expect(pairs.tuples(post.weightOf({ state: 0, stack: [3] }), 2)).toEqual([[0, 1]]);
  });
});
