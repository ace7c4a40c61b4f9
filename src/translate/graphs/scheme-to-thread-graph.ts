// The tree of a scheme as a thread graph: nodes are closed terms with a terminal at their head, equal terms are one node.
// Where finitely many terms are reached the graph is the whole tree, and the labels question is decided on it; where
// terms grow for ever it is cut after a number of nodes, and what was cut off just stops: pairs found are still real.

import { ClosedTerms } from '../../model/schemes/closed-terms.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { type SchemeActions, schemeAction } from '../../model/schemes/scheme-action.js';
import type { Action } from '../../model/trees/action-tree.js';
import type { GraphNode, ThreadGraph } from '../../model/trees/thread-graph.js';
import { translateActionToGraphNode } from './action-to-graph-node.js';

export interface SchemeGraph {
  readonly graph: ThreadGraph;
  /** Per node: its action, as in the tree. */
  readonly actions: readonly Action[];
  /** Nothing was cut off. */
  readonly isComplete: boolean;
}

export const schemeGraphNodes = 1000;

export function translateSchemeToThreadGraph(
  scheme: Scheme,
  schemeActions: SchemeActions,
  maximalNodes: number,
): SchemeGraph {
  const terms = new ClosedTerms(scheme);
  const ids = new Map([[terms.root, 0]]);
  const pending = [terms.root];
  const idOf = (term: number) => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    ids.set(term, pending.length);
    return pending.push(term) - 1;
  };
  const nodes: GraphNode[] = [];
  const actions: Action[] = [];
  for (let id = 0; id < pending.length; id++) {
    const node = id < maximalNodes ? terms.reduce(pending[id]!) : undefined;
    const action: Action = node ? schemeAction(schemeActions, node.terminal) : { kind: 'bottom' };
    actions.push(action);
    nodes.push(translateActionToGraphNode(action, (node?.children ?? []).map(idOf), schemeActions.lockIndex));
  }
  const lockNames = schemeActions.locks.map((lock) => `lock_${lock}`);
  return { graph: { nodes, root: 0, lockNames }, actions, isComplete: pending.length <= maximalNodes };
}
