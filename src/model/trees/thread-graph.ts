// A finite graph that generates an action tree, possibly infinite: nodes are actions, edges lead to what comes next,
// procedures are called and return. A finite tree is the graph without sharing and calls; a program's graph comes from
// its control flow. Locks are numbered from 0 here, so that sets of locks are bit masks.

export type GraphNode =
  | { readonly kind: 'acquire' | 'release'; readonly lock: number; readonly next: number }
  | { readonly kind: 'join'; readonly next: number }
  /** Without `next`, the thread stops there. */
  | { readonly kind: 'label'; readonly label: string; readonly next: number | undefined }
  /** `child` is the first node of the new thread. */
  | { readonly kind: 'spawn'; readonly child: number; readonly next: number }
  /** One successor: a step without effect. */
  | { readonly kind: 'branch'; readonly nexts: readonly number[] }
  | { readonly kind: 'call'; readonly callee: number; readonly next: number }
  | { readonly kind: 'return' }
  | { readonly kind: 'end' }
  | { readonly kind: 'bottom' };

export interface ThreadGraph {
  readonly nodes: readonly GraphNode[];
  /** First node of the main thread. */
  readonly root: number;
  readonly lockNames: readonly string[];
}

/** Sets of locks are masks of 31 bits. */
export const maximalLocks = 31;

/** The nodes whose effects a node's effects are made of. */
export function successorsOf(node: GraphNode): readonly number[] {
  switch (node.kind) {
    case 'acquire':
    case 'release':
    case 'join':
      return [node.next];
    case 'label':
      return node.next === undefined ? [] : [node.next];
    case 'spawn':
      return [node.child, node.next];
    case 'branch':
      return node.nexts;
    case 'call':
      return [node.callee, node.next];
    default:
      return [];
  }
}

/** A node that has another one as its successor number `position`. */
export interface NodeUse {
  readonly node: number;
  readonly position: number;
}

/** Per node: where it is a successor. */
export function usesOf(graph: ThreadGraph): readonly (readonly NodeUse[])[] {
  const uses: NodeUse[][] = graph.nodes.map(() => []);
  graph.nodes.forEach((node, id) => {
    successorsOf(node).forEach((successor, position) => {
      uses[successor]!.push({ node: id, position });
    });
  });
  return uses;
}

/** Per node, its place in an order that puts successors first wherever there is no cycle: postorder from each node. */
export function dependencyRanks({ nodes }: ThreadGraph): Int32Array {
  const ranks = new Int32Array(nodes.length).fill(-1);
  const entered = new Uint8Array(nodes.length);
  let rank = 0;
  for (let start = 0; start < nodes.length; start++) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1)!;
      if (!entered[id]) {
        entered[id] = 1;
        for (const successor of successorsOf(nodes[id]!)) if (!entered[successor]) stack.push(successor);
        continue;
      }
      stack.pop();
      if (ranks[id] === -1) ranks[id] = rank++;
    }
  }
  return ranks;
}
