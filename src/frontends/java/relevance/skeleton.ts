// A unit's graph without the steps that a question does not look at, for units with thousands of them. The sequences of
// visible steps stay exactly the same: silent cycles are one node; a node whose only way on is silent is the node it leads
// to; nodes with the same ways on are one; and a node that only one silent step leads to is part of where that comes from.
// Linear but for the sets of ways on.

import { stronglyConnectedComponents } from '../../../base/graph.js';
import type { UnitAction, UnitEdge, UnitGraph } from '../lower/unit-graph.js';

export type Skeleton = Pick<UnitGraph, 'nodeCount' | 'entry' | 'exit' | 'edges'>;

interface Ways {
  readonly silent: Set<number>;
  readonly visible: { readonly edge: UnitEdge; to: number }[];
}

export function skeletonOf(unit: Skeleton, isVisible: (edge: UnitEdge) => boolean): Skeleton {
  const seen = new Set(unit.edges.filter(isVisible));
  const components = componentsOf(unit, seen);
  const ways = waysOf(unit, seen, components);
  const exit = components.of[unit.exit]!;
  const standsFor = mergeUpwards(ways, exit);
  const entry = standsFor[components.of[unit.entry]!]!;
  absorbOnlyChildren(ways, entry, exit);
  return numbered(ways, entry, exit, unit.edges[0]);
}

function componentsOf({ nodeCount, edges }: Skeleton, visible: ReadonlySet<UnitEdge>) {
  const lists: number[][] = Array.from({ length: nodeCount }, () => []);
  for (const edge of edges) if (!visible.has(edge)) lists[edge.from]!.push(edge.to);
  return stronglyConnectedComponents({ size: nodeCount, successors: (node) => lists[node]! });
}

function waysOf(
  { edges }: Skeleton,
  visible: ReadonlySet<UnitEdge>,
  { count, of }: ReturnType<typeof componentsOf>,
): Ways[] {
  const ways = Array.from({ length: count }, (): Ways => ({ silent: new Set(), visible: [] }));
  for (const edge of edges) {
    const [from, to] = [of[edge.from]!, of[edge.to]!];
    if (visible.has(edge)) ways[from]!.visible.push({ edge, to });
    else if (from !== to) ways[from]!.silent.add(to);
  }
  return ways;
}

/** Silent steps lead to smaller numbers, so what a node leads to is settled before it. */
function mergeUpwards(ways: readonly Ways[], exit: number): Int32Array {
  const standsFor = Int32Array.from(ways, (_, i) => i);
  const alike = new Map<string, number>();
  for (const [node, { silent, visible }] of ways.entries()) {
    const targets = new Set([...silent].map((to) => standsFor[to]!));
    // A step to where another one leads anyway adds nothing.
    for (const to of targets) if ([...targets].some((other) => ways[other]!.silent.has(to))) targets.delete(to);
    silent.clear();
    for (const to of targets) silent.add(to);
    for (const way of visible) if (way.to < node) way.to = standsFor[way.to]!;
    if (node === exit) continue;
    const [only] = silent;
    if (visible.length === 0 && silent.size === 1) standsFor[node] = only!;
    else {
      const key = `${[...silent].sort()} ${visible.map(({ edge, to }) => `${keyOf(edge.action)}>${to}`).sort()}`;
      standsFor[node] = alike.get(key) ?? node;
      alike.set(key, standsFor[node]!);
    }
  }
  for (const { visible } of ways) for (const way of visible) way.to = standsFor[way.to]!;
  return standsFor;
}

function keyOf(action: UnitAction): string {
  switch (action.kind) {
    case 'access':
      return `a${action.access.id}`;
    case 'acquire':
    case 'release':
      return `${action.kind} ${action.mode} ${action.inner} ${action.downgrades ?? false} ${action.object.id}`;
    default:
      return action.kind;
  }
}

function absorbOnlyChildren(ways: readonly Ways[], entry: number, exit: number): void {
  const parents = parentCounts(ways, entry);
  for (let node = ways.length - 1; node >= 0; node--) {
    if (parents[node] === 0) continue;
    const { silent, visible } = ways[node]!;
    for (const child of silent) {
      if (parents[child] !== 1 || child === exit) continue;
      silent.delete(child);
      parents[child] = 0;
      visible.push(...ways[child]!.visible);
      for (const next of ways[child]!.silent) {
        if (silent.has(next)) parents[next]!--;
        silent.add(next);
      }
    }
  }
}

/** How many steps lead to each node that can be reached; none to all others. */
function parentCounts(ways: readonly Ways[], entry: number): number[] {
  const counts = ways.map(() => 0);
  const pending = [entry];
  counts[entry] = 1;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { silent, visible } = ways[node]!;
    for (const to of [...silent, ...visible.map((way) => way.to)]) if (counts[to]!++ === 0) pending.push(to);
  }
  return counts;
}

function numbered(ways: readonly Ways[], entry: number, exit: number, any: UnitEdge | undefined): Skeleton {
  const numbers = new Map([
    [entry, 0],
    [exit, entry === exit ? 0 : 1],
  ]);
  const pending = [...numbers.keys()];
  const edges: UnitEdge[] = [];
  const numberOf = (node: number): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    numbers.set(node, numbers.size);
    pending.push(node);
    return numbers.size - 1;
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const from = numbers.get(node)!;
    for (const { edge, to } of ways[node]!.visible) edges.push({ ...edge, from, to: numberOf(to) });
    if (any)
      for (const to of ways[node]!.silent)
        edges.push({ from, to: numberOf(to), action: { kind: 'skip' }, node: any.node });
  }
  return { nodeCount: numbers.size, entry: 0, exit: entry === exit ? 0 : 1, edges };
}
