// One action of a tree, finite or generated, as a node of a thread graph.

import type { Action } from '../../model/trees/action-tree.js';
import type { GraphNode } from '../../model/trees/thread-graph.js';

/** `children` are nodes of the graph; `lockIndex` numbers the locks from 0. */
export function translateActionToGraphNode(
  action: Action,
  children: readonly number[],
  lockIndex: (lock: number) => number,
): GraphNode {
  const next = children[0]!;
  switch (action.kind) {
    case 'acquire':
    case 'release':
      return { kind: action.kind, lock: lockIndex(action.lock), next };
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
