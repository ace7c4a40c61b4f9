// A program with its data forgotten: conditions are free, values are not computed, assertions pass, while accesses, locks,
// units, calls and threads stay. Edges keep their places and order, so an execution of the abstraction is described by the
// same steps as one of the program; every execution of the program is one of the abstraction, up to errors.

import type { Action, Edge, FunctionGraph, Program } from './program.js';

export function abstractData(program: Program): Program {
  const known = cache.get(program);
  if (known) return known;
  const abstract = { ...program, functions: program.functions.map(abstractGraph) };
  cache.set(program, abstract);
  cache.set(abstract, abstract);
  return abstract;
}

const cache = new WeakMap<Program, Program>();

function abstractGraph(graph: FunctionGraph): FunctionGraph {
  return { ...graph, edges: graph.edges.map((edge): Edge => ({ ...edge, action: abstractAction(edge.action) })) };
}

function abstractAction(action: Action): Action {
  switch (action.kind) {
    case 'assume':
    case 'assert':
    case 'choose':
      return { kind: 'skip' };
    case 'assign':
      // Constants and copies stay: they carry references to locks and threads.
      return action.value.kind === 'unary' || action.value.kind === 'binary' ? { kind: 'skip' } : action;
    case 'write':
      return action.value?.kind === 'unary' || action.value?.kind === 'binary'
        ? { kind: 'write', location: action.location }
        : action;
    default:
      return action;
  }
}

/** Whether the program computes anything: otherwise the abstraction is the program itself. */
export function hasData(program: Program): boolean {
  return someAction(program, (action) => abstractAction(action) !== action);
}

/** Whether something decides which way the program takes, or where it stops. */
export function hasConditions(program: Program): boolean {
  return someAction(program, ({ kind }) => kind === 'assume' || kind === 'assert');
}

function someAction({ functions }: Program, holds: (action: Action) => boolean): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => holds(action)));
}
