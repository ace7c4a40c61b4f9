// An oracle too simple to be wrong: plain backward search on counters.

import type { Configuration, ThreadDiagram } from '../../../model/threads/diagram.js';
import { passiveChoices } from '../../../model/threads/step.js';

/** Plain backward search over dense count vectors, written from the definition of the cover preimage. */
export function coverableByBackwardSearch(diagram: ThreadDiagram, target: Configuration): boolean {
  const zero = () => Array.from({ length: diagram.localCount }, () => 0);
  const goal = zero();
  for (const local of target.bounded) goal[local]!++;
  const seen: { shared: number; counts: number[] }[] = [{ shared: target.shared, counts: goal }];
  const isInitial = (shared: number, counts: readonly number[]) =>
    diagram.initial.some(
      (initial) =>
        initial.shared === shared &&
        counts.every((n, l) => initial.unbounded.includes(l) || n <= initial.bounded.filter((b) => b === l).length),
    );
  for (let i = 0; i < seen.length; i++) {
    const { shared, counts } = seen[i]!;
    if (isInitial(shared, counts)) return true;
    for (const edge of diagram.edges) {
      if (edge.to.shared !== shared) continue;
      for (const before of preimagesOf(counts, edge)) {
        const below = (each: { shared: number; counts: number[] }) =>
          each.shared === edge.from.shared && each.counts.every((n, l) => n <= before[l]!);
        if (!seen.some(below)) seen.push({ shared: edge.from.shared, counts: before });
      }
    }
  }
  return false;
}

function preimagesOf(counts: readonly number[], edge: ThreadDiagram['edges'][number]): number[][] {
  const { from, to, kind } = edge;
  if (kind === 'spawn') {
    const before = [...counts];
    before[to.local] = Math.max(0, before[to.local]! - 1);
    before[from.local] = Math.max(1, before[from.local]!);
    return [before];
  }
  const others = [...counts];
  if (kind === 'move') others[to.local] = Math.max(0, others[to.local]! - 1);
  const sources = (local: number) =>
    counts
      .map((_, p) => p)
      .filter((p) => {
        const choices = kind === 'transfer' ? (p === from.local ? [to.local] : []) : passiveChoices(edge, p);
        return choices.length === 0 ? p === local : choices.includes(local);
      });
  let results: number[][] = [counts.map(() => 0)];
  others.forEach((needed, local) => {
    for (let k = 0; k < needed; k++)
      results = results.flatMap((before) => sources(local).map((p) => before.map((n, q) => (q === p ? n + 1 : n))));
  });
  if (kind === 'move') for (const before of results) before[from.local]!++;
  return results;
}
