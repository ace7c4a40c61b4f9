// Action trees (Hoyland and Hague, section 2): everything a concurrent program may do, as a tree. A unary node is an
// action of its thread, `sp(parent, child)` starts a thread, `br` is a choice, `$` ends a thread, `bot` and a label
// without argument stop it where it stands. Nodes are kept in preorder, so children have larger numbers than parents:
// a descending loop is a bottom-up pass, and no pass needs recursion.

import type { SourceText, Span } from '../../base/source-text.js';

export type Action =
  | { readonly kind: 'acquire'; readonly lock: number }
  | { readonly kind: 'release'; readonly lock: number }
  /** Children: the rest of this thread, then the new thread. */
  | { readonly kind: 'spawn' }
  /** Waits until the thread's own children, spawned so far, have ended in `$`. */
  | { readonly kind: 'join' }
  | { readonly kind: 'branch' }
  /** A point that the thread may be at; without a child it stops there. */
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'bottom' };

export interface ActionNode {
  readonly action: Action;
  readonly children: readonly number[];
  readonly span: Span;
}

export interface ActionTree {
  /** Preorder; the root is node 0. */
  readonly nodes: readonly ActionNode[];
}

/** The trees of one file. */
export interface TreeForest {
  readonly kind: 'trees';
  readonly source: SourceText;
  readonly trees: readonly ActionTree[];
}

export function labelsOfTree(tree: ActionTree): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const { action } of tree.nodes) if (action.kind === 'label') labels.add(action.label);
  return labels;
}

export function locksOfTree(tree: ActionTree): ReadonlySet<number> {
  const locks = new Set<number>();
  for (const { action } of tree.nodes) if (action.kind === 'acquire') locks.add(action.lock);
  return locks;
}
