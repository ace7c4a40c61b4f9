// One process against all sides of a set of patterns: which tuples of lock histories can it end with? A saturation of
// path summaries. An *entry* is a function with the locks and unit flag of its caller and a side state; a *fact* says
// that from an entry the process can get to a node and side state with this tuple (relative to the entry). Summaries of
// callees are composed with the tuples of their callers; side states from which everything goes on alike share them.
// Weights are antichains, so there are finitely many facts. Facts remember the step that made them: a path can be
// rebuilt for each (theory page, steps 3, 4 and 7).

import type { Stop } from '../../../base/budget.js';
import { initialSideState } from '../../../logic/access-patterns/side-automaton.js';
import { Antichain, type TupleOrder } from '../../../logic/lock-history/antichain.js';
import { openEnds, type TupleId, type TupleTable } from '../../../logic/lock-history/tuple-table.js';
import { applyEffect, type ProcessProduct } from '../product/product.js';
import { initialLocks } from '../slice/slice.js';
import { calling, ended, type FactId, FactTable, noFact } from './fact-table.js';
import { type Context, ContextTable, type PointMove } from './move-table.js';

/** A fact at a call, and the call. */
interface CallSite {
  readonly fact: FactId;
  readonly move: PointMove;
}

export interface Entry {
  readonly id: number;
  readonly context: Context;
  readonly state: number;
  /** Paths from here lie in the first phase, and the caller holds nothing: uses do not matter. */
  readonly isFresh: boolean;
  /** By node * states + side state. */
  readonly points: Map<number, Antichain>;
  /** By side state: tuples of paths to the exit, and of paths that stop (accept) in it or below. */
  readonly returns: Map<number, Antichain>;
  readonly finals: Map<number, Antichain>;
  readonly callers: CallSite[];
}

export class Saturation {
  readonly facts: FactTable;
  readonly #entries: Entry[] = [];
  readonly #contexts: ContextTable;
  /** By context and side state. */
  readonly #entryOf: (Entry | undefined)[] = [];
  readonly #open: FactId[] = [];
  #next = 0;
  readonly #markDead = (fact: FactId) => this.facts.markDead(fact);

  constructor(
    readonly product: ProcessProduct,
    readonly tuples: TupleTable,
    readonly order: TupleOrder,
  ) {
    this.facts = new FactTable(product.process);
    this.#contexts = new ContextTable(product);
    const entry = this.#newEntry(this.#contexts.start, initialSideState);
    for (const { state, phases } of product.starts())
      this.#addStart(entry, state, this.#guess(tuples.initially(initialLocks(product.process)), phases), phases);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get stateCount(): number {
    return this.product.automaton.states.length;
  }

  /** What the whole process can end with in an accepting state. */
  finals(state: number): Antichain | undefined {
    return this.#entries[0]!.finals.get(state);
  }

  /** Runs to the end; yields the number of facts every few thousand steps, and gives up when told to stop. */
  *run(): Generator<number, boolean, Stop | undefined> {
    while (this.#next < this.#open.length) {
      this.#expand(this.#open[this.#next++]!);
      if (this.#next % 4096 === 0 && (yield this.facts.size)) return false;
    }
    return true;
  }

  #enter(context: Context, state: number): Entry {
    const known = this.#entryOf[context.id * this.stateCount + state];
    if (known) return known;
    const entry = this.#newEntry(context, state);
    this.#addStart(entry, state, this.tuples.initially(context.held), 0);
    return entry;
  }

  #newEntry(context: Context, state: number): Entry {
    const tables = { points: new Map(), returns: new Map(), finals: new Map(), callers: [] };
    const { process, automaton } = this.product;
    const isFresh = process.startsFree && context.held.length === 0 && automaton.states[state]!.phase === 0;
    const entry: Entry = { id: this.#entries.length, context, state, isFresh, ...tables };
    this.#entries.push(entry);
    this.#entryOf[context.id * this.stateCount + state] = entry;
    return entry;
  }

  #addStart(entry: Entry, state: number, tuple: TupleId, phases: number): void {
    this.#addPoint(entry, this.product.process.functions[entry.context.function]!.entry, state, tuple, noFact, phases);
  }

  #expand(fact: FactId): void {
    const { facts, tuples } = this;
    if (facts.isDead(fact)) return;
    const entry = this.#entries[facts.entry(fact)]!;
    const node = facts.node(fact);
    if (node === ended) return this.#tellCallers(entry, fact);
    const state = facts.state(fact);
    const tuple = facts.tuple(fact);
    const { stops, moves, settles, isExit } = this.#contexts.pointOf(entry.context, node, state);
    for (const stop of stops) this.#addFinal(entry, stop.state, this.#guess(tuple, stop.phases), fact, stop.phases);
    if (settles === 'always' || (settles === 'free' && tuples.histories.endsFree(tuples.last(tuple)))) return;
    if (isExit) this.#addReturn(entry, state, tuple, fact);
    for (const move of moves) this.#follow(entry, move, this.#guess(tuple, move.phases), fact);
  }

  #guess(tuple: TupleId, phases: number): TupleId {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return guessed;
  }

  #follow(entry: Entry, move: PointMove, guessed: TupleId, parent: FactId): void {
    const { state, effect, matches, phases, beginsPhase, edge, callee } = move;
    if (effect === 'call') return this.#call(entry, move, callee!, guessed, parent);
    const changed = applyEffect(this.tuples, guessed, effect, entry.context, edge);
    const tuple = beginsPhase ? this.tuples.nextPhase(changed) : changed;
    const made = this.#addPoint(entry, edge.target, state, tuple, parent, phases);
    if (made !== noFact) this.facts.took(made, edge, matches);
    if (!matches || !this.product.acceptsAtOnce(state)) return;
    // A path that was here before with a smaller tuple may have ended earlier, with locks that it has given back since.
    const final = this.#addFinal(entry, state, tuple, parent, phases);
    if (final !== noFact) this.facts.took(final, edge, true);
  }

  #call(entry: Entry, move: PointMove, context: Context, tuple: TupleId, parent: FactId): void {
    const { state, phases } = move;
    const callee = this.#enter(context, this.product.automaton.nerodeClass(state));
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = phases === 0 ? parent : this.facts.add(entry.id, calling, state, tuple, parent, phases);
    const site = { fact, move };
    callee.callers.push(site);
    for (const [after, set] of callee.returns)
      for (const [below, tag] of set.entries()) this.#returnTo(site, after, below, tag);
    for (const [after, set] of callee.finals)
      for (const [below, tag] of set.entries()) this.#stopBelow(site, after, below, tag);
  }

  #returnTo({ fact, move: { edge, state: from } }: CallSite, after: number, below: TupleId, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.tuple(fact), below);
    const state = this.product.automaton.transport(from, after);
    const made = this.#addPoint(entry, edge.target, state, tuple, fact, 0);
    if (made !== noFact) this.facts.took(made, edge, false, callee);
  }

  #stopBelow({ fact, move: { edge, state: from } }: CallSite, after: number, below: TupleId, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.tuple(fact), below);
    const made = this.#addFinal(entry, this.product.automaton.transport(from, after), tuple, fact, 0);
    if (made !== noFact) this.facts.took(made, edge, false, callee);
  }

  /** The fact made, or `noFact` if a smaller one was there. */
  #addPoint(entry: Entry, node: number, state: number, reached: TupleId, parent: FactId, phases: number): FactId {
    const tuple = entry.isFresh ? this.tuples.fromFirstPhase(reached) : reached;
    const set = this.#setIn(entry, entry.points, node * this.stateCount + state);
    return set.add(tuple, this.facts.nextId) ? this.#addOpen(entry, node, state, tuple, parent, phases) : noFact;
  }

  #addReturn(entry: Entry, state: number, tuple: TupleId, fact: FactId): void {
    if (!this.#setIn(entry, entry.returns, state).add(tuple, fact)) return;
    for (const site of entry.callers) this.#returnTo(site, state, tuple, fact);
  }

  #addFinal(entry: Entry, state: number, reached: TupleId, parent: FactId, phases: number): FactId {
    const tuple = entry.isFresh ? this.tuples.fromFirstPhase(reached) : reached;
    const set = this.#setIn(entry, entry.finals, state);
    return set.add(tuple, this.facts.nextId) ? this.#addOpen(entry, ended, state, tuple, parent, phases) : noFact;
  }

  #addOpen(entry: Entry, node: number, state: number, tuple: TupleId, parent: FactId, phases: number): FactId {
    const fact = this.facts.add(entry.id, node, state, tuple, parent, phases);
    this.#open.push(fact);
    return fact;
  }

  /** A path has ended in an entry: so it has for whoever called it. */
  #tellCallers(entry: Entry, fact: FactId): void {
    for (const site of entry.callers) this.#stopBelow(site, this.facts.state(fact), this.facts.tuple(fact), fact);
  }

  /** The process's own start is a closed end, and so is the end of a path that has stopped. */
  #setIn(entry: Entry, sets: Map<number, Antichain>, key: number): Antichain {
    const known = sets.get(key);
    if (known) return known;
    const ends = openEnds(!entry.context.isProcess, sets !== entry.finals);
    const fresh = new Antichain(this.order, ends, sets === entry.returns ? undefined : this.#markDead);
    sets.set(key, fresh);
    return fresh;
  }
}
