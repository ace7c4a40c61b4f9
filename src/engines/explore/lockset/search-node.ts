// A node of the depth-first search (paper 001, Fig. 5): a state on the path with what has been and is to be tried from it.
// The state itself is in the trailed memories; the node has the marks to return to it.

import type { MachineMove } from '../machine/moves.js';
import { RaceSet } from './race-set.js';
import type { Slot } from './slots.js';
import type { VisitMark } from './visited-states.js';

/** `tid` of a node where another thread must be tried. */
export const anyThread = -1;

const noMoves: readonly MachineMove[] = [];
const ownsNothing = () => false;

export class SearchNode {
  machineMark = 0;
  slotsMark = 0;
  pathLength = 0;
  /** The thread whose steps suffice here as far as is known, or `anyThread`. */
  tid = anyThread;
  /** Threads that conflicted with steps taken from here and have not been tried; `anyThread` among them: all must be. */
  readonly wanted: number[] = [];
  readonly done: number[] = [];
  /** The thread being tried and its moves, of which `next` comes next. */
  trying = anyThread;
  moves = noMoves;
  next = 0;
  readonly races = new RaceSet();
  /** Whether a slot was owned by the step that led here. */
  isOwned: (slot: Slot) => boolean = ownsNothing;
  succOnStack = false;

  constructor(
    readonly depth: number,
    readonly state: number,
    readonly visitMark: VisitMark,
  ) {}

  /** The thread being tried does not suffice: its rival must have a turn here too (unless it had one). */
  doubt(rival: number): void {
    this.tid = anyThread;
    if (!this.done.includes(rival) && !this.wanted.includes(rival)) this.wanted.push(rival);
  }

  try(thread: number, moves: readonly MachineMove[]): void {
    this.done.push(thread);
    this.tid = thread;
    this.trying = thread;
    this.moves = moves;
    this.next = 0;
  }
}
