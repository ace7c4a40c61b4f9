// One process against all sides of a set of patterns: which tuples of lock histories can it end with? A saturation of
// path summaries. An *entry* is a function with the locks and unit flag of its caller and a side state; a *fact* says
// that from an entry the process can get to a node and side state with this tuple (relative to the entry). Summaries of
// callees are composed with the tuples of their callers. Weights are antichains, so there are finitely many facts.
// Facts remember the step that made them: a path can be rebuilt for each (theory page, steps 3, 4 and 7).

import type { Stop } from '../../base/budget.js';
import { initialSideState } from '../../logic/access-patterns/side-automaton.js';
import { Antichain, type TupleOrder } from '../../logic/lock-history/antichain.js';
import { openEnds, type TupleId, type TupleTable } from '../../logic/lock-history/tuple-table.js';
import {
  type Caller,
  calleeOf,
  type Guess,
  type ProcessProduct,
  type ProductMove,
} from '../../translate/atomicity-product.js';
import type { SlicedEdge } from '../../translate/atomicity-slice.js';
import { type Derivation, type FactId, FactTable, given, noFact, noNode, type Weighted } from './fact-table.js';

/** A fact at a call, and the call. */
interface CallSite {
  readonly fact: FactId;
  readonly edge: SlicedEdge;
}

interface Plan {
  readonly moves: readonly ProductMove[];
  readonly stops: readonly Guess[];
}

/** A function as it is entered, in any side state: what the entries of one context share. */
interface Context extends Caller {
  /** By node * states + side state: what can be done there does not depend on tuples. */
  readonly plans: Map<number, Plan>;
  /** By edge: how the callee is entered. */
  readonly callees: Map<number, Context>;
  /** By side state. */
  readonly entries: Map<number, Entry>;
}

export interface Entry {
  readonly id: number;
  readonly context: Context;
  readonly state: number;
  /** By node * states + side state. */
  readonly points: Map<number, Antichain>;
  /** By side state: tuples of paths to the exit, and of paths that stop (accept) in it or below. */
  readonly returns: Map<number, Antichain>;
  readonly finals: Map<number, Antichain>;
  readonly callers: CallSite[];
}

export class Saturation {
  readonly facts = new FactTable();
  readonly #entries: Entry[] = [];
  readonly #contexts = new Map<string, Context>();
  readonly #open: FactId[] = [];
  #next = 0;

  constructor(
    readonly product: ProcessProduct,
    readonly tuples: TupleTable,
    readonly order: TupleOrder,
    initiallyHeld: readonly number[] = [],
  ) {
    const process = this.#context({ function: 0, held: initiallyHeld, inUnit: false, isProcess: true });
    const entry = this.#newEntry(process, initialSideState);
    for (const start of product.starts()) this.#addStart(entry, this.#guess(tuples.initially(initiallyHeld), start));
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

  #context(caller: Caller): Context {
    const key = `${caller.function} ${caller.held} ${caller.inUnit} ${caller.isProcess}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const fresh: Context = { ...caller, plans: new Map(), callees: new Map(), entries: new Map() };
    this.#contexts.set(key, fresh);
    return fresh;
  }

  #enter(context: Context, state: number): Entry {
    const known = context.entries.get(state);
    if (known) return known;
    const entry = this.#newEntry(context, state);
    this.#addStart(entry, { state, tuple: this.tuples.initially(context.held), phases: 0 });
    return entry;
  }

  #newEntry(context: Context, state: number): Entry {
    const tables = { points: new Map(), returns: new Map(), finals: new Map(), callers: [] };
    const entry: Entry = { id: this.#entries.length, context, state, ...tables };
    this.#entries.push(entry);
    context.entries.set(state, entry);
    return entry;
  }

  #addStart(entry: Entry, weighted: Weighted): void {
    this.#addPoint(entry, this.product.process.functions[entry.context.function]!.entry, weighted, given);
  }

  #expand(fact: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const { context } = entry;
    const { state, tuple } = this.facts.weighted(fact);
    const position = this.facts.node(fact);
    const { moves, stops } = this.#plan(context, position, state);
    for (const stop of stops) this.#addFinal(entry, this.#guess(tuple, stop), { parent: fact });
    if (this.product.isSettled(state, !this.tuples.histories.endsFree(this.tuples.last(tuple)))) return;
    if (position === this.product.process.functions[context.function]!.exit)
      this.#addReturn(entry, { state, tuple, phases: 0 }, fact);
    for (const move of moves) this.#follow(entry, position, move, tuple, fact);
  }

  #plan(context: Context, position: number, state: number): Plan {
    const key = position * this.stateCount + state;
    const known = context.plans.get(key);
    if (known) return known;
    const plan = {
      moves: this.product.moves(context, position, state),
      stops: this.product.stops(context, position, state),
    };
    context.plans.set(key, plan);
    return plan;
  }

  #guess(tuple: TupleId, { state, phases }: Guess): Weighted {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return { state, tuple: guessed, phases };
  }

  #follow(entry: Entry, position: number, move: ProductMove, tuple: TupleId, parent: FactId): void {
    const { edge, effect, matches } = move;
    const weighted = this.#guess(tuple, move);
    if (effect === 'call') return this.#call(entry, position, edge, weighted, parent);
    const changed = effect === 'none' ? weighted.tuple : this.tuples[effect](weighted.tuple, edge.operand);
    const after = { ...weighted, tuple: move.beginsPhase ? this.tuples.nextPhase(changed) : changed };
    const made = this.#addPoint(entry, edge.target, after, { parent, edge, matches });
    if (matches && made !== noFact && this.product.acceptsAtOnce(move.state))
      this.#addFinal(entry, { ...after, phases: 0 }, { parent: made });
  }

  #call(entry: Entry, position: number, edge: SlicedEdge, weighted: Weighted, parent: FactId): void {
    const callee = this.#enter(this.#calleeContext(entry.context, position, edge), weighted.state);
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = weighted.phases === 0 ? parent : this.facts.add(entry.id, noNode, weighted, { parent });
    const site = { fact, edge };
    callee.callers.push(site);
    for (const [state, set] of [...callee.returns])
      for (const [tuple, below] of set.entries()) this.#returnTo(site, { state, tuple, phases: 0 }, below);
    for (const [state, set] of [...callee.finals])
      for (const [tuple, below] of set.entries()) this.#stopBelow(site, { state, tuple, phases: 0 }, below);
  }

  #calleeContext(context: Context, position: number, edge: SlicedEdge): Context {
    const known = context.callees.get(edge.id);
    if (known) return known;
    const node = this.product.process.functions[context.function]!.nodes[position]!;
    const callee = this.#context(calleeOf(context, node, edge.operand));
    context.callees.set(edge.id, callee);
    return callee;
  }

  #returnTo({ fact, edge }: CallSite, below: Weighted, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.weighted(fact).tuple, below.tuple);
    this.#addPoint(entry, edge.target, { ...below, tuple }, { parent: fact, edge, callee });
  }

  #stopBelow({ fact, edge }: CallSite, below: Weighted, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.weighted(fact).tuple, below.tuple);
    this.#addFinal(entry, { ...below, tuple }, { parent: fact, edge, callee });
  }

  /** The fact made, or `noFact` if a smaller one was there. */
  #addPoint(entry: Entry, node: number, weighted: Weighted, derivation: Derivation): FactId {
    const set = this.#setIn(entry, entry.points, node * this.stateCount + weighted.state);
    const fact = this.facts.nextId;
    if (!set.add(weighted.tuple, fact)) return noFact;
    this.facts.add(entry.id, node, weighted, derivation);
    this.#open.push(fact);
    return fact;
  }

  #addReturn(entry: Entry, weighted: Weighted, fact: FactId): void {
    if (!this.#setIn(entry, entry.returns, weighted.state).add(weighted.tuple, fact)) return;
    for (const site of [...entry.callers]) this.#returnTo(site, weighted, fact);
  }

  #addFinal(entry: Entry, weighted: Weighted, derivation: Derivation): void {
    const fact = this.facts.nextId;
    if (!this.#setIn(entry, entry.finals, weighted.state).add(weighted.tuple, fact)) return;
    this.facts.add(entry.id, noNode, weighted, derivation);
    for (const site of [...entry.callers]) this.#stopBelow(site, { ...weighted, phases: 0 }, fact);
  }

  /** The process's own start is a closed end, and so is the end of a path that has stopped. */
  #setIn(entry: Entry, sets: Map<number, Antichain>, key: number): Antichain {
    const known = sets.get(key);
    if (known) return known;
    const ends = openEnds(!entry.context.isProcess, sets !== entry.finals);
    const dropped = sets === entry.points ? (fact: FactId) => this.facts.markDead(fact) : undefined;
    const fresh = new Antichain(this.order, ends, dropped);
    sets.set(key, fresh);
    return fresh;
  }
}
