// Removes merged and unreachable nodes from a finished graph and numbers the rest in the order of their edges; the entry
// stays 0 and the exit 1. Linear.

import type { Edge, FunctionGraph, NodeId } from '../../model/program/program.js';

export function compactGraph(graph: FunctionGraph, merged: ReadonlyMap<NodeId, NodeId>): FunctionGraph {
  const survivors = resolveMerged(graph.nodeCount, merged);
  const edges = graph.edges.map((edge) => ({ ...edge, from: survivors[edge.from]!, to: survivors[edge.to]! }));
  const reached = reachableNodes(graph, edges);
  const kept = edges.filter((edge) => reached[edge.from] === 1);
  const numbers = new Int32Array(graph.nodeCount).fill(-1);
  numbers[graph.entry] = 0;
  numbers[graph.exit] = 1;
  let nodeCount = 2;
  for (const { from, to } of kept) {
    if (numbers[from] === -1) numbers[from] = nodeCount++;
    if (numbers[to] === -1) numbers[to] = nodeCount++;
  }
  const renumbered = kept.map((edge) => ({ ...edge, from: numbers[edge.from]!, to: numbers[edge.to]! }));
  return { ...graph, entry: 0, exit: 1, nodeCount, edges: renumbered };
}

/** The node that each node ends up as; chains of merges are followed once. */
function resolveMerged(nodeCount: number, merged: ReadonlyMap<NodeId, NodeId>): Int32Array {
  const survivors = Int32Array.from({ length: nodeCount }, (_, node) => merged.get(node) ?? node);
  for (let node = 0; node < nodeCount; node++) {
    let last = node;
    while (survivors[last] !== last) last = survivors[last]!;
    for (let step = node; step !== last; ) {
      const next = survivors[step]!;
      survivors[step] = last;
      step = next;
    }
  }
  return survivors;
}

function reachableNodes(graph: FunctionGraph, edges: readonly Edge[]): Uint8Array {
  const first = new Int32Array(graph.nodeCount).fill(-1);
  const following = new Int32Array(edges.length);
  edges.forEach((edge, i) => {
    following[i] = first[edge.from]!;
    first[edge.from] = i;
  });
  const reached = new Uint8Array(graph.nodeCount);
  reached[graph.entry] = 1;
  const pending = [graph.entry];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (let i = first[node]!; i >= 0; i = following[i]!) {
      const { to } = edges[i]!;
      if (reached[to] === 1) continue;
      reached[to] = 1;
      pending.push(to);
    }
  }
  return reached;
}
