import { describe, expect, it } from 'vitest';
import { shortestPath } from '../../logic/semiring/shortest-path.js';
import { singleton } from './p-automaton.js';
import { postStar } from './post-star.js';
import { syntheticSystem } from './synthetic-system.js';

/** Transitions (ε included) and the sum of their weights, as a C++ library gives them. */
function measure(ruleCount: number, stateCount: number): [number, number] {
  const weighted = syntheticSystem(ruleCount, stateCount);
  const automaton = postStar(weighted, singleton(weighted.system, shortestPath, { state: 0, stack: [0] }));
  let sum = 0;
  for (const { weight } of automaton.transitions()) sum += weight;
  return [automaton.transitionCount, sum];
}

describe('post* of the synthetic recursive system', () => {
  it.each([
    [1_000, 1, 1_111, 10_122],
    [10_000, 1, 11_011, 101_922],
  ])('has the published size and weights for R = %i, S = %i', (ruleCount, stateCount, transitions, sum) => {
    expect(measure(ruleCount, stateCount)).toEqual([transitions, sum]);
  });

  it('has the published size and weights for several control states', () => {
    expect(measure(100_000, 8)).toEqual([220_044, 6_307_336]);
  });
});
