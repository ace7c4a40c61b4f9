// One process against all sides of a set of patterns: which tuples of lock histories can it end with? A saturation of
// path summaries. An *entry* is a function with the locks and unit flag of its caller and a side state; a *fact* says
// that from an entry the process can get to a node and side state with this tuple (relative to the entry). Summaries of
// callees are composed with the tuples of their callers; side states from which everything goes on alike share them.
// Weights are antichains, so there are finitely many facts. Facts remember the step that made them: a path can be
// rebuilt for each (theory page, steps 3, 4 and 7).

import type { Stop } from '../../../base/budget.js';
import { PairTable } from '../../../base/integers/pair-table.js';
import { initialSideState } from '../../../logic/access-patterns/side-automaton.js';
import type { TupleOrder } from '../../../logic/lock-history/tuple-order.js';
import { openEnds, type TupleId, type TupleTable } from '../../../logic/lock-history/tuple-table.js';
import type { ProcessProduct } from '../product/product.js';
import type { MoveTemplate } from '../product/templates.js';
import { initialLocks, type SlicedEdge } from '../slice/slice.js';
import { type Context, type ContextEdge, ContextTable } from './context-table.js';
import { calling, ended, type FactId, FactTable, noFact } from './fact-table.js';

/** A fact at a call, and the call. */
interface CallSite {
  readonly fact: FactId;
  readonly edge: SlicedEdge;
}

interface Entry {
  readonly id: number;
  readonly context: Context;
  /** Paths from here lie in the first phase, and the caller holds nothing: uses do not matter. */
  readonly isFresh: boolean;
  /** Facts at the exit, and of paths that have stopped (accepted) here or below, that callers have been told of. */
  readonly returns: FactId[];
  readonly stops: FactId[];
  readonly callers: CallSite[];
}

/** Facts with which the process may end in a state, and their tuples. */
export interface Finals {
  readonly facts: readonly FactId[];
  readonly tuples: readonly TupleId[];
}

export class Saturation {
  readonly facts: FactTable;
  readonly #entries: Entry[] = [];
  readonly #contexts: ContextTable;
  /** By context and side state. */
  readonly #entryOf: (Entry | undefined)[] = [];
  /** Entry, and node with side state. */
  readonly #points = new PairTable(64);
  readonly #finals: (Finals | undefined)[] = [];
  readonly #stateCount: number;
  #next: FactId = 0;

  constructor(
    readonly product: ProcessProduct,
    readonly tuples: TupleTable,
    order: TupleOrder,
  ) {
    this.facts = new FactTable(product.process, order);
    this.#contexts = new ContextTable(product);
    this.#stateCount = product.automaton.states.length;
    const entry = this.#newEntry(this.#contexts.start, initialSideState);
    for (const { state, phases } of product.starts())
      this.#addStart(entry, state, this.#guess(tuples.initially(initialLocks(product.process)), phases), phases);
  }

  /** What the whole process can end with in an accepting state; only to be asked when the saturation has run. */
  finals(state: number): Finals {
    return (this.#finals[state] ??= this.#findFinals(state));
  }

  #findFinals(state: number): Finals {
    const point = this.#points.find(0, this.#pointKey(ended, state));
    const facts = point === -1 ? [] : this.facts.leastAt(point);
    return { facts, tuples: facts.map((fact) => this.facts.tuple(fact)) };
  }

  /** Runs to the end; yields the number of facts every few thousand steps, and gives up when told to stop. */
  *run(): Generator<number, boolean, Stop | undefined> {
    while (this.#next < this.facts.size) {
      this.#expand(this.#next++);
      if (this.#next % 4096 === 0 && (yield this.facts.size)) return false;
    }
    return true;
  }

  #enter(context: Context, state: number): Entry {
    const known = this.#entryOf[context.id * this.#stateCount + state];
    if (known) return known;
    const entry = this.#newEntry(context, state);
    this.#addStart(entry, state, this.tuples.initially(context.held), 0);
    return entry;
  }

  #newEntry(context: Context, state: number): Entry {
    const { process, automaton } = this.product;
    const isFresh = process.startsFree && context.held.length === 0 && automaton.states[state]!.phase === 0;
    const entry = { id: this.#entries.length, context, isFresh, returns: [], stops: [], callers: [] };
    this.#entries.push(entry);
    this.#entryOf[context.id * this.#stateCount + state] = entry;
    return entry;
  }

  #addStart(entry: Entry, state: number, tuple: TupleId, phases: number): void {
    this.#add(entry, this.product.process.functions[entry.context.function]!.entry, state, tuple, noFact, phases);
  }

  #expand(fact: FactId): void {
    const { facts, product } = this;
    const node = facts.node(fact);
    if (node === calling || facts.isDead(fact)) return;
    const entry = this.#entries[facts.entry(fact)]!;
    const state = facts.state(fact);
    const tuple = facts.tuple(fact);
    if (node === ended) return this.#stop(entry, fact);
    const { mayStop, isExit, edges } = this.#contexts.node(entry.context, node);
    if (mayStop)
      for (const stop of product.stops(state))
        this.#add(entry, ended, stop.state, this.#guess(tuple, stop.phases), fact, stop.phases);
    if (this.#isSettled(state, tuple)) return;
    if (isExit) this.#return(entry, fact);
    for (const edge of edges)
      for (const move of edge.templates.of(state))
        if (product.isHopeful(edge, move.state)) this.#follow(entry, edge, move, tuple, fact);
  }

  #isSettled(state: number, tuple: TupleId): boolean {
    const settles = this.product.settles(state);
    return settles === 'always' || (settles === 'free' && this.tuples.endsFree(tuple));
  }

  #guess(tuple: TupleId, phases: number): TupleId {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return guessed;
  }

  #follow(entry: Entry, context: ContextEdge, move: MoveTemplate, before: TupleId, parent: FactId): void {
    const { state, effect, matches, phases, beginsPhase } = move;
    const { edge } = context;
    const guessed = phases === 0 ? before : this.#guess(before, phases);
    if (effect === 'call') return this.#call(entry, context, move, guessed, parent);
    const changed = effect === 'none' ? guessed : this.#applied(effect, context, guessed);
    const tuple = beginsPhase ? this.tuples.nextPhase(changed) : changed;
    const made = this.#add(entry, edge.target, state, tuple, parent, phases);
    if (made !== noFact) this.facts.took(made, edge, matches);
    if (!matches || !this.product.acceptsAtOnce(state)) return;
    // A path that was here before with a smaller tuple may have ended earlier, with locks that it has given back since.
    const final = this.#add(entry, ended, state, tuple, parent, phases);
    if (final !== noFact) this.facts.took(final, edge, true);
  }

  #applied(effect: 'acquire' | 'release' | 'use', { edge, uses }: ContextEdge, tuple: TupleId): TupleId {
    return effect === 'use' ? this.tuples.use(tuple, uses) : this.tuples[effect](tuple, edge.operand);
  }

  #call(
    entry: Entry,
    { callee: context, edge }: ContextEdge,
    move: MoveTemplate,
    tuple: TupleId,
    parent: FactId,
  ): void {
    const { state, phases } = move;
    const callee = this.#enter(context!, this.product.automaton.nerodeClass(state));
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = phases === 0 ? parent : this.facts.add(entry.id, calling, state, tuple, parent, phases);
    const site = { fact, edge };
    callee.callers.push(site);
    for (const below of callee.returns) if (!this.facts.isDead(below)) this.#comeBack(site, edge.target, below);
    for (const below of callee.stops) if (!this.facts.isDead(below)) this.#comeBack(site, ended, below);
  }

  /** What the callee has done, put behind the caller's tuple: at the node after the call, or where the path has ended. */
  #comeBack({ fact, edge }: CallSite, node: number, callee: FactId): void {
    const { facts } = this;
    if (facts.isDead(fact)) return;
    const tuple = this.tuples.compose(facts.tuple(fact), facts.tuple(callee));
    const state = this.product.automaton.transport(facts.state(fact), facts.state(callee));
    const made = this.#add(this.#entries[facts.entry(fact)]!, node, state, tuple, fact, 0);
    if (made !== noFact) facts.took(made, edge, false, callee);
  }

  #return(entry: Entry, fact: FactId): void {
    entry.returns.push(fact);
    for (const site of entry.callers) this.#comeBack(site, site.edge.target, fact);
  }

  /** A path has ended in an entry: so it has for whoever called it. */
  #stop(entry: Entry, fact: FactId): void {
    entry.stops.push(fact);
    for (const site of entry.callers) this.#comeBack(site, ended, fact);
  }

  /** The fact made, or `noFact` if a smaller one was there; larger ones are dropped. */
  #add(entry: Entry, node: number, state: number, reached: TupleId, parent: FactId, phases: number): FactId {
    const tuple = entry.isFresh ? this.tuples.fromFirstPhase(reached) : reached;
    const point = this.#points.intern(entry.id, this.#pointKey(node, state));
    // The process's own start is a closed end, and so is the end of a path that has stopped.
    const open = openEnds(!entry.context.isProcess, node !== ended);
    return this.facts.addLeast(point, open, entry.id, node, state, tuple, parent, phases);
  }

  #pointKey(node: number, state: number): number {
    return (node + 1) * this.#stateCount + state;
  }
}
