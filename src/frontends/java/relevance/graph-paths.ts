// Which access can follow which inside of one unit of work, and what lies between.

import type { Access, UnitEdge, UnitGraph } from '../lower/unit-graph.js';

export class GraphPaths {
  readonly outgoing: readonly (readonly UnitEdge[])[];
  readonly #after = new Map<number, ReadonlySet<number>>();
  readonly #edgeOf = new Map<number, UnitEdge>();

  constructor(readonly graph: Pick<UnitGraph, 'nodeCount' | 'edges'>) {
    const outgoing: UnitEdge[][] = Array.from({ length: graph.nodeCount }, () => []);
    for (const edge of graph.edges) {
      outgoing[edge.from]!.push(edge);
      if (edge.action.kind === 'access') this.#edgeOf.set(edge.action.access.id, edge);
    }
    this.outgoing = outgoing;
  }

  edgeOf(access: Access): UnitEdge | undefined {
    return this.#edgeOf.get(access.id);
  }

  /** Does one side of the test of a read lead to an access? */
  isBehind(read: Access, side: 'then' | 'else', access: Access): boolean {
    const starts = this.outgoing
      .flat()
      .filter(({ action }) => action.kind === 'branch' && action.side === side && action.tests.has(read.id));
    const pending = starts.map(({ to }) => to);
    const seen = new Set(pending);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const next of this.outgoing[node]!) {
        if (next.action.kind === 'access' && next.action.access.id === access.id) return true;
        if (seen.has(next.to)) continue;
        seen.add(next.to);
        pending.push(next.to);
      }
    }
    return starts.length === 0;
  }

  /** Is an access reached only by a test of one of the reads, by itself, with that outcome? */
  isOnlyBehind(reads: readonly Access[], side: 'then' | 'else', access: Access): boolean {
    const ids = new Map(reads.flatMap((read) => (read.kind === 'read' ? [[read.id, read.node.text]] : [])));
    const isTest = ({ action, node }: UnitEdge) =>
      action.kind === 'branch' && action.side === side && [...action.tests].some((id) => ids.get(id) === node.text);
    const goal = this.edgeOf(access)?.from;
    const seen = new Set([0]);
    for (const node of seen) {
      if (node === goal) return false;
      for (const edge of this.outgoing[node]!) if (!isTest(edge)) seen.add(edge.to);
    }
    return goal !== undefined;
  }

  /** Can one access follow another without passing a node? */
  isReachedPast(first: Access, node: number, second: Access): boolean {
    const seen = new Set([this.edgeOf(first)!.to]);
    for (const at of seen) {
      if (at === node) continue;
      for (const { action, to } of this.outgoing[at]!) {
        if (action.kind === 'access' && action.access.id === second.id) return true;
        if (action.kind !== 'boundary') seen.add(to);
      }
    }
    return false;
  }

  /** Ids of the accesses that can come after one in the same unit of work. */
  after(access: Access): ReadonlySet<number> {
    const known = this.#after.get(access.id);
    if (known) return known;
    const found = new Set<number>();
    const edge = this.edgeOf(access);
    const pending = edge ? [edge.to] : [];
    const seen = new Set(pending);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const next of this.outgoing[node]!) {
        if (next.action.kind === 'boundary') continue;
        if (next.action.kind === 'access') found.add(next.action.access.id);
        if (seen.has(next.to)) continue;
        seen.add(next.to);
        pending.push(next.to);
      }
    }
    this.#after.set(access.id, found);
    return found;
  }
}
