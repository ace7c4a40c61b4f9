// Steps on one field that nothing of the same kind comes between: what a handle or an updater does, and plain writes of a field
// that has one.

import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Lowering } from '../lowering.js';
import type { SharedLocation, SharedObject } from '../shared-object.js';

export function inStep(low: Lowering, location: SharedLocation, node: SyntaxNode, body: () => void): void {
  if (location.object.foreign) return body();
  const object = lockOf(location);
  low.emit({ kind: 'acquire', object, mode: 'exclusive', inner: true }, node);
  low.scopes.push({ kind: 'inner', object });
  body();
  low.scopes.pop();
  low.emit({ kind: 'release', object, mode: 'exclusive', inner: true }, node);
}

/** Stands for what makes a step on this location one. */
function lockOf({ id, name, object }: SharedLocation): SharedObject {
  return { ...object, id: `${id} step`, name };
}
