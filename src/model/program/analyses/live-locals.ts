// Which locals of a function may still be read, per node: the textbook backward analysis. States that differ only in dead
// locals have the same future, so dead locals need not be told apart.

import { allExpressionsOf } from '../operands.js';
import type { Action, FunctionGraph, LocalId } from '../program.js';

/** Entry `node * locals + local` is 1 when the local is live at the node. */
export function liveLocals(graph: FunctionGraph): Uint8Array {
  const count = graph.locals.length;
  const live = new Uint8Array(graph.nodeCount * count);
  const edges = graph.edges.map((edge) => ({
    ...edge,
    reads: readsOf(edge.action),
    assigned: assignedLocal(edge.action),
  }));
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = edges.length - 1; i >= 0; i--) {
      const { from, to, reads, assigned } = edges[i]!;
      for (let local = 0; local < count; local++) {
        const needed = reads.has(local) || (local !== assigned && live[to * count + local] === 1);
        if (!needed || live[from * count + local] === 1) continue;
        live[from * count + local] = 1;
        changed = true;
      }
    }
  }
  return live;
}

/** The local that the action gives a value, if it does. */
export function assignedLocal(action: Action): LocalId | undefined {
  switch (action.kind) {
    case 'read':
    case 'update':
    case 'join':
    case 'join-any':
    case 'inspect':
      return action.into;
    case 'assign':
    case 'choose':
    case 'allocate':
    case 'allocate-array':
    case 'deferred':
      return action.local;
    case 'call':
      return action.result;
    case 'spawn':
      return action.handle;
    default:
      return undefined;
  }
}

function readsOf(action: Action): ReadonlySet<LocalId> {
  const locals = new Set<LocalId>();
  const pending = allExpressionsOf(action);
  for (let expression = pending.pop(); expression; expression = pending.pop()) {
    if (expression.kind === 'local') locals.add(expression.local);
    if (expression.kind === 'unary') pending.push(expression.operand);
    if (expression.kind === 'binary') pending.push(expression.left, expression.right);
  }
  return locals;
}
