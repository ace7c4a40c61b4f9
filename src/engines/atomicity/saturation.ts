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
  applyEffect,
  type Caller,
  calleeOf,
  type Guess,
  type MoveTemplate,
  type ProcessProduct,
} from '../../translate/atomicity-product.js';
import type { SlicedEdge } from '../../translate/atomicity-slice.js';
import { type Derivation, type FactId, FactTable, noFact, noNode } from './fact-table.js';

/** A fact at a call, and the call. */
interface CallSite {
  readonly fact: FactId;
  readonly edge: SlicedEdge;
}

/** A function as it is entered, in any side state: what the entries of one context share. */
interface Context extends Caller {
  /** By node * states + side state: where the process may stop does not depend on tuples. */
  readonly stops: Map<number, readonly Guess[]>;
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
    for (const { state, phases } of product.starts()) {
      const tuple = this.#guess(tuples.initially(initiallyHeld), phases);
      this.#addStart(entry, state, tuple, { ...given, phases });
    }
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
    const fresh: Context = { ...caller, stops: new Map(), callees: new Map(), entries: new Map() };
    this.#contexts.set(key, fresh);
    return fresh;
  }

  #enter(context: Context, state: number): Entry {
    const known = context.entries.get(state);
    if (known) return known;
    const entry = this.#newEntry(context, state);
    this.#addStart(entry, state, this.tuples.initially(context.held), given);
    return entry;
  }

  #newEntry(context: Context, state: number): Entry {
    const tables = { points: new Map(), returns: new Map(), finals: new Map(), callers: [] };
    const entry: Entry = { id: this.#entries.length, context, state, ...tables };
    this.#entries.push(entry);
    context.entries.set(state, entry);
    return entry;
  }

  #addStart(entry: Entry, state: number, tuple: TupleId, derivation: Derivation): void {
    this.#addPoint(entry, this.product.process.functions[entry.context.function]!.entry, state, tuple, derivation);
  }

  #expand(fact: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const { context } = entry;
    const state = this.facts.state(fact);
    const tuple = this.facts.tuple(fact);
    const position = this.facts.node(fact);
    for (const stop of this.#stops(context, position, state))
      this.#addFinal(entry, stop.state, this.#guess(tuple, stop.phases), from(fact, stop.phases));
    if (this.product.isSettled(state, () => !this.tuples.histories.endsFree(this.tuples.last(tuple)))) return;
    const graph = this.product.process.functions[context.function]!;
    if (position === graph.exit) this.#addReturn(entry, state, tuple, fact);
    const node = graph.nodes[position]!;
    for (const edge of node.edges)
      for (const move of this.product.moves(context, node, edge, state))
        if (this.product.isHopeful(context, position, edge, move.state))
          this.#follow(entry, position, edge, move, this.#guess(tuple, move.phases), fact);
  }

  #stops(context: Context, position: number, state: number): readonly Guess[] {
    const key = position * this.stateCount + state;
    const known = context.stops.get(key);
    if (known) return known;
    const stops = this.product.stops(context, position, state);
    context.stops.set(key, stops);
    return stops;
  }

  #guess(tuple: TupleId, phases: number): TupleId {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return guessed;
  }

  #follow(
    entry: Entry,
    position: number,
    edge: SlicedEdge,
    { state, effect, matches, phases, beginsPhase }: MoveTemplate,
    guessed: TupleId,
    parent: FactId,
  ): void {
    if (effect === 'call') return this.#call(entry, position, edge, state, guessed, from(parent, phases));
    const changed = applyEffect(this.tuples, guessed, effect, entry.context, edge);
    const tuple = beginsPhase ? this.tuples.nextPhase(changed) : changed;
    const made = this.#addPoint(entry, edge.target, state, tuple, { parent, phases, edge, matches, callee: noFact });
    if (matches && made !== noFact && this.product.acceptsAtOnce(state))
      this.#addFinal(entry, state, tuple, from(made, 0));
  }

  #call(entry: Entry, position: number, edge: SlicedEdge, state: number, tuple: TupleId, guess: Derivation): void {
    const callee = this.#enter(this.#calleeContext(entry.context, position, edge), state);
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = guess.phases === 0 ? guess.parent : this.facts.add(entry.id, noNode, state, tuple, guess);
    const site = { fact, edge };
    callee.callers.push(site);
    for (const [after, set] of [...callee.returns])
      for (const [returned, below] of set.entries()) this.#returnTo(site, after, returned, below);
    for (const [after, set] of [...callee.finals])
      for (const [stopped, below] of set.entries()) this.#stopBelow(site, after, stopped, below);
  }

  #calleeContext(context: Context, position: number, edge: SlicedEdge): Context {
    const known = context.callees.get(edge.id);
    if (known) return known;
    const node = this.product.process.functions[context.function]!.nodes[position]!;
    const callee = this.#context(calleeOf(context, node, edge.operand));
    context.callees.set(edge.id, callee);
    return callee;
  }

  #returnTo({ fact, edge }: CallSite, state: number, below: TupleId, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.tuple(fact), below);
    this.#addPoint(entry, edge.target, state, tuple, { parent: fact, phases: 0, edge, matches: false, callee });
  }

  #stopBelow({ fact, edge }: CallSite, state: number, below: TupleId, callee: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const tuple = this.tuples.compose(this.facts.tuple(fact), below);
    this.#addFinal(entry, state, tuple, { parent: fact, phases: 0, edge, matches: false, callee });
  }

  /** The fact made, or `noFact` if a smaller one was there. */
  #addPoint(entry: Entry, node: number, state: number, tuple: TupleId, derivation: Derivation): FactId {
    const fact = this.facts.nextId;
    if (!this.#setIn(entry, entry.points, node * this.stateCount + state).add(tuple, fact)) return noFact;
    this.facts.add(entry.id, node, state, tuple, derivation);
    this.#open.push(fact);
    return fact;
  }

  #addReturn(entry: Entry, state: number, tuple: TupleId, fact: FactId): void {
    if (!this.#setIn(entry, entry.returns, state).add(tuple, fact)) return;
    for (const site of [...entry.callers]) this.#returnTo(site, state, tuple, fact);
  }

  #addFinal(entry: Entry, state: number, tuple: TupleId, derivation: Derivation): void {
    const fact = this.facts.nextId;
    if (!this.#setIn(entry, entry.finals, state).add(tuple, fact)) return;
    this.facts.add(entry.id, noNode, state, tuple, derivation);
    for (const site of [...entry.callers]) this.#stopBelow(site, state, tuple, fact);
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

const given: Derivation = { parent: noFact, phases: 0, edge: undefined, matches: false, callee: noFact };

/** No step, only a guess that phases begin. */
function from(parent: FactId, phases: number): Derivation {
  return { parent, phases, edge: undefined, matches: false, callee: noFact };
}
