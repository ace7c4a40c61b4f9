// One process against all sides of a set of patterns: which tuples of lock histories can it end with? A saturation of
// path summaries. An *entry* is a function with the locks and unit flag of its caller and a side state; a *fact* says
// that from an entry the process can get to a node and side state with this tuple (relative to the entry). Summaries of
// callees are composed with the tuples of their callers. Weights are antichains, so there are finitely many facts.
// Facts remember the step that made them: a path can be rebuilt for each (theory page, steps 3, 4 and 7).

import type { Stop } from '../../base/budget.js';
import { Antichain, type TupleOrder } from '../../logic/lock-history/antichain.js';
import { openEnds, type TupleId, type TupleTable } from '../../logic/lock-history/tuple-table.js';
import { type Caller, calleeOf, type ProcessProduct, type ProductMove } from '../../translate/atomicity-product.js';
import type { SlicedEdge, SlicedNode } from '../../translate/atomicity-slice.js';
import { type Derivation, type FactId, FactTable, given, noFact, noNode, type Weighted } from './fact-table.js';

/** A fact at a call, and the call. */
interface CallSite {
  readonly fact: FactId;
  readonly edge: SlicedEdge;
}

export interface Entry extends Caller {
  readonly id: number;
  readonly function: number;
  readonly state: number;
  /** By node * states + side state. */
  readonly points: Map<number, Antichain>;
  /** By side state: tuples of paths to the exit, and of paths that stop (accept) in it or below. */
  readonly returns: Map<number, Antichain>;
  readonly finals: Map<number, Antichain>;
  readonly callers: CallSite[];
  /** The moves from a point do not depend on its tuples. */
  readonly moves: Map<number, readonly ProductMove[]>;
}

export class Saturation {
  readonly facts = new FactTable();
  readonly #entries: Entry[] = [];
  readonly #entryIds = new Map<string, Entry>();
  readonly #open: FactId[] = [];
  #next = 0;

  constructor(
    readonly product: ProcessProduct,
    readonly tuples: TupleTable,
    readonly order: TupleOrder,
    initiallyHeld: readonly number[] = [],
  ) {
    const root = { held: initiallyHeld, inUnit: false, isProcess: true };
    for (const { state, phases } of product.starts()) this.#enter(0, root, state, phases);
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

  /** The process is entered once, in the state and with the phases with which it begins. */
  #enter(id: number, caller: Caller, state: number, phases = 0): Entry {
    const key = caller.isProcess ? '' : `${id} ${caller.held} ${caller.inUnit} ${state}`;
    const known = this.#entryIds.get(key);
    const entry = known ?? this.#newEntry(key, id, caller, state);
    if (known && !caller.isProcess) return known;
    let tuple = this.tuples.initially(caller.held);
    for (let i = 0; i < phases; i++) tuple = this.tuples.nextPhase(tuple);
    this.#addPoint(entry, this.product.process.functions[id]!.entry, { state, tuple, phases }, given);
    return entry;
  }

  #newEntry(key: string, id: number, caller: Caller, state: number): Entry {
    const tables = { points: new Map(), returns: new Map(), finals: new Map(), callers: [], moves: new Map() };
    const entry: Entry = { ...caller, id: this.#entries.length, function: id, state, ...tables };
    this.#entries.push(entry);
    this.#entryIds.set(key, entry);
    return entry;
  }

  #expand(fact: FactId): void {
    if (this.facts.isDead(fact)) return;
    const entry = this.#entries[this.facts.entry(fact)]!;
    const { state, tuple } = this.facts.weighted(fact);
    const graph = this.product.process.functions[entry.function]!;
    const position = this.facts.node(fact);
    for (const stop of this.product.stops(entry, graph, position, state))
      this.#addFinal(entry, this.#guess(tuple, stop), { parent: fact });
    if (this.product.isSettled(state, !this.tuples.histories.endsFree(this.tuples.last(tuple)))) return;
    if (position === graph.exit) this.#addReturn(entry, { state, tuple, phases: 0 }, fact);
    const node = graph.nodes[position]!;
    for (const move of this.#movesFrom(entry, node, position, state)) this.#follow(entry, node, move, tuple, fact);
  }

  #movesFrom(entry: Entry, node: SlicedNode, position: number, state: number): readonly ProductMove[] {
    const key = position * this.stateCount + state;
    const known = entry.moves.get(key);
    if (known) return known;
    const moves = this.product.moves(entry, node, state);
    entry.moves.set(key, moves);
    return moves;
  }

  #guess(tuple: TupleId, { state, phases }: { readonly state: number; readonly phases: number }): Weighted {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return { state, tuple: guessed, phases };
  }

  #follow(entry: Entry, node: SlicedNode, move: ProductMove, tuple: TupleId, parent: FactId): void {
    const { edge, effect, matches } = move;
    const weighted = this.#guess(tuple, move);
    if (effect === 'call') return this.#call(entry, node, edge, weighted, parent);
    const changed = effect === 'none' ? weighted.tuple : this.tuples[effect](weighted.tuple, edge.operand);
    const after = { ...weighted, tuple: changed };
    const made = this.#addPoint(entry, edge.target, after, { parent, edge, matches });
    if (matches && made !== noFact && this.product.acceptsAtOnce(move.state))
      this.#addFinal(entry, { ...after, phases: 0 }, { parent: made });
  }

  #call(entry: Entry, node: SlicedNode, edge: SlicedEdge, weighted: Weighted, parent: FactId): void {
    const callee = this.#enter(edge.operand, calleeOf(entry, node), weighted.state);
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = weighted.phases === 0 ? parent : this.facts.add(entry.id, noNode, weighted, { parent });
    const site = { fact, edge };
    callee.callers.push(site);
    for (const [state, set] of [...callee.returns])
      for (const [tuple, below] of set.entries()) this.#returnTo(site, { state, tuple, phases: 0 }, below);
    for (const [state, set] of [...callee.finals])
      for (const [tuple, below] of set.entries()) this.#stopBelow(site, { state, tuple, phases: 0 }, below);
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
    const ends = openEnds(!entry.isProcess, sets !== entry.finals);
    const dropped = sets === entry.points ? (fact: FactId) => this.facts.markDead(fact) : undefined;
    const fresh = new Antichain(this.order, ends, dropped);
    sets.set(key, fresh);
    return fresh;
  }
}
