// How a function of a sliced process was entered: what its caller holds decides which of its acquisitions change
// ownership (strength reduction, 004, for lexical scopes).

import type { SlicedEdge, SlicedNode } from '../slice/slice.js';

export interface Caller {
  readonly function: number;
  readonly held: readonly number[];
  readonly inUnit: boolean;
  /** The process itself: its exit is the end. */
  readonly isProcess: boolean;
}

/** The locks and unit flag with which a callee is entered from a node. */
export function calleeOf(caller: Caller, node: SlicedNode, callee: number): Caller {
  const held = [...new Set([...caller.held, ...node.locks])].sort((a, b) => a - b);
  return { function: callee, held, inUnit: caller.inUnit || node.inUnit, isProcess: false };
}

export function changesOwner(caller: Caller, edge: SlicedEdge): boolean {
  return edge.always || !caller.held.includes(edge.operand);
}

/** The locks of a `use` that the caller does not hold anyway. */
export function locksOfUse(caller: Caller, edge: SlicedEdge): readonly number[] {
  return edge.uses.filter((lock) => !caller.held.includes(lock));
}
