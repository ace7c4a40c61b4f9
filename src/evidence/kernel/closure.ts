// All that one thread can do towards a side (K2, K9, K10, K11): facts (entry, point, position, tuple) closed under moves,
// phases, calls and returns, by induction on the length of a run. A position is how many steps of the side are made; an entry
// is a context with the position at the call; its tuples begin there. Of the tuples at one place only least ones are kept (K8).

import type { Work } from '../certifier.js';
import type { Control, Move } from './control.js';
import type { Histories } from './histories.js';

/** Another phase begins: somewhere (`|`), or with what the thread does, by its code, which may have to be inside a unit. */
export type Step = '|' | { readonly code: number; readonly bound: boolean; readonly endsPhase?: boolean };

/** What one thread sees of a question, and the codes of what it must not do meanwhile, by position. */
export interface Side {
  readonly steps: readonly Step[];
  readonly forbidden: readonly (readonly number[])[];
}

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
  /** By point and position; by start locks given back and position; those of the whole side, at place 0. */
  readonly points: Antichains;
  readonly returns: Antichains;
  readonly finals: Antichains;
  readonly callers: Caller[];
}

export class Closure {
  readonly #entries = new Map<number, Entry>();
  readonly #open: { entry: Entry; point: number; position: number; tuple: number }[] = [];
  readonly #root: Entry;
  /** An execution may be cut right after its last access, wherever a cooperative thread is then. */
  readonly #endsHere: boolean;

  constructor(
    readonly control: Control,
    readonly side: Side,
    readonly histories: Histories,
  ) {
    this.#root = this.#enter(control.root(), 0);
    const last = side.steps.at(-1) ?? '|';
    this.#endsHere = last !== '|' && !last.endsPhase;
  }

  /** Of threads that have made the whole side. */
  get finals(): readonly number[] {
    return this.#root.finals.get(0) ?? [];
  }

  /** False if the work was spent first, or the rules do not apply. */
  run(work: Work): boolean {
    for (let fact = this.#open.pop(); fact; fact = this.#open.pop()) {
      const { entry, point, position, tuple } = fact;
      if (!entry.points.get(this.#place(point, position))!.includes(tuple)) continue;
      const { moves, pauses } = this.control.points(entry.context)[point] ?? { moves: [], pauses: false };
      if (work.left-- <= 0 || this.control.problem !== undefined) return false;
      const isComplete = position === this.side.steps.length;
      if (isComplete && (pauses || this.#endsHere)) this.#stop(entry, tuple);
      if (pauses && this.side.steps[position] === '|')
        this.#add(entry, point, position + 1, this.histories.nextPhase(tuple));
      for (const move of moves) this.#move(entry, position, tuple, move);
    }
    return true;
  }

  #place(point: number, position: number): number {
    return point * (this.side.steps.length + 1) + position;
  }

  #enter(context: number, position: number): Entry {
    const key = this.#place(context, position);
    const known = this.#entries.get(key);
    if (known) return known;
    const { owned } = this.control.contexts.values[context]!;
    const entry: Entry = { context, points: new Map(), returns: new Map(), finals: new Map(), callers: [] };
    this.#entries.set(key, entry);
    this.#add(entry, 0, position, this.histories.begin(owned));
    return entry;
  }

  #add(entry: Entry, point: number, position: number, tuple: number): void {
    if (this.#keep(entry, entry.points, this.#place(point, position), tuple))
      this.#open.push({ entry, point, position, tuple });
  }

  /** False if there is one that is as small already. */
  #keep({ finals }: Entry, sets: Antichains, place: number, tuple: number): boolean {
    const tuples = sets.get(place) ?? [];
    const isFinal = sets === finals;
    // A quarter of the time of checking goes here.
    for (const known of tuples) if (this.histories.tupleCovers(known, tuple, isFinal)) return false;
    sets.set(place, [...tuples.filter((known) => !this.histories.tupleCovers(tuple, known, isFinal)), tuple]);
    return true;
  }

  #move(entry: Entry, position: number, tuple: number, move: Move): void {
    const { locks, code, isInUnit, to, given = 0 } = move;
    if (move.returns) return this.#return(entry, position, given, tuple);
    if (move.callee !== undefined) return this.#call({ entry, tuple, given, to }, this.#enter(move.callee, position));
    const isForbidden = code !== undefined && this.side.forbidden[position]?.includes(code);
    if (!isForbidden) this.#add(entry, to, position, locks ? this.histories.extend(tuple, locks) : tuple);
    const step = this.side.steps[position] ?? '|';
    if (step === '|' || step.code !== code || !(isInUnit || !step.bound)) return;
    this.#add(entry, to, position + 1, step.endsPhase ? this.histories.nextPhase(tuple) : tuple);
  }

  /** What a callee can return with, or stop with, its caller can. */
  #call(caller: Caller, callee: Entry): void {
    callee.callers.push(caller);
    for (const [place, tuples] of callee.returns) for (const tuple of tuples) this.#resume(caller, place, tuple);
    for (const tuple of callee.finals.get(0) ?? [])
      this.#stop(caller.entry, this.histories.composeTuples(caller.tuple, tuple));
  }

  #return(entry: Entry, position: number, given: number, tuple: number): void {
    const place = this.#place(given, position);
    if (!this.#keep(entry, entry.returns, place, tuple)) return;
    for (const caller of entry.callers) this.#resume(caller, place, tuple);
  }

  #resume({ entry, tuple: before, given: expected, to }: Caller, place: number, tuple: number): void {
    const position = place % (this.side.steps.length + 1);
    if (place === this.#place(expected, position))
      this.#add(entry, to, position, this.histories.composeTuples(before, tuple));
  }

  /** The thread makes no further step, so neither do those who called what it is in. */
  #stop(entry: Entry, tuple: number): void {
    const open = [{ entry, tuple }];
    for (let stop = open.pop(); stop; stop = open.pop()) {
      if (!this.#keep(stop.entry, stop.entry.finals, 0, stop.tuple)) continue;
      for (const caller of stop.entry.callers)
        open.push({ entry: caller.entry, tuple: this.histories.composeTuples(caller.tuple, stop.tuple) });
    }
  }
}
