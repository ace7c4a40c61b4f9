// Prints action trees in their text form; the inverse of the parser.

import { symbolOfAction } from './action-symbol.js';
import type { ActionTree } from './action-tree.js';

export function printTree(tree: ActionTree): string {
  const parts: string[] = [];
  /** What is still to print: nodes by number, punctuation as text. */
  const pending: (number | string)[] = [0];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'string') {
      parts.push(item);
      continue;
    }
    const { action, children } = tree.nodes[item]!;
    parts.push(symbolOfAction(action));
    if (children.length === 0) continue;
    pending.push(')');
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]!, i > 0 ? ', ' : '(');
  }
  return parts.join('');
}

/** The trees of a file. */
export function printForest(trees: readonly ActionTree[]): string {
  return `${trees.map(printTree).join(';\n')}\n`;
}
