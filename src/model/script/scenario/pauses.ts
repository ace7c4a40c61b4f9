// Whether a function has a switch point of its own.

import { someNode } from '../children.js';
import type { FunctionNode } from '../syntax.js';

export function mayPause(node: FunctionNode): boolean {
  return someNode(
    node.body,
    (inner) => inner.kind === 'await' || inner.kind === 'yield' || (inner.kind === 'for-of' && inner.await),
  );
}
