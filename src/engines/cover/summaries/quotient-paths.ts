// Paths through the SCC quotient of P+, from the source to the sink, by rank: loop-free first, then with simple loops of
// real edges, then with simple loops that have expansion edges (paper 002, section 6). Paths name the edges between
// components, since there may be several (repair 3), and the entry and exit of each loop (repair 2). They are streamed.
// Components that are no simple loop are spaghetti: paths through them are not listed.

import { type Components, stronglyConnectedComponents } from '../../../base/graph.js';
import type { ExpandedDiagram, ExpandedEdge } from './expanded-diagram.js';
import { allRepairs, type Repairs } from './repairs.js';

export type ComponentRank = 'trivial' | 'real-loop' | 'loop' | 'spaghetti';

/** A stretch of edges passed once, and the loop at its end, passed any number of times. */
export interface PathPart {
  readonly stretch: readonly ExpandedEdge[];
  /** From the node where the stretch ends, around to it; empty when there is no loop. */
  readonly loop: readonly ExpandedEdge[];
}

export interface Quotient {
  readonly components: Components;
  readonly ranks: readonly ComponentRank[];
  /** Flags of the components on some way from the source to the sink. */
  readonly relevant: Uint8Array;
}

const rankOrder: readonly ComponentRank[] = ['trivial', 'real-loop', 'loop', 'spaghetti'];

export function quotientOf(diagram: ExpandedDiagram, repairs: Repairs = allRepairs): Quotient {
  const components = stronglyConnectedComponents(diagram);
  const nodes = new Int32Array(components.count);
  const inner = new Int32Array(components.count);
  const expansions = new Int32Array(components.count);
  const forward = new Uint8Array(components.count);
  const backward = new Uint8Array(components.count);
  const order = Array.from({ length: diagram.size }, (_, node) => node);
  // Components are numbered in reverse topological order: every edge goes to the same or a smaller number.
  order.sort((a, b) => components.of[b]! - components.of[a]!);
  forward[components.of[diagram.source]!] = 1;
  backward[components.of[diagram.sink]!] = 1;
  for (const node of order) {
    const own = components.of[node]!;
    nodes[own]!++;
    const edges = diagram.edgesFrom(node);
    for (const [i, { to, real }] of edges.entries()) {
      if (!repairs.multigraph && edges.findIndex((edge) => edge.to === to) < i) continue;
      const other = components.of[to]!;
      if (forward[own]) forward[other] = 1;
      if (other !== own) continue;
      inner[own]!++;
      if (real < 0) expansions[own]!++;
    }
  }
  for (const node of order.reverse())
    for (const { to } of diagram.edgesFrom(node)) if (backward[components.of[to]!]) backward[components.of[node]!] = 1;
  const ranks = Array.from(nodes, (count, i): ComponentRank => {
    if (inner[i] === 0) return 'trivial';
    if (inner[i] !== count) return 'spaghetti';
    return expansions[i] === 0 ? 'real-loop' : 'loop';
  });
  return { components, ranks, relevant: forward.map((flag, i) => flag & backward[i]!) };
}

/** The paths whose highest rank is exactly `rank`; yields undefined for every edge tried in vain. */
export function* pathsOfRank(
  diagram: ExpandedDiagram,
  quotient: Quotient,
  rank: Exclude<ComponentRank, 'spaghetti'>,
  repairs: Repairs = allRepairs,
): Generator<readonly PathPart[] | undefined, void, void> {
  const highest = rankOrder.indexOf(rank);
  const rankAt = (node: number) => rankOrder.indexOf(quotient.ranks[quotient.components.of[node]!]!);
  const stack: Frame[] = [frameAt(diagram, quotient, diagram.source, repairs)];
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    const way = frame.ways[frame.next++];
    if (!way) {
      stack.pop();
      continue;
    }
    frame.taken = way;
    const { to } = way.leaving;
    if (to === diagram.sink) {
      const isRanked = stack.some(({ entry }) => rankAt(entry) === highest) || highest === 0;
      yield isRanked ? partsOf(stack) : undefined;
    } else if (quotient.relevant[quotient.components.of[to]!] && rankAt(to) <= highest) {
      stack.push(frameAt(diagram, quotient, to, repairs));
    } else yield undefined;
  }
}

/** One way through a component: the stretch from its entry to an exit, the loop there, and the edge that leaves. */
interface Way extends PathPart {
  readonly leaving: ExpandedEdge;
}

interface Frame {
  readonly entry: number;
  readonly ways: readonly Way[];
  next: number;
  taken?: Way;
}

function frameAt(diagram: ExpandedDiagram, { components, ranks }: Quotient, entry: number, repairs: Repairs): Frame {
  const own = components.of[entry]!;
  const leavingFrom = (node: number) => {
    const leaving = diagram.edgesFrom(node).filter((edge) => components.of[edge.to] !== own);
    if (repairs.everyEdge) return leaving;
    const componentOf = (edge: ExpandedEdge) => components.of[edge.to];
    return leaving.filter((edge, i) => leaving.findIndex((other) => componentOf(other) === componentOf(edge)) === i);
  };
  if (ranks[own] === 'trivial')
    return { entry, next: 0, ways: leavingFrom(entry).map((leaving) => ({ stretch: [], loop: [], leaving })) };
  const cycle = cycleFrom(diagram, components, entry);
  const ways = cycle.flatMap((edge, i) =>
    leavingFrom(edge.from).map((leaving) => ({
      stretch: cycle.slice(0, i),
      loop: repairs.rotation ? [...cycle.slice(i), ...cycle.slice(0, i)] : cycle,
      leaving,
    })),
  );
  return { entry, ways, next: 0 };
}

/** The edges of a simple loop, from `entry` around. */
function cycleFrom(diagram: ExpandedDiagram, components: Components, entry: number): ExpandedEdge[] {
  const cycle: ExpandedEdge[] = [];
  let node = entry;
  do {
    const edge = diagram.edgesFrom(node).find(({ to }) => components.of[to] === components.of[entry])!;
    cycle.push(edge);
    node = edge.to;
  } while (node !== entry);
  return cycle;
}

/** Joins what lies between two loops into one stretch. */
function partsOf(stack: readonly Frame[]): PathPart[] {
  const parts: PathPart[] = [];
  let stretch: ExpandedEdge[] = [];
  for (const { taken } of stack) {
    if (!taken) continue;
    stretch.push(...taken.stretch);
    if (taken.loop.length > 0) {
      parts.push({ stretch, loop: taken.loop });
      stretch = [];
    }
    stretch.push(taken.leaving);
  }
  parts.push({ stretch, loop: [] });
  return parts;
}
