// One process against all sides of a set of patterns: which tuples of lock histories can it end with? A saturation of
// path summaries. An *entry* is a function with the locks and unit flag of its caller and a side state; a *fact* says
// that from an entry the process can get to a node and side state with this tuple (relative to the entry). Summaries of
// callees are composed with the tuples of their callers; side states from which everything goes on alike share them.
// Weights are antichains, so there are finitely many facts. Facts remember the step that made them: a path can be
// rebuilt for each (theory page, steps 3, 4 and 7).

import type { Stop } from '../../../base/budget.js';
import { initialSideState } from '../../../logic/access-patterns/side-automaton.js';
import type { OpenEnds } from '../../../logic/lock-history/history-order.js';
import type { TupleOrder } from '../../../logic/lock-history/tuple-order.js';
import { openEnds, type TupleId, type TupleTable } from '../../../logic/lock-history/tuple-table.js';
import type { ProcessProduct } from '../product/product.js';
import type { Guess } from '../product/templates.js';
import { initialLocks, type SlicedEdge } from '../slice/slice.js';
import type { Context } from './context-table.js';
import { calling, edgesOf, ended, type FactId, FactTable, noFact, type Scratch } from './fact-table.js';
import { isExitFlag, MoveTable, mayStopFlag, moveWidth } from './move-table.js';
import { acceptsFlag, beginsPhaseFlag, effectMask, effects, matchesFlag, phaseShift } from './packed-moves.js';
import { PointTable } from './point-table.js';

interface Entry {
  readonly id: number;
  readonly context: Context;
  readonly state: number;
  /** Of its points. */
  readonly places: number;
  /** Paths from here lie in the first phase, and the caller holds nothing: uses do not matter. */
  readonly isFresh: boolean;
  /** Of tuples at nodes, and of paths that have ended: the process's own start is a closed end, and so is such an end. */
  readonly open: OpenEnds;
  readonly openAtEnd: OpenEnds;
  /** Facts at the exit, and of paths that have stopped (accepted) here or below, that callers have been told of. */
  readonly returns: FactId[];
  readonly stops: FactId[];
  /** Facts at calls, each followed by the edge of the call. */
  readonly callers: number[];
}

/** Facts with which the process may end in a state, and their tuples. */
export interface Finals {
  readonly facts: readonly FactId[];
  readonly tuples: readonly TupleId[];
}

/** How a tuple got to where it is: the step of a fact. */
interface Step {
  parent: FactId;
  phases: number;
  /** -1: the start. */
  edge: number;
  matches: boolean;
  callee: FactId;
}

const noEdge = -1;
const atStart: Step = { parent: noFact, phases: 0, edge: noEdge, matches: false, callee: noFact };
const effectNone = effects.indexOf('none');
const effectAcquire = effects.indexOf('acquire');
const effectRelease = effects.indexOf('release');
const effectUse = effects.indexOf('use');
const effectCall = effects.indexOf('call');

export class Saturation {
  readonly facts: FactTable;
  readonly #entries: Entry[] = [];
  readonly #moves: MoveTable;
  readonly #points: PointTable;
  /** By context and side state. */
  readonly #entryOf: (Entry | undefined)[] = [];
  readonly #edges: readonly SlicedEdge[];
  /** The end of the process in each state: a fact, plus one. */
  readonly #ends: number[] = [];
  readonly #finals: (Finals | undefined)[] = [];
  readonly #stateCount: number;
  #next: FactId = 0;

  /** From here until it has run the scratch is its own. */
  constructor(
    readonly product: ProcessProduct,
    readonly tuples: TupleTable,
    order: TupleOrder,
    readonly scratch: Scratch,
    passing: boolean,
  ) {
    const { process, automaton } = product;
    scratch.pool.reset();
    this.facts = new FactTable(process, order, (fact, after) => this.#wayTo(fact, after), scratch);
    this.#moves = new MoveTable(product, scratch.pool, passing);
    this.#points = new PointTable(automaton, scratch.pool);
    this.#edges = edgesOf(process);
    this.#stateCount = automaton.states.length;
    const entry = this.#newEntry(this.#moves.contexts.start, initialSideState);
    const tuple = tuples.initially(initialLocks(process));
    for (const { state, phases } of product.starts()) this.#start(entry, state, this.#guess(tuple, phases), phases);
    this.#stopOnTheWay(product.stopsAtStart(), entry, this.#entryNode(entry.context), initialSideState, tuple, atStart);
  }

  /** What the whole process can end with in an accepting state; only to be asked when the saturation has run. */
  finals(state: number): Finals {
    return (this.#finals[state] ??= this.#findFinals(state));
  }

  #findFinals(state: number): Finals {
    const facts = this.facts.leastFrom(this.#ends[state]! - 1);
    return { facts, tuples: facts.map((fact) => this.facts.tuple(fact)) };
  }

  /** Runs to the end; yields the number of facts every few thousand steps, and gives up when told to stop. */
  *run(): Generator<number, boolean, Stop | undefined> {
    while (this.#next < this.facts.size) {
      this.#expand(this.#next++);
      if (this.#next % 4096 === 0 && (yield this.facts.size)) return false;
    }
    for (let state = 0; state < this.#stateCount; state++)
      this.#ends.push(this.scratch.pool.items[this.#place(this.#entries[0]!, ended, state)]!);
    this.facts.seal();
    return true;
  }

  #wayTo(fact: FactId, after: SlicedEdge | undefined): readonly SlicedEdge[] {
    const { context } = this.#entries[this.facts.entry(fact)]!;
    const from = after ? after.target : this.#entryNode(context);
    const to = this.facts.node(fact);
    return from === to ? [] : this.#moves.wayBetween(context, this.facts.state(fact), from, to);
  }

  #entryNode(context: Context): number {
    return this.product.process.functions[context.function]!.entry;
  }

  #enter(context: Context, state: number): Entry {
    const known = this.#entryOf[context.id * this.#stateCount + state];
    if (known) return known;
    const entry = this.#newEntry(context, state);
    this.#start(entry, state, this.tuples.initially(context.held), 0);
    return entry;
  }

  #newEntry(context: Context, state: number): Entry {
    const { process, automaton } = this.product;
    const isFree = process.startsFree && context.held.length === 0 && !context.holdsMore;
    const isFresh = isFree && automaton.states[state]!.phase === 0;
    const left = !context.isProcess;
    const entry = {
      id: this.#entries.length,
      context,
      state,
      places: this.#points.enter(process.functions[context.function]!.nodes.length),
      isFresh,
      open: openEnds(left, true),
      openAtEnd: openEnds(left, false),
      returns: [],
      stops: [],
      callers: [],
    };
    this.#entries.push(entry);
    this.#entryOf[context.id * this.#stateCount + state] = entry;
    return entry;
  }

  #start(entry: Entry, state: number, tuple: TupleId, phases: number): void {
    this.#arrive(entry, this.#entryNode(entry.context), state, tuple, noFact, phases, noEdge, false, noFact);
  }

  #expand(fact: FactId): void {
    const { facts } = this;
    const node = facts.node(fact);
    if (node === calling || facts.isDead(fact)) return;
    const entry = this.#entries[facts.entry(fact)]!;
    const state = facts.state(fact);
    const tuple = facts.tuple(fact);
    if (node === ended) return this.#stop(entry, fact);
    const row = this.#moves.moves(entry.context, node, state);
    const flags = this.scratch.pool.items[row]!;
    if ((flags & mayStopFlag) !== 0) this.#stopAt(entry, state, tuple, fact);
    if (this.#isSettled(entry, state, tuple)) return;
    if ((flags & isExitFlag) !== 0) this.#return(entry, fact);
    for (let i = this.scratch.pool.items[row + 1]!, move = row + 2; i > 0; i--, move += moveWidth)
      this.#follow(entry, node, move, tuple, fact);
  }

  /** The fact that a path has stopped where `fact` is, for each state in which it may. */
  #stopAt(entry: Entry, state: number, tuple: TupleId, fact: FactId): void {
    for (const stop of this.product.stops(state))
      this.#add(entry, ended, stop.state, this.#guess(tuple, stop.phases), fact, stop.phases);
  }

  #isSettled({ context }: Entry, state: number, tuple: TupleId): boolean {
    const settles = this.product.settles(state);
    return settles === 'always' || (settles === 'free' && !context.holdsMore && this.tuples.endsFree(tuple));
  }

  #guess(tuple: TupleId, phases: number): TupleId {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.tuples.nextPhase(guessed);
    return guessed;
  }

  /** `move`: where it stands in the pool, which may be another array after each fact. */
  #follow(entry: Entry, node: number, move: number, before: TupleId, parent: FactId): void {
    const { items } = this.scratch.pool;
    const head = items[move]!;
    const state = items[move + 1]!;
    const edge = items[move + 2]!;
    const operand = items[move + 3]!;
    const target = items[move + 4]!;
    const phases = head >> phaseShift;
    const effect = head & effectMask;
    const matches = (head & matchesFlag) !== 0;
    const guessed = phases === 0 ? before : this.#guess(before, phases);
    if (effect === effectCall) return this.#call(entry, node, operand, edge, state, phases, guessed, parent);
    const changed = effect === effectNone ? guessed : this.#applied(entry, node, effect, operand, guessed);
    const tuple = (head & beginsPhaseFlag) === 0 ? changed : this.tuples.nextPhase(changed);
    this.#arrive(entry, target, state, tuple, parent, phases, edge, matches, noFact);
    if ((head & acceptsFlag) === 0) return;
    // A path that was here before with a smaller tuple may have ended earlier, with locks that it has given back since.
    const final = this.#add(entry, ended, state, tuple, parent, phases);
    if (final !== noFact) this.facts.took(final, edge, true);
  }

  #applied({ context }: Entry, node: number, effect: number, operand: number, tuple: TupleId): TupleId {
    if (effect === effectAcquire) return this.tuples.acquire(tuple, operand);
    if (effect === effectRelease) return this.tuples.release(tuple, operand);
    if (effect !== effectUse) throw new Error(`no effect ${effect}`);
    return this.tuples.use(tuple, this.#moves.contexts.node(context, node).edges[operand]!.uses);
  }

  #call(
    { id, context: caller }: Entry,
    node: number,
    operand: number,
    edge: number,
    state: number,
    phases: number,
    tuple: TupleId,
    parent: FactId,
  ): void {
    const context = this.#moves.contexts.node(caller, node).edges[operand]!.callee!;
    const callee = this.#enter(context, this.product.automaton.nerodeClass(state));
    // A guess before the call belongs to the caller: it gets a fact of its own.
    const fact = phases === 0 ? parent : this.facts.add(id, calling, state, tuple, parent, phases);
    callee.callers.push(fact, edge);
    const { returns, stops } = callee;
    for (let i = 0; i < returns.length; i++)
      if (!this.facts.isDead(returns[i]!)) this.#comeBack(fact, edge, returns[i]!, false);
    for (let i = 0; i < stops.length; i++)
      if (!this.facts.isDead(stops[i]!)) this.#comeBack(fact, edge, stops[i]!, true);
  }

  /** What the callee has done, put behind the caller's tuple: at the node after the call, or where the path has ended. */
  #comeBack(fact: FactId, edge: number, callee: FactId, hasEnded: boolean): void {
    const { facts } = this;
    if (facts.isDead(fact)) return;
    const tuple = this.tuples.compose(facts.tuple(fact), facts.tuple(callee));
    const state = this.product.automaton.transport(facts.state(fact), facts.state(callee));
    const entry = this.#entries[facts.entry(fact)]!;
    if (!hasEnded) return this.#arrive(entry, this.#edges[edge]!.target, state, tuple, fact, 0, edge, false, callee);
    const made = this.#add(entry, ended, state, tuple, fact, 0);
    if (made !== noFact) facts.took(made, edge, false, callee);
  }

  #return(entry: Entry, fact: FactId): void {
    entry.returns.push(fact);
    for (let i = 0; i < entry.callers.length; i += 2)
      this.#comeBack(entry.callers[i]!, entry.callers[i + 1]!, fact, false);
  }

  /** A path has ended in an entry: so it has for whoever called it. */
  #stop(entry: Entry, fact: FactId): void {
    entry.stops.push(fact);
    for (let i = 0; i < entry.callers.length; i += 2)
      this.#comeBack(entry.callers[i]!, entry.callers[i + 1]!, fact, true);
  }

  /** At a node, and on to where something can happen. */
  #arrive(
    entry: Entry,
    node: number,
    state: number,
    tuple: TupleId,
    parent: FactId,
    phases: number,
    edge: number,
    matches: boolean,
    callee: FactId,
  ): void {
    const { facts } = this;
    const { pool } = this.scratch;
    if (this.#isSettled(entry, state, tuple))
      return this.#settle(entry, node, state, tuple, { parent, phases, edge, matches, callee });
    const row = this.#moves.arrivals(entry.context, node, state);
    const stops = pool.items[row] === 0 ? [] : this.product.stops(state);
    if (stops.length > 0)
      this.#stopOnTheWay(stops, entry, node, state, tuple, { parent, phases, edge, matches, callee });
    for (let i = pool.items[row + 1]!, at = row + 2; i > 0; i--, at++) {
      const made = this.#add(entry, pool.items[at]!, state, tuple, parent, phases);
      if (made !== noFact && edge !== noEdge) facts.took(made, edge, matches, callee);
    }
  }

  /** Nothing is left to do but to stop; that who made its last access has ended is told with the access. */
  #settle(entry: Entry, node: number, state: number, tuple: TupleId, step: Step): void {
    const row = this.#moves.moves(entry.context, node, state);
    const stops = (this.scratch.pool.items[row]! & mayStopFlag) === 0 ? [] : this.product.stops(state);
    this.#stopOnTheWay(stops, entry, node, state, tuple, step);
  }

  /** The path has stopped where no fact of the antichains is: one for the path only is made where it is needed. */
  #stopOnTheWay(stops: readonly Guess[], entry: Entry, node: number, state: number, tuple: TupleId, step: Step): void {
    const { facts } = this;
    let here = noFact;
    for (const stop of stops) {
      const made = this.#add(entry, ended, stop.state, this.#guess(tuple, stop.phases), noFact, stop.phases);
      if (made === noFact) continue;
      if (here === noFact) here = this.#leftOut(entry, node, state, tuple, step);
      facts.setParent(made, here);
    }
  }

  #leftOut(entry: Entry, node: number, state: number, tuple: TupleId, step: Step): FactId {
    const { facts } = this;
    const fact = facts.add(entry.id, node, state, tuple, step.parent, step.phases);
    if (step.edge !== noEdge) facts.took(fact, step.edge, step.matches, step.callee);
    facts.leaveOut(fact);
    return fact;
  }

  /** The fact made, or `noFact` if a smaller one was there; larger ones are dropped. */
  #add(entry: Entry, node: number, state: number, reached: TupleId, parent: FactId, phases: number): FactId {
    const tuple = entry.isFresh ? this.tuples.fromFirstPhase(reached) : reached;
    const open = node === ended ? entry.openAtEnd : entry.open;
    const place = this.#place(entry, node, state);
    return this.facts.addLeast(place, open, entry.id, node, state, tuple, parent, phases);
  }

  #place(entry: Entry, node: number, state: number): number {
    return this.#points.place(entry.places, entry.state, node, state);
  }
}
