// A program with its data forgotten: conditions are free, values are not computed, assertions pass, while accesses, locks,
// units, calls and threads stay. Edges keep their places and order, so an execution of the abstraction is described by the
// same steps as one of the program. Going wrong is stopping, which every thread may do anywhere; but a cooperative thread
// that goes wrong gives the processor away: there each action that may fail gets an edge beside it that does.
// So every execution of the program is one of the abstraction.

import { derived, projection } from '../../base/derived.js';
import { locksHeldByName } from './analyses/held-by-name.js';
import { mayFail } from './analyses/may-fail.js';
import type { Action, Edge, Expression, FunctionGraph, Program } from './program.js';

export const abstractData = projection(
  (program: Program): Program => ({
    ...program,
    functions: program.functions.map((graph) => abstractGraph(program, graph)),
  }),
);

function abstractGraph(program: Program, graph: FunctionGraph): FunctionGraph {
  const edges = graph.edges.map((edge): Edge => ({ ...edge, action: abstractAction(edge.action) }));
  const failures = failuresOf(program, graph);
  return { ...graph, nodeCount: graph.nodeCount + failures.length, edges: [...edges, ...failures] };
}

/** Edges that go wrong, each to a node of its own, which nobody reaches. */
function failuresOf(program: Program, graph: FunctionGraph): Edge[] {
  if (program.scheduling !== 'cooperative') return [];
  const heldAt = locksHeldByName(graph);
  const isInnermost = !someAction(program, (action) => action.kind === 'acquire' && action.lock.kind !== 'lock');
  const places = new Map<number, Edge>();
  for (const edge of graph.edges) {
    const locks = heldAt(edge.from);
    if (!mayFail(program, graph, edge.action, { locks, isInnermost })) continue;
    // A read that does not fit has read all the same (event.ts); everything else that fails has done nothing.
    const { action } = edge;
    const hasRead = (action.kind === 'read' || action.kind === 'update') && action.location.kind === 'variable';
    places.set(hasRead ? edge.to : edge.from, edge);
  }
  return [...places].map(([from, { origin }], i) => ({
    from,
    to: graph.nodeCount + i,
    action: { kind: 'assert', condition: { kind: 'constant', value: 0 } },
    origin,
    branch: 'goes wrong',
  }));
}

function abstractAction(action: Action): Action {
  switch (action.kind) {
    case 'assume':
    case 'assert':
    case 'choose':
    case 'unavailable':
      return { kind: 'skip' };
    case 'assign':
      return isReference(action.value) ? action : { kind: 'skip' };
    case 'write':
      return action.value && !isReference(action.value) ? { kind: 'write', location: action.location } : action;
    case 'update': {
      const { kind, location, into, value, condition } = action;
      const isKept = condition === undefined && (value === undefined || isReference(value));
      return isKept ? action : { kind, location, ...(into === undefined ? {} : { into }) };
    }
    default:
      return action;
  }
}

/** Constants and copies stay: they carry references to locks and threads. */
function isReference({ kind }: Expression): boolean {
  return kind !== 'unary' && kind !== 'binary';
}

/** Whether the program computes anything: otherwise the abstraction is the program itself. */
export const hasData = derived((program: Program): boolean => {
  if (someAction(program, (action) => abstractAction(action) !== action)) return true;
  return program.functions.some((graph) => failuresOf(program, graph).length > 0);
});

/** Whether something decides which way the program takes, or where it stops. */
export function hasConditions(program: Program): boolean {
  return someAction(program, ({ kind }) => kind === 'assume' || kind === 'assert' || kind === 'unavailable');
}

function someAction({ functions }: Program, holds: (action: Action) => boolean): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => holds(action)));
}
