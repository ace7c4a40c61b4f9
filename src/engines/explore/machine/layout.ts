// Where things are in the machine's memory. A reference is the index of an object's first word, 0 is null; a thread handle
// is the thread's number plus one. Lists (held locks, children) are linked, newest first.

import type { Program } from '../../../model/program/program.js';

export const threadWord = {
  /** Which process, or which function spawned by which process: threads of one kind have the same name but for `#n`. */
  kind: 0,
  status: 1,
  /** Of a thread in `wait`: the lock, and how often it was held. */
  lock: 2,
  levels: 3,
  unitDepth: 4,
  frame: 5,
  held: 6,
  children: 7,
  /** Threads of one class can be interchangeable: they have the same kind and started with the same plain arguments. */
  class: 8,
  /** When the thread changed last, by the machine's clock. */
  version: 9,
  size: 10,
} as const;

export const threadStatus = { ready: 0, waiting: 1, notified: 2, ended: 3, wrong: 4 } as const;

export const frameWord = { function: 0, node: 1, caller: 2, result: 3, locals: 4 } as const;

/** `version`: when a cell that holds a plain value changed last. */
export const objectWord = { tag: 0, length: 1, owner: 2, levels: 3, version: 4, cells: 5 } as const;

export const listWord = { value: 0, next: 1, size: 2 } as const;

/** Tags of objects: declared locks 0, then the classes, then the types of arrays. */
export const lockTag = 0;

export interface Layout {
  readonly threadCount: number;
  /** Holds the index of the table of threads, and next to it the table's capacity. */
  readonly threadTable: number;
  readonly freeListCells: number;
  /** When an object was made or a reference in one changed last. */
  readonly heapVersion: number;
  /** One list of frames to use again per function. */
  readonly freeFrames: number;
  readonly shared: number;
  readonly locks: number;
  readonly end: number;
}

export function layoutOf(program: Program): Layout {
  const freeFrames = 6;
  const shared = freeFrames + program.functions.length;
  const locks = shared + program.variables.length;
  const end = locks + program.locks.length * objectWord.cells;
  return { threadCount: 1, threadTable: 2, freeListCells: 4, heapVersion: 5, freeFrames, shared, locks, end };
}

export function lockReference(layout: Layout, lock: number): number {
  return layout.locks + lock * objectWord.cells;
}
