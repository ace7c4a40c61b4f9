// Removes merged and unreachable nodes from a finished graph and numbers the rest in the order of their edges; the entry
// stays 0 and the exit 1. Linear.

import type { Edge, FunctionGraph, NodeId } from '../../../model/program/program.js';

export function compactGraph(graph: FunctionGraph, merged: ReadonlyMap<NodeId, NodeId>): FunctionGraph {
  const survivors = resolveMerged(graph.nodeCount, merged);
  const reached = reachableNodes(graph, survivors);
  const numbers = new Int32Array(graph.nodeCount).fill(-1);
  numbers[graph.entry] = 0;
  numbers[graph.exit] = 1;
  let nodeCount = 2;
  const number = (node: NodeId): NodeId => {
    const survivor = survivors[node]!;
    if (numbers[survivor] === -1) numbers[survivor] = nodeCount++;
    return numbers[survivor]!;
  };
  const edges: Edge[] = [];
  for (const edge of graph.edges) {
    if (reached[survivors[edge.from]!] === 1) edges.push({ ...edge, from: number(edge.from), to: number(edge.to) });
  }
  return { ...graph, entry: 0, exit: 1, nodeCount, edges };
}

/** The node that each node ends up as; chains of merges are followed once. */
function resolveMerged(nodeCount: number, merged: ReadonlyMap<NodeId, NodeId>): Int32Array {
  const survivors = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) survivors[node] = node;
  for (const [node, target] of merged) survivors[node] = target;
  for (const node of merged.keys()) {
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

function reachableNodes({ entry, edges, nodeCount }: FunctionGraph, survivors: Int32Array): Uint8Array {
  const first = new Int32Array(nodeCount).fill(-1);
  const following = new Int32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const from = survivors[edges[i]!.from]!;
    following[i] = first[from]!;
    first[from] = i;
  }
  const reached = new Uint8Array(nodeCount);
  reached[entry] = 1;
  const pending = [entry];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (let i = first[node]!; i >= 0; i = following[i]!) {
      const to = survivors[edges[i]!.to]!;
      if (reached[to] === 1) continue;
      reached[to] = 1;
      pending.push(to);
    }
  }
  return reached;
}
