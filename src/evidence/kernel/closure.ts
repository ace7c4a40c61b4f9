// All that one thread can do towards the sides of a question (K2, K9, K10, K11): facts (entry, point, position, tuple) closed
// under moves, phases, calls and returns, by induction on the length of a run. An entry is a context with the position at
// the call; its tuples begin there. Of the tuples at one place only least ones are kept (K8).

import type { Work } from '../certifier.js';
import type { Control, Move } from './control.js';
import type { Histories } from './histories.js';
import type { Sides } from './sides.js';

/** Least tuples, by an order that depends on where they are. */
class Antichain {
  tuples: readonly number[] = [];

  add(tuple: number, covers: (a: number, b: number) => boolean): boolean {
    if (this.tuples.some((known) => known === tuple || covers(known, tuple))) return false;
    this.tuples = [...this.tuples.filter((known) => !covers(tuple, known)), tuple];
    return true;
  }
}

interface Caller {
  readonly entry: Entry;
  readonly tuple: number;
  readonly given: number;
  readonly to: number;
}

class Entry {
  readonly points = new Map<number, Antichain>();
  readonly returns = new Map<string, { given: number; position: number; tuples: Antichain }>();
  readonly finals = new Map<number, Antichain>();
  readonly callers: Caller[] = [];

  constructor(
    readonly context: number,
    readonly isRoot: boolean,
    /** Nothing of the question's is owned and it is the first phase: uses that are over concern nobody. */
    readonly forgetsUses: boolean,
  ) {}
}

export class Closure {
  readonly #entries = new Map<string, Entry>();
  readonly #open: { entry: Entry; point: number; position: number; tuple: number }[] = [];
  readonly #root: Entry;

  constructor(
    readonly control: Control,
    readonly sides: Sides,
    readonly histories: Histories,
    context: number,
  ) {
    this.#root = this.#enter(context, 0);
  }

  /** Of threads that have made a whole side, by the position at which it is complete. */
  get finals(): ReadonlyMap<number, readonly number[]> {
    return new Map([...this.#root.finals].map(([position, { tuples }]) => [position, tuples]));
  }

  /** False if the work was spent first, or the rules do not apply. */
  run(work: Work): boolean {
    for (let fact = this.#open.pop(); fact; fact = this.#open.pop()) {
      if (work.left-- <= 0 || this.control.problem !== undefined) return false;
      const { entry, point, position, tuple } = fact;
      if (!entry.points.get(point * this.sides.positions.length + position)!.tuples.includes(tuple)) continue;
      const { moves, pauses } = this.control.points(entry.context)[point]!;
      const { isComplete, endsAnywhere, next } = this.sides.positions[position]!;
      if (isComplete && (pauses || endsAnywhere)) this.#final(entry, position, tuple);
      if (pauses)
        for (const { step, to } of next) if (step === '|') this.#add(entry, point, to, this.histories.nextPhase(tuple));
      for (const move of moves) this.#move(entry, position, tuple, move);
    }
    return this.control.problem === undefined;
  }

  #enter(context: number, position: number): Entry {
    const key = `${context} ${position}`;
    const known = this.#entries.get(key);
    if (known) return known;
    const { owned, isRoot } = this.control.contexts.values[context]!;
    const { self, children } = this.control.party;
    const isPlain = self === undefined && children.length === 0;
    const forgetsUses = isPlain && owned === 0 && this.sides.positions[position]!.phase === 0;
    const entry = new Entry(context, isRoot, forgetsUses);
    this.#entries.set(key, entry);
    this.#add(entry, 0, position, this.histories.tuple([this.histories.start(owned)]));
    return entry;
  }

  #add(entry: Entry, point: number, position: number, tuple: number): void {
    const { histories } = this;
    const isOver = entry.forgetsUses && histories.phases(tuple).length === 1;
    const kept = isOver ? histories.withLast(tuple, histories.withoutUses(histories.last(tuple))) : tuple;
    const key = point * this.sides.positions.length + position;
    const known = entry.points.get(key) ?? new Antichain();
    entry.points.set(key, known);
    if (known.add(kept, (a, b) => histories.tupleCovers(a, b, entry.isRoot, false)))
      this.#open.push({ entry, point, position, tuple: kept });
  }

  #move(entry: Entry, position: number, tuple: number, move: Move): void {
    const { histories } = this;
    const goOn = (history: number) => this.#add(entry, move.to, position, histories.withLast(tuple, history));
    const last = histories.last(tuple);
    switch (move.kind) {
      case 'silent':
        return goOn(last);
      case 'leave-unit':
        return this.sides.positions[position]!.inside ? undefined : goOn(last);
      case 'acquire':
        return goOn(histories.acquire(last, move.lock));
      case 'release':
        return goOn(histories.release(last, move.lock));
      case 'use':
        return goOn(move.locks.reduce((so, lock) => histories.release(histories.acquire(so, lock), lock), last));
      case 'access':
        goOn(last);
        for (const { step, to } of this.sides.positions[position]!.next)
          if (step !== '|' && step.code === move.code && (move.inUnit || !step.bound))
            this.#add(entry, move.to, to, tuple);
        return;
      case 'call':
        return this.#call({ entry, tuple, given: move.given, to: move.to }, this.#enter(move.context, position));
      case 'return':
        return this.#return(entry, move.given, position, tuple);
    }
  }

  #call(caller: Caller, callee: Entry): void {
    callee.callers.push(caller);
    for (const { given, position, tuples } of callee.returns.values())
      for (const tuple of tuples.tuples) this.#resume(caller, given, position, tuple);
    for (const [position, { tuples }] of callee.finals)
      for (const tuple of tuples)
        this.#final(caller.entry, position, this.histories.composeTuples(caller.tuple, tuple));
  }

  #return(entry: Entry, given: number, position: number, tuple: number): void {
    const key = `${given} ${position}`;
    const known = entry.returns.get(key) ?? { given, position, tuples: new Antichain() };
    entry.returns.set(key, known);
    if (!known.tuples.add(tuple, (a, b) => this.histories.tupleCovers(a, b, entry.isRoot, false))) return;
    for (const caller of entry.callers) this.#resume(caller, given, position, tuple);
  }

  #resume({ entry, tuple: before, given: expected, to }: Caller, given: number, position: number, tuple: number): void {
    if (given === expected) this.#add(entry, to, position, this.histories.composeTuples(before, tuple));
  }

  /** The thread makes no further step; if it is in a call, so do its callers. */
  #final(entry: Entry, position: number, tuple: number): void {
    const open = [{ entry, tuple }];
    for (let stop = open.pop(); stop; stop = open.pop()) {
      const known = stop.entry.finals.get(position) ?? new Antichain();
      stop.entry.finals.set(position, known);
      const { isRoot } = stop.entry;
      if (!known.add(stop.tuple, (a, b) => this.histories.tupleCovers(a, b, isRoot, true))) continue;
      for (const caller of stop.entry.callers)
        open.push({ entry: caller.entry, tuple: this.histories.composeTuples(caller.tuple, stop.tuple) });
    }
  }
}
