// The synthetic recursive system that the speed of saturation is measured on: `ruleCount` rules over `stateCount`
// control states, procedures of eight nodes with two calls each, all choices from one linear congruential generator.

import { shortestPath } from '../../logic/semiring/shortest-path.js';
import { numberedSystem, type PushdownSystem } from './pushdown-system.js';
import type { WeightedSystem } from './weighted-system.js';

const nodesPerProcedure = 8;

export function syntheticSystem(ruleCount: number, stateCount: number): WeightedSystem<number> {
  const procedures = Math.floor(ruleCount / (10 * stateCount));
  const system = numberedSystem(stateCount, nodesPerProcedure * procedures);
  const weights: number[] = [];
  const next = congruentialGenerator(12345);
  for (let f = 0; f < procedures; f++) {
    const callees = [next() % procedures, (f + 1) % procedures] as const;
    const shortCut = f % 4 === 0 || f === procedures - 1;
    addProcedure(system, weights, f * nodesPerProcedure, callees, shortCut);
  }
  return { system, semiring: shortestPath, weights };
}

function congruentialGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}

/** Mutates the system's rules and `weights`. */
function addProcedure(
  { rules, stateCount }: PushdownSystem,
  weights: number[],
  base: number,
  [first, second]: readonly [number, number],
  shortCut: boolean,
): void {
  const add = (from: number, node: number, to: number, push: readonly number[], weight: number) => {
    rules.add(from, base + node, to, push);
    weights.push(weight);
  };
  for (let s = 0; s < stateCount; s++) {
    add(s, 0, s, [base + 1], 1);
    add(s, 0, s, [base + 2], 2);
    add(s, 1, s, [first * nodesPerProcedure, base + 3], 1);
    add(s, 2, s, [base + 3], 1);
    add(s, 3, s, [second * nodesPerProcedure, base + 4], 1);
    add(s, 4, s, [base + 5], 1);
    add(s, 4, s, [base], 1);
    add(s, 5, (3 * s + 1) % stateCount, [base + 6], 1);
    add(s, 6, s, [base + 7], 1);
    add(s, 7, s, [], 1);
    if (shortCut) add(s, 3, s, [base + 4], 1);
  }
}
