// Which joins of a thread matter to a question. Those of a thread that is asked about all do. One that only runs need not
// go on after its last step that others need: a start lock or its end lock given back, or a lock that it still holds. So
// a join matters if such a step lies behind it, or if it is inside of a lock.

import { type FlowEdge, type FlowProcess, outgoingFlow } from '../flow/flow.js';

/** The end locks of all joins. */
export function joinsOf(flow: FlowProcess): Set<number> {
  return new Set(joinEdges(flow).flatMap(({ locks }) => locks));
}

/** The end locks of joins before a step that gives back a lock that is needed. */
export function joinsBefore(flow: FlowProcess, isNeeded: (lock: number) => boolean): Set<number> {
  const joins = joinEdges(flow);
  if (joins.length === 0) return new Set();
  const main = flow.functions.get(flow.entry)!;
  const leading = nodesBefore(flow, (edge) => edge.label.kind === 'release' && isNeeded(edge.label.lock));
  const matter = joins.filter(({ edge }) => leading.has(edge.to) || main.scopes[edge.from]!.locks.length > 0);
  return new Set(matter.flatMap(({ locks }) => locks));
}

function joinEdges(flow: FlowProcess): { readonly edge: FlowEdge; readonly locks: readonly number[] }[] {
  return flow.functions
    .get(flow.entry)!
    .edges.flatMap((edge) => (edge.label.kind === 'use' && !edge.through ? [{ edge, locks: edge.label.locks }] : []));
}

/** Nodes of the thread's body from which such an edge can be reached. */
function nodesBefore(flow: FlowProcess, isGoal: (edge: FlowEdge) => boolean): ReadonlySet<number> {
  const main = flow.functions.get(flow.entry)!;
  const outgoing = outgoingFlow(main);
  const found = new Set<number>();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (let node = main.nodeCount - 1; node >= 0; node--)
      if (!found.has(node) && outgoing[node]!.some((edge) => found.has(edge.to) || isGoal(edge))) found.add(node);
  }
  return found;
}
