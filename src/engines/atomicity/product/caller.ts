// How a function of a sliced process was entered: what its caller holds decides which of its acquisitions change
// ownership (strength reduction, 004, for lexical scopes). Locks that nothing from there on touches are held throughout,
// whichever they are: they may be *forgotten*, so that callers who differ in nothing else share what the function does.

import { derived } from '../../../base/derived.js';
import type { SlicedEdge, SlicedNode, SlicedProcess } from '../slice/slice.js';

export interface Caller {
  readonly function: number;
  readonly held: readonly number[];
  /** There are other locks that are held, and forgotten. */
  readonly holdsMore: boolean;
  readonly inUnit: boolean;
  /** The process itself: its exit is the end. */
  readonly isProcess: boolean;
}

export const processStart: Caller = { function: 0, held: [], holdsMore: false, inUnit: false, isProcess: true };

/** The locks and unit flag with which a callee is entered from a node. */
export function calleeOf(caller: Caller, node: SlicedNode, callee: number): Caller {
  const held = [...new Set([...caller.held, ...node.locks])].sort((a, b) => a - b);
  const inUnit = caller.inUnit || node.inUnit;
  return { function: callee, held, holdsMore: caller.holdsMore, inUnit, isProcess: false };
}

/** The same without the locks that nothing from there on touches. */
export function forgetfulCalleeOf(process: SlicedProcess, caller: Caller, node: SlicedNode, callee: number): Caller {
  const entered = calleeOf(caller, node, callee);
  const touched = touchedLocks(process)[callee]!;
  const held = entered.held.filter((lock) => touched.has(lock));
  return { ...entered, held, holdsMore: caller.holdsMore || held.length < entered.held.length };
}

/** By function: the locks that are acquired, used or released in it or below. */
const touchedLocks = derived(({ functions }: SlicedProcess): readonly ReadonlySet<number>[] => {
  const touched = functions.map(({ nodes }) => new Set(nodes.flatMap(({ edges }) => edges.flatMap(locksOf))));
  for (let grown = true; grown; ) {
    grown = false;
    for (const [id, { nodes }] of functions.entries())
      for (const { edges } of nodes)
        for (const { label, operand } of edges)
          for (const lock of label === 'call' ? touched[operand]! : []) {
            grown ||= !touched[id]!.has(lock);
            touched[id]!.add(lock);
          }
  }
  return touched;
});

function locksOf({ label, operand, uses }: SlicedEdge): readonly number[] {
  return label === 'acquire' || label === 'release' ? [operand] : uses;
}

export function changesOwner(caller: Caller, edge: SlicedEdge): boolean {
  return edge.always || !caller.held.includes(edge.operand);
}

/** The locks of a `use` that the caller does not hold anyway. */
export function locksOfUse(caller: Caller, edge: SlicedEdge): readonly number[] {
  return edge.uses.filter((lock) => !caller.held.includes(lock));
}
