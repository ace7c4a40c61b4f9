// The atomic steps of library objects in a unit: from the acquire of an internal lock to its releases, with the accesses in
// between. Handed-in code may run inside of a step and access anything.

import { derived } from '../../../base/derived.js';
import { edgesBySource } from '../../../base/graph.js';
import type { Access, UnitEdge, UnitGraph } from '../lower/unit-graph.js';

interface LibraryStep {
  /** The acquire and its releases. */
  readonly ends: readonly UnitEdge[];
  readonly accesses: readonly Access[];
}

export const libraryStepsOf = derived((unit: UnitGraph): readonly LibraryStep[] => {
  const outgoing = edgesBySource(unit);
  return unit.edges
    .filter(({ action }) => action.kind === 'acquire' && action.inner)
    .map((start) => stepFrom(start, outgoing));
});

function stepFrom(start: UnitEdge, outgoing: readonly (readonly UnitEdge[])[]): LibraryStep {
  const ends = [start];
  const accesses: Access[] = [];
  // A step inside of a step of the same object: the depth tells whose release it is. Scopes nest, so a node has one depth.
  const seen = new Set<number>();
  const pending: (readonly [node: number, depth: number])[] = [[start.to, 1]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, depth] = next;
    if (seen.has(node)) continue;
    seen.add(node);
    for (const edge of outgoing[node]!) {
      const change = depthChange(start, edge);
      if (edge.action.kind === 'access') accesses.push(edge.action.access);
      if (depth + change === 0) ends.push(edge);
      else pending.push([edge.to, depth + change]);
    }
  }
  return { ends, accesses };
}

function depthChange(start: UnitEdge, { action }: UnitEdge): number {
  if (start.action.kind !== 'acquire' || (action.kind !== 'acquire' && action.kind !== 'release')) return 0;
  if (!action.inner || action.object.id !== start.action.object.id) return 0;
  return action.kind === 'acquire' ? 1 : -1;
}
