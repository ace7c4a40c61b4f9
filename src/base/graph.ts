// Directed graphs over 0..n-1 as successor lists: strongly connected components and their quotient.
// Tarjan's algorithm, iterative (no recursion limit), linear time.

export interface Graph {
  readonly size: number;
  successors(node: number): readonly number[];
}

export function graphOf(size: number, edges: Iterable<readonly [number, number]>): Graph {
  const lists: number[][] = Array.from({ length: size }, () => []);
  for (const [from, to] of edges) lists[from]!.push(to);
  return { size, successors: (node) => lists[node]! };
}

export interface Components {
  readonly count: number;
  /** The component of each node; every edge goes to the same or a smaller number (reverse topological order). */
  readonly of: Int32Array;
}

export function stronglyConnectedComponents(graph: Graph): Components {
  const index = new Int32Array(graph.size).fill(-1);
  const low = new Int32Array(graph.size);
  const component = new Int32Array(graph.size).fill(-1);
  const open: number[] = [];
  let nextIndex = 0;
  let count = 0;

  function enter(node: number): void {
    index[node] = low[node] = nextIndex++;
    open.push(node);
  }
  function leave(node: number): void {
    if (low[node] !== index[node]) return;
    for (let member = -1; member !== node; ) {
      member = open.pop()!;
      component[member] = count;
    }
    count++;
  }

  for (let root = 0; root < graph.size; root++) {
    if (index[root] !== -1) continue;
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }];
    enter(root);
    while (path.length > 0) {
      const frame = path[path.length - 1]!;
      const successor = graph.successors(frame.node)[frame.next++];
      if (successor === undefined) {
        leave(frame.node);
        path.pop();
        const parent = path[path.length - 1];
        if (parent) low[parent.node] = Math.min(low[parent.node]!, low[frame.node]!);
      } else if (index[successor] === -1) {
        enter(successor);
        path.push({ node: successor, next: 0 });
      } else if (component[successor] === -1) {
        low[frame.node] = Math.min(low[frame.node]!, index[successor]!);
      }
    }
  }
  return { count, of: component };
}

/** The acyclic graph of components, without self-edges and duplicates. */
export function quotient(graph: Graph, components: Components): Graph {
  const lists: Set<number>[] = Array.from({ length: components.count }, () => new Set());
  for (let node = 0; node < graph.size; node++) {
    const from = components.of[node]!;
    for (const successor of graph.successors(node)) {
      const to = components.of[successor]!;
      if (from !== to) lists[from]!.add(to);
    }
  }
  const arrays = lists.map((set) => [...set]);
  return { size: components.count, successors: (node) => arrays[node]! };
}

/** Nodes reachable from `roots`, roots included, as flags. */
export function reachable(graph: Graph, roots: Iterable<number>): Uint8Array {
  const seen = new Uint8Array(graph.size);
  const stack: number[] = [];
  const visit = (node: number) => {
    if (seen[node]) return;
    seen[node] = 1;
    stack.push(node);
  };
  for (const root of roots) visit(root);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) graph.successors(node).forEach(visit);
  return seen;
}

/** Edges leaving each node, in the order of `edges`. */
export function edgesBySource<E extends { readonly from: number }>(graph: {
  readonly nodeCount: number;
  readonly edges: readonly E[];
}): readonly (readonly E[])[] {
  const outgoing: E[][] = Array.from({ length: graph.nodeCount }, () => []);
  for (const edge of graph.edges) outgoing[edge.from]!.push(edge);
  return outgoing;
}
