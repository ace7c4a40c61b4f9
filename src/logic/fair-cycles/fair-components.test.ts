import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fairComponents, fairCycle, movingIn, type ThreadEdge, type ThreadGraph } from './fair-components.js';
import { fairlyEndless } from './testing/fairly-endless.js';

function randomGraph(rng: Rng): ThreadGraph {
  const size = rng.between(1, 7);
  const threads = rng.between(1, 3);
  const edges: ThreadEdge[][] = Array.from({ length: size }, () =>
    Array.from({ length: rng.below(3) }, () => ({ thread: rng.below(threads), to: rng.below(size) })),
  );
  return { size, edgesFrom: (node) => edges[node]! };
}

describe('fair components', () => {
  it('are there exactly where some set of nodes can be gone round fairly, and each has a fair cycle', () => {
    let found = 0;
    for (let seed = 1; seed <= 3000; seed++) {
      const graph = randomGraph(new Rng(seed));
      const components = fairComponents(graph);
      expect(components.length > 0, `seed ${seed}`).toBe(fairlyEndless(graph));
      for (const component of components) {
        found++;
        checkCycle(graph, component);
      }
    }
    expect(found).toBeGreaterThan(500);
  });
});

function checkCycle(graph: ThreadGraph, component: readonly number[]): void {
  const start = component[0]!;
  const cycle = fairCycle(graph, component, start);
  const moved = new Set<number>();
  let node = start;
  for (const [from, edge] of cycle) {
    expect(from).toBe(node);
    const taken = graph.edgesFrom(from)[edge]!;
    moved.add(taken.thread);
    node = taken.to;
  }
  expect(node).toBe(start);
  expect(moved).toEqual(movingIn(graph, new Set(component)));
}
