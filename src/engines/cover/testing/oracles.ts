// Oracles too simple to be wrong: plain backward search on counters, and brute force over a fixed number of threads.

import type { Configuration, ThreadDiagram } from '../../../model/threads/diagram.js';
import { type GlobalState, passiveChoices, takeStep } from '../../../model/threads/step.js';

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

/** Forward search with exactly the threads of `start`; undefined when a spawn edge leads beyond `mostThreads`. */
export function coverableWith(
  diagram: ThreadDiagram,
  start: GlobalState,
  target: Configuration,
  mostThreads: number,
): boolean | undefined {
  const keyOf = (state: GlobalState) => `${state.shared}|${[...state.locals].sort((a, b) => a - b)}`;
  const seen = new Map([[keyOf(start), start]]);
  let cut = false;
  for (const state of seen.values()) {
    if (covers(state, target)) return true;
    for (const next of successors(diagram, state)) {
      if (next.locals.length > mostThreads) cut = true;
      else if (!seen.has(keyOf(next))) seen.set(keyOf(next), next);
    }
  }
  return cut ? undefined : false;
}

function covers(state: GlobalState, { shared, bounded }: Configuration): boolean {
  const count = (list: readonly number[], local: number) => list.filter((each) => each === local).length;
  return state.shared === shared && bounded.every((local) => count(state.locals, local) >= count(bounded, local));
}

function successors(diagram: ThreadDiagram, state: GlobalState): GlobalState[] {
  const results: GlobalState[] = [];
  diagram.edges.forEach((edge, index) => {
    const threads = edge.kind === 'transfer' ? [-1] : state.locals.map((_, thread) => thread);
    for (const thread of threads)
      for (const chosen of choices(edge, state)) {
        const next = { shared: state.shared, locals: [...state.locals] };
        if (takeStep(diagram, next, { edge: index, thread, chosen }).ok) results.push(next);
      }
  });
  return results;
}

function choices(edge: ThreadDiagram['edges'][number], state: GlobalState): Map<number, number>[] {
  let maps = [new Map<number, number>()];
  state.locals.forEach((local, thread) => {
    const options = passiveChoices(edge, local);
    if (options.length > 1) maps = maps.flatMap((map) => options.map((to) => new Map(map).set(thread, to)));
  });
  return maps;
}
