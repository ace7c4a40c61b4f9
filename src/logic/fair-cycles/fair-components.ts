// Infinite executions of a finite graph whose edges belong to threads, under strong fairness: a thread that can move again and
// again does move again and again. There is one iff some strongly connected part with an edge has, for every thread that can
// move in one of its nodes, an edge of that thread inside (Emerson and Lei; emptiness of Streett automata). A component that is not
// fair is searched again without the nodes where the missing threads could move: whoever stays there for ever avoids them.
// Each round takes away a node, so at most n rounds of Tarjan's algorithm.

import { graphOf, stronglyConnectedComponents } from '../../base/graph.js';

export interface ThreadEdge {
  readonly thread: number;
  readonly to: number;
}

export interface ThreadGraph {
  readonly size: number;
  edgesFrom(node: number): readonly ThreadEdge[];
}

/** Maximal strongly connected sets of nodes in which one can go round fairly for ever. */
export function fairComponents(graph: ThreadGraph): number[][] {
  const fair: number[][] = [];
  const open: number[][] = [Array.from({ length: graph.size }, (_, node) => node)];
  for (let nodes = open.pop(); nodes; nodes = open.pop()) {
    for (const component of componentsWithin(graph, nodes)) {
      const members = new Set(component);
      const moving = movingIn(graph, members);
      if (moving.size === 0) continue;
      const lacking = (node: number) => graph.edgesFrom(node).some(({ thread }) => !moving.has(thread));
      const kept = component.filter((node) => !lacking(node));
      if (kept.length === component.length) fair.push(component);
      else if (kept.length > 0) open.push(kept);
    }
  }
  return fair;
}

function componentsWithin(graph: ThreadGraph, nodes: readonly number[]): number[][] {
  const place = new Map(nodes.map((node, i) => [node, i]));
  const inner = graphOf(
    nodes.length,
    nodes.flatMap((node, i) =>
      graph.edgesFrom(node).flatMap(({ to }) => (place.has(to) ? [[i, place.get(to)!] as const] : [])),
    ),
  );
  const { count, of } = stronglyConnectedComponents(inner);
  const components: number[][] = Array.from({ length: count }, () => []);
  nodes.forEach((node, i) => void components[of[i]!]!.push(node));
  return components;
}

/** The threads with an edge inside. */
export function movingIn(graph: ThreadGraph, members: ReadonlySet<number>): Set<number> {
  const moving = new Set<number>();
  for (const node of members)
    for (const { thread, to } of graph.edgesFrom(node)) if (members.has(to)) moving.add(thread);
  return moving;
}

/** A walk from `start` back to it inside a fair component, with an edge of each of its threads: edges by node and index. */
export function fairCycle(
  graph: ThreadGraph,
  component: readonly number[],
  start: number,
): [node: number, edge: number][] {
  const members = new Set(component);
  const cycle: [number, number][] = [];
  const missing = movingIn(graph, members);
  let node = start;
  while (missing.size > 0 || node !== start) {
    const isWanted = ({ thread, to }: ThreadEdge) => (missing.size > 0 ? missing.has(thread) : to === start);
    const way = wayToEdge(graph, members, node, isWanted);
    for (const [from, edge] of way) {
      cycle.push([from, edge]);
      const taken = graph.edgesFrom(from)[edge]!;
      missing.delete(taken.thread);
      node = taken.to;
    }
  }
  return cycle;
}

type Way = [node: number, edge: number][];

/** The shortest walk inside that ends with a wanted edge. */
function wayToEdge(
  graph: ThreadGraph,
  members: ReadonlySet<number>,
  from: number,
  isWanted: (edge: ThreadEdge) => boolean,
): Way {
  const arrivedBy = new Map<number, [node: number, edge: number] | undefined>([[from, undefined]]);
  for (const node of arrivedBy.keys()) {
    for (const [i, edge] of graph.edgesFrom(node).entries()) {
      if (!members.has(edge.to)) continue;
      if (isWanted(edge)) return [...wayBack(arrivedBy, node), [node, i]];
      if (!arrivedBy.has(edge.to)) arrivedBy.set(edge.to, [node, i]);
    }
  }
  throw new Error('a component is strongly connected');
}

function wayBack(arrivedBy: ReadonlyMap<number, [node: number, edge: number] | undefined>, node: number): Way {
  const way: Way = [];
  for (let arrival = arrivedBy.get(node); arrival; arrival = arrivedBy.get(arrival[0])) way.push(arrival);
  return way.reverse();
}
