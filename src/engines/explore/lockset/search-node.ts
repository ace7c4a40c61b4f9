// A node of the depth-first search (paper 001, Fig. 5): a state on the path with what has been and is to be tried from it.
// The state itself is in the trailed memories; the node has the marks to return to it. Nodes are used again.

import type { CompiledStep } from '../machine/compiled-program.js';
import { IndexSet } from './index-set.js';
import type { LocksetNames } from './lockset-names.js';
import { RaceSet } from './race-set.js';
import type { Part } from './slots.js';

/** `tid` of a node where another thread must be tried. */
export const anyThread = -1;

/** `state` of a node within a transaction. */
export const noState = -1;

export class SearchNode {
  /** The number of the canonical state, if it was asked for. */
  state = noState;
  /** How many nodes before this one belong to the same transaction. */
  stepsWithin = 0;
  /** How many states were known before this one. */
  statesBefore = 0;
  names: LocksetNames | undefined;
  machineMark = 0;
  cellMark = 0;
  readerMark = 0;
  pathLength = 0;
  /** The thread whose steps suffice here as far as is known, or `anyThread`. */
  tid = anyThread;
  /** Threads that conflicted with steps taken from here; `anyThread` among them: all must be tried. */
  readonly wanted: number[] = [];
  /** Threads that have been tried. */
  readonly tried = new IndexSet();
  /** The thread whose step led here. */
  last = anyThread;
  /** How many threads have been tried. */
  turns = 0;
  /** The thread being tried and its moves (steps with chosen values), of which `next` comes next. */
  trying = anyThread;
  readonly steps: CompiledStep[] = [];
  readonly values: number[] = [];
  next = 0;
  readonly races = new RaceSet();
  /** Parts whose locksets some continuation asks for before it owns them. */
  readonly footprint = new IndexSet();
  /** Parts that the step which led here owns. */
  readonly owned: Part[] = [];
  succOnStack = false;

  constructor(readonly depth: number) {}

  reset(): this {
    this.stepsWithin = 0;
    this.tid = anyThread;
    if (this.wanted.length > 0) this.wanted.length = 0;
    this.tried.clear();
    this.last = anyThread;
    this.trying = anyThread;
    this.turns = 0;
    this.next = this.steps.length;
    this.races.clear();
    this.footprint.clear();
    if (this.owned.length > 0) this.owned.length = 0;
    this.succOnStack = false;
    return this;
  }

  /** The thread being tried does not suffice: its rival must have a turn here too (unless it had one). */
  doubt(rival: number): void {
    this.tid = anyThread;
    if (!this.hasTried(rival) && !this.wanted.includes(rival)) this.wanted.push(rival);
  }

  hasTried(thread: number): boolean {
    return thread !== anyThread && this.tried.has(thread);
  }

  get isAnythingWanted(): boolean {
    for (const thread of this.wanted) if (!this.hasTried(thread)) return true;
    return false;
  }
}
