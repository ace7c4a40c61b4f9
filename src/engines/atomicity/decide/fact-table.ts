// The facts of a saturation, one row of integers each, with the step that made it: its parent, how many phases were guessed
// to begin there, the edge taken then, and for calls the fact of the callee that was composed. The edge may have been followed by
// moves that are nothing but moves (move-table.ts). Facts that speak of the same *point* (entry, node and side state) are
// linked: an antichain. While the table grows its rows are those of a scratch that tables share one after the other.

import { derived } from '../../../base/derived.js';
import { IntPool } from '../../../base/integers/int-pool.js';
import type { OpenEnds } from '../../../logic/lock-history/history-order.js';
import type { TupleOrder } from '../../../logic/lock-history/tuple-order.js';
import type { TupleId } from '../../../logic/lock-history/tuple-table.js';
import type { SlicedEdge, SlicedProcess } from '../slice/slice.js';
import type { SlicedStep } from '../witness/lift.js';

export type FactId = number;
export const noFact: FactId = -1;

/** Facts that speak of no node: a path that has ended, and a caller that has guessed phases before its call. */
export const ended = -1;
export const calling = -2;

const noEdge = -1;

/** Columns. */
const entryAt = 0;
const nodeAt = 1;
const stateAt = 2;
const tupleAt = 3;
const parentAt = 4;
/** Phases guessed, times two, plus one if the edge is an access that a side waits for. */
const guessAt = 5;
const edgeAt = 6;
const calleeAt = 7;
/** The next of the antichain, or `noFact`; `dead` if a smaller tuple has taken its place. */
const nextAt = 8;
/** Of the tuple (tuple-order.ts). */
const sketchAt = 9;
/** Steps of the path to here, without those that are nothing but moves. */
const lengthAt = 10;
const width = 11;

const dead = -2;

/** What is used again by each saturation of a decider. */
export class Scratch {
  readonly pool = new IntPool();
  rows = new Int32Array(4096 * width);
}

/** Edges that are nothing but moves: from the target of an edge, or from the entry of the function. */
type Way = (fact: FactId, after: SlicedEdge | undefined) => readonly SlicedEdge[];

export class FactTable {
  #rows: Int32Array;
  #size = 0;

  constructor(
    readonly process: SlicedProcess,
    readonly order: TupleOrder,
    readonly way: Way,
    readonly scratch: Scratch,
  ) {
    this.#rows = scratch.rows;
  }

  get size(): number {
    return this.#size;
  }

  /** From `parent`, after guessing `phases` phases; a step along an edge or through a call is told afterwards. */
  add(entry: number, node: number, state: number, tuple: TupleId, parent: FactId, phases: number): FactId {
    const at = this.#size * width;
    if (at === this.#rows.length) this.#grow();
    const rows = this.#rows;
    rows[at + entryAt] = entry;
    rows[at + nodeAt] = node;
    rows[at + stateAt] = state;
    rows[at + tupleAt] = tuple;
    rows[at + parentAt] = parent;
    rows[at + guessAt] = phases * 2;
    rows[at + edgeAt] = noEdge;
    rows[at + calleeAt] = noFact;
    rows[at + nextAt] = noFact;
    rows[at + lengthAt] = parent === noFact ? phases : rows[parent * width + lengthAt]! + phases;
    return this.#size++;
  }

  /** Nothing is added any more: the scratch is free for another table. */
  seal(): void {
    this.#rows = this.#rows.slice(0, this.#size * width);
  }

  /**
   * The same in the antichain of a point, of which one fact, plus one, stands in the pool at `point`; `noFact` if a fact at most
   * as large is there, larger ones are dropped.
   */
  addLeast(
    point: number,
    open: OpenEnds,
    entry: number,
    node: number,
    state: number,
    tuple: TupleId,
    parent: FactId,
    phases: number,
  ): FactId {
    const sketch = this.order.sketch(tuple);
    if (this.#isCovered(point, tuple, sketch, open)) return noFact;
    const fact = this.add(entry, node, state, tuple, parent, phases);
    this.#rows[fact * width + sketchAt] = sketch;
    this.#putFirst(point, fact);
    return fact;
  }

  #isCovered(point: number, tuple: TupleId, sketch: number, open: OpenEnds): boolean {
    const { order } = this;
    const rows = this.#rows;
    const { items } = this.scratch.pool;
    let before = noFact;
    for (let known = items[point]! - 1; known !== noFact; ) {
      const at = known * width;
      const next = rows[at + nextAt]!;
      const other = rows[at + sketchAt]!;
      const isSmaller = (other & ~sketch) === 0 && order.atMost(rows[at + tupleAt]!, tuple, open);
      if (isSmaller || ((sketch & ~other) === 0 && order.atMost(tuple, rows[at + tupleAt]!, open))) {
        if (before === noFact) items[point] = next + 1;
        else rows[before * width + nextAt] = next;
        rows[at + nextAt] = dead;
      } else before = known;
      // What has kept one out will keep out others: it is looked at first.
      if (isSmaller) this.#putFirst(point, known);
      if (isSmaller) return true;
      known = next;
    }
    return false;
  }

  #putFirst(point: number, fact: FactId): void {
    const { items } = this.scratch.pool;
    this.#rows[fact * width + nextAt] = items[point]! - 1;
    items[point] = fact + 1;
  }

  /** Those of the antichain of one of them, in the order in which they were made. */
  leastFrom(first: FactId): FactId[] {
    const found: FactId[] = [];
    for (let fact = first; fact !== noFact; fact = this.#rows[fact * width + nextAt]!) found.push(fact);
    return found.sort((a, b) => a - b);
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.scratch.rows = rows;
  }

  /** A fact for paths only: it need not be expanded, and is in no antichain. */
  leaveOut(fact: FactId): void {
    this.#rows[fact * width + nextAt] = dead;
  }

  setParent(fact: FactId, parent: FactId): void {
    const rows = this.#rows;
    rows[fact * width + parentAt] = parent;
    rows[fact * width + lengthAt]! += rows[parent * width + lengthAt]!;
  }

  /** The fact came along this edge; `matches`: an access that a side waits for; `callee`: through what the call did. */
  took(fact: FactId, edge: number, matches: boolean, callee: FactId = noFact): void {
    const at = fact * width;
    this.#rows[at + edgeAt] = edge;
    if (matches) this.#rows[at + guessAt]! |= 1;
    this.#rows[at + calleeAt] = callee;
    this.#rows[at + lengthAt]! += 1 + (callee === noFact ? 0 : this.#rows[callee * width + lengthAt]!);
  }

  entry(fact: FactId): number {
    return this.#rows[fact * width + entryAt]!;
  }

  node(fact: FactId): number {
    return this.#rows[fact * width + nodeAt]!;
  }

  state(fact: FactId): number {
    return this.#rows[fact * width + stateAt]!;
  }

  tuple(fact: FactId): TupleId {
    return this.#rows[fact * width + tupleAt]!;
  }

  /** A smaller tuple has taken its place: it need not be expanded, but stays for the paths that use it. */
  isDead(fact: FactId): boolean {
    return this.#rows[fact * width + nextAt] === dead;
  }

  /** The path from the process's start that a fact stands for. */
  pathTo(last: FactId): SlicedStep[] {
    const edges = edgesOf(this.process);
    const path: SlicedStep[] = [];
    const open: (FactId | SlicedStep)[] = [last];
    // Unwound from the back: what is pushed last is handled first and comes later in the path.
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (typeof item !== 'number') path.push(item);
      else this.#unwind(item, edges, open);
    }
    return path.reverse();
  }

  /** How many steps that path has, about: those that are nothing but moves do not count. */
  pathLength(last: FactId): number {
    return this.#rows[last * width + lengthAt]!;
  }

  #unwind(fact: FactId, edges: readonly SlicedEdge[], open: (FactId | SlicedStep)[]): void {
    const rows = this.#rows;
    const at = fact * width;
    const parent = rows[at + parentAt]!;
    const guess = rows[at + guessAt]!;
    const edge = rows[at + edgeAt]!;
    const callee = rows[at + calleeAt]!;
    if (parent !== noFact) open.push(parent);
    for (let phases = guess >> 1; phases > 0; phases--) open.push({ kind: 'phase' });
    const hasArrived = rows[at + nodeAt]! >= 0;
    if (edge !== noEdge) open.push({ kind: 'edge', edge: edges[edge]!, matches: (guess & 1) === 1 });
    if (callee !== noFact) open.push(callee);
    if (callee !== noFact && hasArrived) open.push({ kind: 'return' });
    for (const passed of hasArrived ? this.way(fact, edges[edge]) : [])
      open.push({ kind: 'edge', edge: passed, matches: false });
  }
}

/** The edges of a process by their numbers. */
export const edgesOf = derived((process: SlicedProcess): readonly SlicedEdge[] => {
  const edges: SlicedEdge[] = [];
  for (const { nodes } of process.functions)
    for (const node of nodes) for (const edge of node.edges) edges[edge.id] = edge;
  return edges;
});
