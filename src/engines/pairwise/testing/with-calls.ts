// A thread graph with parts of its threads moved into procedures: it generates the same tree, but its effects go through
// paths and their composition. A path may release locks of its caller; locks it acquires it releases before it returns.

import type { Rng } from '../../../base/rng.js';
import { type GraphNode, successorsOf, type ThreadGraph } from '../../../model/trees/thread-graph.js';

/** The graph must come from a tree. */
export function withCalls(rng: Rng, graph: ThreadGraph, calls: number): ThreadGraph {
  let result = graph;
  for (let k = 0; k < calls; k++) {
    const first = pickFirst(rng, result.nodes);
    const end = walk(rng, result.nodes, first);
    if (end !== undefined && !leavesProcedure(result.nodes, first, end)) result = withCall(result, first, end);
  }
  return result;
}

/** What `first` does, up to `end` further down the same thread, becomes a procedure that `first` calls. */
export function withCall(graph: ThreadGraph, first: number, end: number): ThreadGraph {
  const nodes = [...graph.nodes];
  const inner = nodes.push(nodes[first]!) - 1;
  const exit = nodes.push({ kind: 'return' }) - 1;
  const before = nodes.findLastIndex((node, id) => id !== first && nextsOf(node).includes(end));
  nodes[before] = redirect(nodes[before]!, end, exit);
  nodes[first] = { kind: 'call', callee: inner, next: end };
  return { ...graph, nodes };
}

/** Does another branch before `end` return from the procedure around? Then it cannot stand in one of its own. */
function leavesProcedure(nodes: readonly GraphNode[], first: number, end: number): boolean {
  const pending = [first];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (nodes[id]!.kind === 'return') return true;
    pending.push(...nextsOf(nodes[id]!).filter((next) => next !== end));
  }
  return false;
}

/** Mostly spawns, joins and releases: what a path leaves behind for its caller comes from these. */
function pickFirst(rng: Rng, nodes: readonly GraphNode[]): number {
  const wanted = rng.pick(['spawn', 'spawn', 'release', 'join', 'any']);
  const found = [...nodes.keys()].filter((id) => wanted === 'any' || nodes[id]!.kind === wanted);
  return rng.pick(found.length > 0 ? found : [...nodes.keys()]);
}

/** Some way down the thread, to a node before which every lock acquired on the way has been released again. */
function walk(rng: Rng, nodes: readonly GraphNode[], first: number): number | undefined {
  const held = new Set<number>();
  let end: number | undefined;
  let at = first;
  for (let left = rng.between(1, 5); left > 0; left--) {
    const node = nodes[at]!;
    const nexts = nextsOf(node);
    if (nexts.length === 0) break;
    if (node.kind === 'acquire') held.add(node.lock);
    if (node.kind === 'release') held.delete(node.lock);
    at = rng.pick(nexts);
    if (held.size === 0) end = at;
  }
  return end;
}

/** Successors in the same thread and procedure. */
function nextsOf(node: GraphNode): readonly number[] {
  return node.kind === 'spawn' || node.kind === 'call' ? [node.next] : successorsOf(node);
}

function redirect(node: GraphNode, from: number, to: number): GraphNode {
  if (node.kind === 'branch') return { ...node, nexts: node.nexts.map((next) => (next === from ? to : next)) };
  return 'next' in node ? { ...node, next: to } : node;
}
