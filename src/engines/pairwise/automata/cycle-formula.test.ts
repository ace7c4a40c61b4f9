// The formula against a search for cycles: on all graphs of up to three nodes, on random ones of up to seven.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { atom, atomsOf, evaluateFormula } from '../../../logic/tree-automata/index.js';
import { someCycle } from './cycle-formula.js';

type Graph = readonly (readonly boolean[])[];

/** Nodes without an edge to a node that is left are taken away; what is left at the end lies before a cycle. */
function hasCycle(graph: Graph): boolean {
  let left = new Set(graph.keys());
  for (;;) {
    const next = new Set([...left].filter((from) => [...left].some((to) => graph[from]![to])));
    if (next.size === left.size) return left.size > 0;
    left = next;
  }
}

function says(graph: Graph): boolean {
  const formula = someCycle(graph.length, (from, to) => atom(1, `${from - 1} ${to - 1}`));
  return evaluateFormula(formula, ({ state }) => {
    const [from, to] = state.split(' ').map(Number);
    return graph[from!]![to!]!;
  });
}

function graphOf(nodes: number, isEdge: (index: number) => boolean): Graph {
  return Array.from({ length: nodes }, (_, i) => Array.from({ length: nodes }, (_, j) => isEdge(i * nodes + j)));
}

describe('the formula for a cycle', () => {
  it('is right on all graphs of up to three nodes', () => {
    for (const nodes of [1, 2, 3])
      for (let bits = 0; bits < 1 << (nodes * nodes); bits++) {
        const graph = graphOf(nodes, (i) => ((bits >> i) & 1) === 1);
        expect([nodes, bits, says(graph)]).toEqual([nodes, bits, hasCycle(graph)]);
      }
  });

  it('is right on random graphs of up to seven', () => {
    let cyclic = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const rng = new Rng(seed);
      const nodes = rng.between(4, 7);
      const graph = graphOf(nodes, () => rng.chance(0.8 / nodes));
      if (hasCycle(graph)) cyclic++;
      expect([seed, says(graph)]).toEqual([seed, hasCycle(graph)]);
    }
    expect(cyclic).toBeGreaterThan(40);
    expect(cyclic).toBeLessThan(160);
  });

  it('has a few thousand edges for eight nodes, not a hundred thousand', () => {
    const sizes = [1, 2, 3, 8].map((nodes) => atomsOf(someCycle(nodes, (from, to) => atom(1, `${from} ${to}`))).length);
    expect(sizes).toEqual([1, 4, 13, 3280]);
  });
});
