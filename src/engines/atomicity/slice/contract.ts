// Contracts silent edges of a flow graph: cycles become one node, a node that can only move on silently is its
// successor, a node entered by one silent edge only is its predecessor. What a process can do and in which order is
// unchanged. The few silent edges that remain (a choice that leads back into shared nodes) are kept as edges.

import { graphOf, stronglyConnectedComponents } from '../../../base/graph.js';
import type { FlowEdge, FlowFunction } from '../flow/flow.js';

export interface LabelledStep<L> {
  readonly edge: FlowEdge;
  /** Absent for a silent edge that could not be contracted. */
  readonly label?: L;
}

export interface ContractedGraph<L> {
  /** The class of a flow node, named by one of its members. */
  classOf(node: number): number;
  outgoing(group: number): readonly LabelledStep<L>[];
}

export function contractSilent<L>(
  flow: FlowFunction,
  silent: readonly FlowEdge[],
  kept: readonly { readonly edge: FlowEdge; readonly label: L }[],
): ContractedGraph<L> {
  const groups = new Groups(flow, silent, kept);
  groups.contract();
  const outgoing = new Map<number, LabelledStep<L>[]>();
  const add = (step: LabelledStep<L>) => {
    const from = groups.find(step.edge.from);
    const steps = outgoing.get(from);
    if (steps) steps.push(step);
    else outgoing.set(from, [step]);
  };
  kept.forEach(add);
  const seen = new Set<string>();
  for (const edge of silent) {
    const [from, to] = [groups.find(edge.from), groups.find(edge.to)];
    if (from === to || seen.has(`${from} ${to}`)) continue;
    seen.add(`${from} ${to}`);
    add({ edge });
  }
  return {
    classOf: (node) => groups.find(node),
    outgoing: (group) => outgoing.get(group) ?? [],
  };
}

/** Classes of nodes (union-find) with their silent neighbours. */
class Groups {
  readonly #parent: Int32Array;
  readonly #next: Set<number>[];
  readonly #previous: Set<number>[];
  /** Kept edges that leave and enter a class; the entry and the exit count as entered and left. */
  readonly #leaving: Int32Array;
  readonly #entering: Int32Array;

  constructor(flow: FlowFunction, silent: readonly FlowEdge[], kept: readonly { readonly edge: FlowEdge }[]) {
    const size = flow.nodeCount;
    const graph = graphOf(
      size,
      silent.map(({ from, to }) => [from, to] as const),
    );
    const components = stronglyConnectedComponents(graph);
    const firstOf = new Int32Array(components.count).fill(-1);
    this.#parent = Int32Array.from({ length: size }, (_, node) => {
      const component = components.of[node]!;
      if (firstOf[component] === -1) firstOf[component] = node;
      return firstOf[component]!;
    });
    this.#next = Array.from({ length: size }, () => new Set());
    this.#previous = Array.from({ length: size }, () => new Set());
    this.#leaving = new Int32Array(size);
    this.#entering = new Int32Array(size);
    for (const edge of silent) this.#connect(this.find(edge.from), this.find(edge.to));
    for (const { edge } of kept) {
      this.#leaving[this.find(edge.from)]!++;
      this.#entering[this.find(edge.to)]!++;
    }
    this.#entering[this.find(flow.entry)]!++;
    this.#leaving[this.find(flow.exit)]!++;
  }

  find(node: number): number {
    let root = node;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    for (let at = node; at !== root; ) {
      const next = this.#parent[at]!;
      this.#parent[at] = root;
      at = next;
    }
    return root;
  }

  contract(): void {
    const open = Array.from(this.#parent.keys()).filter((node) => this.find(node) === node);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.find(node) !== node) continue;
      const partner = this.#partnerOf(node);
      if (partner === undefined) continue;
      this.#merge(node, partner);
      open.push(partner, ...this.#next[partner]!, ...this.#previous[partner]!);
    }
  }

  #partnerOf(node: number): number | undefined {
    const next = this.#next[node]!;
    if (this.#leaving[node] === 0 && next.size === 1) return next.values().next().value;
    const previous = this.#previous[node]!;
    if (this.#entering[node] === 0 && previous.size === 1) return previous.values().next().value;
    return undefined;
  }

  #connect(from: number, to: number): void {
    if (from === to) return;
    this.#next[from]!.add(to);
    this.#previous[to]!.add(from);
  }

  /** `node` becomes part of `partner`. */
  #merge(node: number, partner: number): void {
    this.#parent[node] = partner;
    this.#leaving[partner]! += this.#leaving[node]!;
    this.#entering[partner]! += this.#entering[node]!;
    for (const next of this.#next[node]!) {
      this.#previous[next]!.delete(node);
      this.#connect(partner, next);
    }
    for (const previous of this.#previous[node]!) {
      this.#next[previous]!.delete(node);
      this.#connect(previous, partner);
    }
    this.#next[node]!.clear();
    this.#previous[node]!.clear();
  }
}
