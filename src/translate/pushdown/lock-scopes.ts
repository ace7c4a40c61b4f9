// Which locks and units a function's nodes stand in, counted from the function's own entry. Locks are acquired and
// released in scopes, so every node has one stack of locks, whatever path led to it; this replaces the marker on the
// stack of language strength reduction (004): the state of a process is its function's entry state plus these scopes.
// `acquire`/`release` statements that are not nested like scopes are refused: the procedure is exact for nested locks.

import type { Place, SourceText } from '../../base/source-text.js';
import {
  type Action,
  declaredLock,
  type FunctionGraph,
  type LockId,
  type NodeId,
  outgoingEdges,
} from '../../model/program/program.js';

/** A construct the translation cannot take, and where. */
export interface Refusal {
  readonly because: string;
  readonly place: Place;
}

export interface NodeScope {
  /** Innermost last; a lock acquired twice stands here twice. */
  readonly locks: readonly LockId[];
  /** The first node of the scope of each of `locks`: one number per acquisition in the text. */
  readonly regions: readonly number[];
  readonly unitDepth: number;
  /** The first node of the outermost unit of this function, -1 outside: one number per unit in the text. */
  readonly unit: number;
  /** Start and end locks that the thread holds here (thread-expansion.ts). */
  readonly owned?: readonly LockId[];
}

const outside: NodeScope = { locks: [], regions: [], unitDepth: 0, unit: -1 };

/**
 * The scope of every reachable node (undefined for others), or the first construct that is not nested. `mayKeep`: whoever
 * returns with a lock goes no further.
 */
export function nodeScopes(
  graph: FunctionGraph,
  source: SourceText,
  mayKeep = false,
): readonly (NodeScope | undefined)[] | Refusal {
  const outgoing = outgoingEdges(graph);
  const scopes: (NodeScope | undefined)[] = new Array(graph.nodeCount).fill(undefined);
  scopes[graph.entry] = outside;
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const edge of outgoing[node]!) {
      if (mayKeep && keepsLock(scopes[node]!, edge.action)) continue;
      const scope = scopeAfter(scopes[node]!, edge.action, edge.to);
      const known = scopes[edge.to];
      const problem = typeof scope === 'string' ? scope : known && !sameScope(known, scope) ? unequal : undefined;
      if (problem !== undefined) return { because: problem, place: source.place(edge.origin) };
      if (known || typeof scope === 'string') continue;
      scopes[edge.to] = scope;
      open.push(edge.to);
    }
  }
  return scopes;
}

const unequal = 'locks are not acquired and released in nested scopes: paths meet here with different locks or units';

/** The scope after an action that leads to node `to`, or why there is none. */
export function scopeAfter(scope: NodeScope, action: Action, to: NodeId): NodeScope | string {
  switch (action.kind) {
    case 'acquire': {
      const lock = declaredLock(action.lock);
      return lock === undefined ? scope : { ...scope, locks: [...scope.locks, lock], regions: [...scope.regions, to] };
    }
    case 'release': {
      const lock = declaredLock(action.lock);
      if (lock === undefined) return scope;
      if (scope.locks.at(-1) !== lock) return 'a lock is released that is not the innermost one of its function';
      return { ...scope, locks: scope.locks.slice(0, -1), regions: scope.regions.slice(0, -1) };
    }
    case 'begin-unit':
      return {
        ...scope,
        unitDepth: scope.unitDepth + 1,
        unit: scope.unitDepth === 0 ? to : scope.unit,
      };
    case 'end-unit':
      return { ...scope, unitDepth: scope.unitDepth - 1, unit: scope.unitDepth === 1 ? -1 : scope.unit };
    case 'wait': {
      const lock = declaredLock(action.lock);
      const innermost = scope.locks.at(-1);
      if (lock === undefined || innermost === lock) return scope;
      return 'a wait on a lock that is not the innermost one of its function';
    }
    case 'return':
      return keepsLock(scope, action) ? 'a lock is still held when its function returns' : scope;
    default:
      return scope;
  }
}

export function keepsLock({ locks }: NodeScope, action: Action): boolean {
  return action.kind === 'return' && locks.length > 0;
}

function sameScope(a: NodeScope, b: NodeScope): boolean {
  return a.unitDepth === b.unitDepth && a.unit === b.unit && a.locks.join() === b.locks.join();
}
