// A part of the tree that a scheme generates: what it shows, the whole tree shows.

import type { Scheme } from '../../../model/schemes/scheme.js';
import { readSchemeActions } from '../../../model/schemes/scheme-action.js';
import { sourceOfScheme } from '../../../model/schemes/tree-source.js';
import type { ActionNode, ActionTree } from '../../../model/trees/action-tree.js';

/** The generated tree, cut at a depth and after a number of nodes. */
export function unfold(scheme: Scheme, depth: number, maximalNodes: number): ActionTree {
  const actions = readSchemeActions(scheme);
  if (typeof actions === 'string') throw new Error(actions);
  const source = sourceOfScheme(scheme, actions);
  const nodes: ActionNode[] = [];
  const grow = (term: number, left: number): number => {
    const { action, children } = source.view(term);
    const id = nodes.length;
    const isCut = left === 0 || nodes.length >= maximalNodes;
    const grown: number[] = [];
    nodes.push({ action: isCut ? { kind: 'bottom' } : action, children: grown, span: { start: 0, end: 1 } });
    if (!isCut) for (const child of children) grown.push(grow(child, left - 1));
    return id;
  };
  grow(source.root, depth);
  return { nodes };
}
