// Whether a small graph has a fair infinite execution, from the definition: the nodes that such an execution visits again and
// again are some set of nodes, strongly connected by edges inside, with an edge inside of every thread that can move there.

import { movingIn, type ThreadGraph } from '../fair-components.js';

export function fairlyEndless(graph: ThreadGraph): boolean {
  for (let mask = 1; mask < 2 ** graph.size; mask++) {
    const members = new Set(Array.from({ length: graph.size }, (_, node) => node).filter((node) => mask & (1 << node)));
    if (isFair(graph, members) && isConnected(graph, members)) return true;
  }
  return false;
}

function isFair(graph: ThreadGraph, members: ReadonlySet<number>): boolean {
  const moving = movingIn(graph, members);
  return (
    moving.size > 0 && [...members].every((node) => graph.edgesFrom(node).every(({ thread }) => moving.has(thread)))
  );
}

function isConnected(graph: ThreadGraph, members: ReadonlySet<number>): boolean {
  return [...members].every((node) => {
    const seen = new Set([node]);
    for (const each of seen) for (const { to } of graph.edgesFrom(each)) if (members.has(to)) seen.add(to);
    return seen.size === members.size;
  });
}
