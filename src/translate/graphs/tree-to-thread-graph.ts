// A finite action tree as a thread graph: the same nodes under the same numbers, locks renumbered from 0.

import { type ActionTree, locksOfTree } from '../../model/trees/action-tree.js';
import type { ThreadGraph } from '../../model/trees/thread-graph.js';
import { translateActionToGraphNode } from './action-to-graph-node.js';

export function translateTreeToThreadGraph(tree: ActionTree): ThreadGraph {
  const locks = [...locksOfTree(tree)].sort((a, b) => a - b);
  const indexOf = new Map(locks.map((lock, index) => [lock, index]));
  return {
    nodes: tree.nodes.map(({ action, children }) =>
      translateActionToGraphNode(action, children, (lock) => indexOf.get(lock)!),
    ),
    root: 0,
    lockNames: locks.map((lock) => `lock_${lock}`),
  };
}
