// The expanded diagram P+ (paper 002, Def. 1) as a multigraph over thread states: the real edges, and expansion edges
// (s,l) --> (s,l') that link where a thread arrives to where another one goes on. Horizontal edges are kept, a real edge may
// run beside an expansion edge (repairs 4 and 5), a spawn links to both threads. Two nodes are added: `source`, before every
// edge that a thread can take first, and `sink`, after every edge into the target's shared state.

import type { Graph } from '../../../base/graph.js';
import type { ThreadDiagram } from '../../../model/threads/diagram.js';
import type { CounterState } from '../../../translate/nets/counter-system.js';
import type { Box } from './boxes.js';
import { allRepairs, type Repairs } from './repairs.js';

export interface ExpandedEdge {
  readonly from: number;
  readonly to: number;
  /** The diagram's edge; -1 for an expansion edge. */
  readonly real: number;
}

export interface ExpandedDiagram extends Graph {
  readonly source: number;
  readonly sink: number;
  edgesFrom(node: number): readonly ExpandedEdge[];
  nodeName(node: number): string;
}

/** Undefined when there would be more than `mostEdges` edges. */
export function expandDiagram(
  diagram: ThreadDiagram,
  initial: Box,
  target: CounterState,
  mostEdges: number,
  repairs: Repairs = allRepairs,
): ExpandedDiagram | undefined {
  const nodes = new Map<number, number>();
  const states: number[] = [];
  const nodeOf = (shared: number, local: number): number => {
    const state = shared * diagram.localCount + local;
    const known = nodes.get(state);
    if (known !== undefined) return known;
    nodes.set(state, states.length);
    return states.push(state) - 1;
  };
  const edges: ExpandedEdge[] = [];
  /** Per shared state: nodes that real edges enter, and leave. */
  const entered = new Map<number, Set<number>>();
  const left = new Map<number, Set<number>>();
  diagram.edges.forEach(({ kind, from, to }, real) => {
    if (kind !== 'spawn' && from.shared === to.shared && from.local === to.local) return;
    if (from.shared === to.shared && !repairs.horizontal) return;
    const start = nodeOf(from.shared, from.local);
    add(left, from.shared, start);
    for (const local of kind === 'spawn' ? new Set([to.local, from.local]) : [to.local]) {
      const end = nodeOf(to.shared, local);
      add(entered, to.shared, end);
      edges.push({ from: start, to: end, real });
    }
  });
  const source = states.length;
  const sink = source + 1;
  for (const [shared, ends] of entered) {
    const starts = left.get(shared) ?? new Set();
    if (edges.length + ends.size * starts.size > mostEdges) return undefined;
    for (const from of ends) for (const to of starts) if (from !== to) edges.push({ from, to, real: -1 });
    if (shared === target.control) for (const from of ends) edges.push({ from, to: sink, real: -1 });
  }
  for (const control of initial.controls.keys())
    for (const node of left.get(control) ?? [])
      if (canStart(initial, states[node]! % diagram.localCount)) edges.push({ from: source, to: node, real: -1 });
  const lists: ExpandedEdge[][] = Array.from({ length: sink + 1 }, () => []);
  for (const edge of edges) lists[edge.from]!.push(edge);
  const successors = lists.map((list) => list.map((edge) => edge.to));
  return {
    size: sink + 1,
    source,
    sink,
    edgesFrom: (node) => lists[node]!,
    successors: (node) => successors[node]!,
    nodeName: (node) => {
      if (node === source) return 'source';
      if (node === sink) return 'sink';
      return `${Math.floor(states[node]! / diagram.localCount)}|${states[node]! % diagram.localCount}`;
    },
  };
}

function canStart({ marking, unbounded }: Box, local: number): boolean {
  return unbounded.includes(local) || marking.some((value, i) => i % 2 === 0 && value === local);
}

function add(map: Map<number, Set<number>>, key: number, value: number): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
