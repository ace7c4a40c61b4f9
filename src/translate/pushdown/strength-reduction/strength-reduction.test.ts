import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { statesAfter } from '../../../logic/nested-words/nested-word-automaton.js';
import { randomAutomaton } from '../../../logic/nested-words/testing/random-automata.js';
import { lawViolations, pathExtensionViolations } from '../../../logic/semiring/laws.js';
import { prefixWords, type Words } from '../../../logic/semiring/prefix-words.js';
import { isZero } from '../../../logic/semiring/semiring.js';
import { forEachDomain, type SampleDomain } from '../../../logic/semiring/testing/sample-domains.js';
import { singleton } from '../../../model/pushdown/p-automaton.js';
import { postStar } from '../../../model/pushdown/post-star.js';
import { boundedRuns, configurationKey } from '../../../model/pushdown/testing/explicit-search.js';
import { randomSystem, weighRandomly } from '../../../model/pushdown/testing/random-systems.js';
import { valuation } from '../../../model/pushdown/valuation.js';
import type { WeightedSystem } from '../../../model/pushdown/weighted-system.js';
import { nestedWordProduct } from './nested-word-product.js';
import { wordOfRun } from './run-word.js';
import { type Brackets, reduceStrength, withoutNested } from './strength-reduction.js';
import { closeLetters, openLetters, wordByCounting } from './testing/bracket-oracle.js';
import { randomProcedures } from './testing/random-procedures.js';

describe('Construction 1', () => {
  forEachDomain((domain) => {
    it(`restricts runs over ${domain.semiring.name} to those that the automaton follows`, () => {
      for (let seed = 1; seed <= 30 * sampleScale; seed++) checkProduct(domain, new Rng(seed));
    });
  });

  it('makes lawful merging functions', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const rng = new Rng(seed);
      const words = prefixWords(3);
      const procedures = randomProcedures(rng, 1);
      const weighted = withRandomLetters(rng, procedures.system, 3);
      const { weighted: product, semiring } = nestedWordProduct(weighted, randomAutomaton(rng, 2, 12));
      const samples = [...product.weights.slice(0, 5), semiring.make([[0, 1, words.make(['a'])]])];
      const merge = [...(product.merges ?? new Map()).values()][0] ?? semiring.extend;
      expect(lawViolations(semiring, samples, [merge])).toEqual([]);
      expect(pathExtensionViolations(semiring, samples, merge)).toEqual([]);
    }
  });
});

/** Theorem 1 on every short run, and Corollary 1 on saturation. */
function checkProduct<W>(domain: SampleDomain<W>, rng: Rng): void {
  const { semiring } = domain;
  const weighted = weighRandomly(rng, randomSystem(rng), domain, true);
  const { system } = weighted;
  const automaton = randomAutomaton(rng, rng.between(1, 3), system.symbolCount);
  const product = nestedWordProduct(weighted, automaton);
  const start = { state: rng.below(system.stateCount), stack: [rng.below(system.symbolCount)] };
  const { runs, complete } = boundedRuns(system, start, 8, 60);
  const total = new Map<string, W>();
  for (const { rules, end } of runs) {
    const isFollowed = statesAfter(automaton, wordOfRun(system, rules)).size > 0;
    const expected = isFollowed ? valuation(weighted, rules) : semiring.zero;
    expect(semiring.print(product.value(valuation(product.weighted, rules)))).toBe(semiring.print(expected));
    const key = configurationKey(end);
    total.set(key, semiring.combine(total.get(key) ?? semiring.zero, expected));
  }
  const post = postStar(product.weighted, singleton(system, product.semiring, start));
  for (const { end } of runs.slice(0, 10)) {
    const value = product.value(post.weightOf(end));
    const known = total.get(configurationKey(end))!;
    expect(semiring.print(semiring.combine(value, known))).toBe(semiring.print(value));
    if (complete) expect(semiring.print(value)).toBe(semiring.print(known));
  }
}

function withRandomLetters(rng: Rng, system: WeightedSystem<Words>['system'], bound: number): WeightedSystem<Words> {
  const words = prefixWords(bound);
  const weights = Array.from(system.rules, () => words.make([rng.pick(['', 'a', 'b'])]));
  return { system, semiring: words, weights };
}

const brackets: Brackets<Words> = {
  open: (scope) => [openLetters[scope]!],
  close: (scope) => [closeLetters[scope]!],
};

describe('language strength reduction', () => {
  it('writes exactly the brackets that change a counter between 0 and 1, on random procedures', () => {
    let compared = 0;
    let withBrackets = 0;
    for (let seed = 1; seed <= 400 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const { system, scopes } = randomProcedures(rng, rng.between(1, 3));
      const weighted = withRandomLetters(rng, system, 8);
      const { weighted: reduced, value } = reduceStrength(weighted, scopes, withoutNested([''], brackets));
      const start = { state: 0, stack: [0] };
      const { runs, complete } = boundedRuns(system, start, 14, 80);
      const post = postStar(reduced, singleton(system, reduced.semiring, start));
      for (const { rules, end } of runs) {
        const word = wordByCounting(weighted, scopes, rules);
        expect(value(valuation(reduced, rules))).toEqual([word.slice(0, 8)]);
        expect(value(post.weightOf(end))).toContain(word.slice(0, 8));
        compared++;
        if (/[([{]/.test(word)) withBrackets++;
      }
      if (!complete) continue;
      const ends = new Map(runs.map(({ end }) => [configurationKey(end), end]));
      for (const [key, end] of ends) {
        const here = runs.filter((run) => configurationKey(run.end) === key);
        const all = new Set(here.map(({ rules }) => wordByCounting(weighted, scopes, rules).slice(0, 8)));
        expect(value(post.weightOf(end))).toEqual([...all].sort());
      }
    }
    expect(withBrackets).toBeGreaterThan(1000 * sampleScale);
    expect(compared).toBeGreaterThan(withBrackets);
  });

  it('writes wrong words if returns do not use the merging functions', () => {
    const isWrong = (seed: number) => {
      const { system, scopes } = randomProcedures(new Rng(seed), 2);
      const { weighted, value } = reduceStrength(
        withRandomLetters(new Rng(seed), system, 8),
        scopes,
        withoutNested([''], brackets),
      );
      const start = { state: 0, stack: [0] };
      const query = singleton(system, weighted.semiring, start);
      const [right, mutant] = [weighted, { ...weighted, merges: new Map() }].map((each) => postStar(each, query));
      return boundedRuns(system, start, 14, 80).runs.some(
        ({ end }) => value(right!.weightOf(end)).join() !== value(mutant!.weightOf(end)).join(),
      );
    };
    expect(Array.from({ length: 20 }, (_, seed) => seed + 1).some(isWrong)).toBe(true);
  });

  it('leaves runs as they are without scopes', () => {
    const rng = new Rng(1);
    const { system } = randomProcedures(rng, 0);
    const weighted = withRandomLetters(rng, system, 4);
    const { weighted: reduced, semiring } = reduceStrength(weighted, [], brackets);
    expect(reduced.weights.some((weight) => isZero(semiring, weight))).toBe(false);
  });
});
