// A finite action tree as a thread graph: the same nodes under the same numbers, locks renumbered from 0.

import type { ActionNode, ActionTree } from '../model/trees/action-tree.js';
import { locksOfTree } from '../model/trees/action-tree.js';
import type { GraphNode, ThreadGraph } from '../model/trees/thread-graph.js';

export function translateTreeToThreadGraph(tree: ActionTree): ThreadGraph {
  const locks = [...locksOfTree(tree)].sort((a, b) => a - b);
  const indexOf = new Map(locks.map((lock, index) => [lock, index]));
  return {
    nodes: tree.nodes.map((node) => translateNode(node, indexOf)),
    root: 0,
    lockNames: locks.map((lock) => `lock_${lock}`),
  };
}

function translateNode({ action, children }: ActionNode, indexOf: ReadonlyMap<number, number>): GraphNode {
  const next = children[0]!;
  switch (action.kind) {
    case 'acquire':
    case 'release':
      return { kind: action.kind, lock: indexOf.get(action.lock)!, next };
    case 'label':
      return { kind: 'label', label: action.label, next: children[0] };
    case 'spawn':
      return { kind: 'spawn', child: children[1]!, next };
    case 'branch':
      return { kind: 'branch', nexts: children };
    case 'join':
      return { kind: 'join', next };
    default:
      return { kind: action.kind };
  }
}
