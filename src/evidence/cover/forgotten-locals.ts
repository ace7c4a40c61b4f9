// Locals that a certificate wants forgotten, per function and node: their values are taken for zero there, which makes
// fewer states. Allowed iff nobody can tell (obligation C0): an edge reads no local that is forgotten where it starts, and
// what is forgotten there and not assigned by it stays forgotten where it leads. Then a thread and the one without the
// forgotten values make the same steps; of a call's result the caller's old value does not matter until the call returns.

import type { Json } from '../../base/json.js';
import { allExpressionsOf } from '../../model/program/operands.js';
import type { Action, Edge, Expression, LocalId, Program } from '../../model/program/program.js';
import type { Frame } from '../../model/program/state.js';

/** Per function and node. */
export type ForgottenLocals = readonly (readonly ReadonlySet<LocalId>[])[];

/** A text that says what is wrong when they may not be forgotten. */
export function readForgotten(program: Program, json: Json | undefined): ForgottenLocals | string {
  const listed = Array.isArray(json) ? json : [];
  const forgotten = program.functions.map(({ nodeCount }, id) =>
    Array.from({ length: nodeCount }, (_, node) => localsOf(listed[id], node)),
  );
  const problem = program.functions.find((graph, id) => graph.edges.some((edge) => canTell(edge, forgotten[id]!)));
  return problem ? `${problem.name} may read a local that is to be forgotten` : forgotten;
}

function localsOf(nodes: Json | undefined, node: number): ReadonlySet<LocalId> {
  const locals: Json | undefined = Array.isArray(nodes) ? nodes[node] : undefined;
  return new Set(Array.isArray(locals) ? locals.filter((local) => typeof local === 'number') : []);
}

function canTell({ from, to, action }: Edge, forgotten: ForgottenLocals[number]): boolean {
  const gone = forgotten[from]!;
  if (allExpressionsOf(action).some((expression) => reads(expression, gone))) return true;
  const assigned = assignedBy(action);
  // A thread that returns has no node of its own any more.
  return action.kind !== 'return' && [...gone].some((local) => local !== assigned && !forgotten[to]!.has(local));
}

/** As deep as the source's expressions. */
function reads(expression: Expression, locals: ReadonlySet<LocalId>): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'lock':
      return false;
    case 'local':
      return locals.has(expression.local);
    case 'unary':
      return reads(expression.operand, locals);
    case 'binary':
      return reads(expression.left, locals) || reads(expression.right, locals);
  }
}

function assignedBy(action: Action): LocalId | undefined {
  switch (action.kind) {
    case 'read':
    case 'update':
      return action.into;
    case 'assign':
    case 'choose':
      return action.local;
    case 'call':
      return action.result;
    default:
      return undefined;
  }
}

export function forget(frame: Frame, forgotten: ForgottenLocals): Frame {
  const gone = forgotten[frame.function]![frame.node]!;
  return gone.size === 0 ? frame : { ...frame, locals: frame.locals.map((value, i) => (gone.has(i) ? 0 : value)) };
}
