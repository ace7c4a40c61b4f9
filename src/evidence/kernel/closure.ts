// All that one thread can do towards the sides of a question (K2, K9, K10, K11): facts (entry, point, position, tuple) closed
// under moves, phases, calls and returns, by induction on the length of a run. An entry is a context with the position at
// the call; its tuples begin there. Of the tuples at one place only least ones are kept (K8).

import type { Work } from '../certifier.js';
import type { Control, Move } from './control.js';
import type { Histories } from './histories.js';
import type { Sides } from './sides.js';

/** Least tuples, by place: a number that stands for where they are. */
type Antichains = Map<number, number[]>;

interface Caller {
  readonly entry: Entry;
  readonly tuple: number;
  readonly given: number;
  readonly to: number;
}

interface Entry {
  readonly context: number;
  readonly isRoot: boolean;
  /** The first phase, and nothing is owned: uses that are over concern nobody. */
  readonly forgetsUses: boolean;
  /** By point and position; by start locks given back and position; by position. */
  readonly points: Antichains;
  readonly returns: Antichains;
  readonly finals: Antichains;
  readonly callers: Caller[];
}

export class Closure {
  readonly #entries = new Map<string, Entry>();
  readonly #open: { entry: Entry; point: number; position: number; tuple: number }[] = [];
  readonly #root: Entry;

  constructor(
    readonly control: Control,
    readonly sides: Sides,
    readonly histories: Histories,
  ) {
    this.#root = this.#enter(control.root(), 0);
  }

  /** Of threads that have made a whole side, by the position at which it is complete. */
  get finals(): ReadonlyMap<number, readonly number[]> {
    return this.#root.finals;
  }

  /** False if the work was spent first, or the rules do not apply. */
  run(work: Work): boolean {
    for (let fact = this.#open.pop(); fact; fact = this.#open.pop()) {
      const { entry, point, position, tuple } = fact;
      if (!entry.points.get(this.#place(point, position))!.includes(tuple)) continue;
      const { moves, pauses } = this.control.points(entry.context)[point] ?? { moves: [], pauses: false };
      if (work.left-- <= 0 || this.control.problem !== undefined) return false;
      const { isComplete, endsAnywhere, next } = this.sides.positions[position]!;
      if (isComplete && (pauses || endsAnywhere)) this.#stop(entry, position, tuple);
      for (const { step, to } of pauses ? next : [])
        if (step === '|') this.#add(entry, point, to, this.histories.nextPhase(tuple));
      for (const move of moves) this.#move(entry, position, tuple, move);
    }
    return true;
  }

  #place(point: number, position: number): number {
    return point * this.sides.positions.length + position;
  }

  #enter(context: number, position: number): Entry {
    const key = `${context} ${position}`;
    const known = this.#entries.get(key);
    if (known) return known;
    const { owned, isRoot } = this.control.contexts.values[context]!;
    const { self, children } = this.control.party;
    const isAlone = self === undefined && children.length === 0;
    const forgetsUses = isAlone && owned === 0 && this.sides.positions[position]!.phase === 0;
    const [points, returns, finals] = [new Map(), new Map(), new Map()] as const;
    const entry: Entry = { context, isRoot, forgetsUses, points, returns, finals, callers: [] };
    this.#entries.set(key, entry);
    this.#add(entry, 0, position, this.histories.begin(owned));
    return entry;
  }

  #add(entry: Entry, point: number, position: number, tuple: number): void {
    const kept = entry.forgetsUses ? this.histories.withoutUses(tuple) : tuple;
    if (this.#keep(entry, entry.points, this.#place(point, position), kept))
      this.#open.push({ entry, point, position, tuple: kept });
  }

  /** False if there is one that is as small already. */
  #keep({ isRoot, finals }: Entry, sets: Antichains, place: number, tuple: number): boolean {
    const tuples = sets.get(place);
    if (!tuples) return sets.set(place, [tuple]).has(place);
    const isFinal = sets === finals;
    for (const known of tuples) if (this.histories.tupleCovers(known, tuple, isRoot, isFinal)) return false;
    let count = 0;
    for (const known of tuples) if (!this.histories.tupleCovers(tuple, known, isRoot, isFinal)) tuples[count++] = known;
    tuples.length = count;
    return tuples.push(tuple) > 0;
  }

  #move(entry: Entry, position: number, tuple: number, move: Move): void {
    const { locks, code, isInUnit, to, given = 0 } = move;
    const { isInside, next } = this.sides.positions[position]!;
    if (move.leavesUnit && isInside) return;
    if (move.returns) return this.#return(entry, position, given, tuple);
    if (move.callee !== undefined) return this.#call({ entry, tuple, given, to }, this.#enter(move.callee, position));
    this.#add(entry, to, position, locks ? this.histories.extend(tuple, locks) : tuple);
    for (const { step, to: after } of code === undefined ? [] : next)
      if (step !== '|' && step.code === code && (isInUnit || !step.bound)) this.#add(entry, to, after, tuple);
  }

  /** What a callee can return with, or stop with, its caller can. */
  #call(caller: Caller, callee: Entry): void {
    callee.callers.push(caller);
    for (const [place, tuples] of callee.returns) for (const tuple of tuples) this.#resume(caller, place, tuple);
    for (const [position, tuples] of callee.finals)
      for (const tuple of tuples) this.#stop(caller.entry, position, this.histories.composeTuples(caller.tuple, tuple));
  }

  #return(entry: Entry, position: number, given: number, tuple: number): void {
    const place = this.#place(given, position);
    if (!this.#keep(entry, entry.returns, place, tuple)) return;
    for (const caller of entry.callers) this.#resume(caller, place, tuple);
  }

  #resume({ entry, tuple: before, given: expected, to }: Caller, place: number, tuple: number): void {
    const position = place % this.sides.positions.length;
    if (place !== this.#place(expected, position)) return;
    this.#add(entry, to, position, this.histories.composeTuples(before, tuple));
  }

  /** The thread makes no further step, so neither do those who called what it is in. */
  #stop(entry: Entry, position: number, tuple: number): void {
    const open = [{ entry, tuple }];
    for (let stop = open.pop(); stop; stop = open.pop()) {
      if (!this.#keep(stop.entry, stop.entry.finals, position, stop.tuple)) continue;
      for (const caller of stop.entry.callers)
        open.push({ entry: caller.entry, tuple: this.histories.composeTuples(caller.tuple, stop.tuple) });
    }
  }
}
