// Is a saturated table closed? Every move from a listed point must lead to a point that the table covers, every call to
// a listed entry, every stop and return to a listed tuple. Then, by induction, every path of the process is covered.

import { type Caller, calleeOf } from '../../engines/atomicity/product/caller.js';
import { applyEffect, type ProcessProduct } from '../../engines/atomicity/product/product.js';
import type { Guess, MoveTemplate } from '../../engines/atomicity/product/templates.js';
import { initialLocks, type SlicedEdge, type SlicedNode } from '../../engines/atomicity/slice/slice.js';
import type { TupleId, TupleTable } from '../../logic/lock-history/tuple-table.js';
import type { EntryBody, SaturationBody } from './lock-history-body.js';
import { type HistoryEnds, tupleCovers } from './lock-history-order.js';

interface ListedEntry extends Caller {
  readonly isFresh: boolean;
  readonly body: EntryBody;
  readonly points: ReadonlyMap<string, readonly TupleId[]>;
  readonly returns: ReadonlyMap<number, readonly TupleId[]>;
  readonly finals: ReadonlyMap<number, readonly TupleId[]>;
}

/** The tuples with which the process can end, by accepting state, once the table has been found closed. */
export interface ClosedTable {
  readonly tuples: TupleTable;
  readonly finals: ReadonlyMap<number, readonly TupleId[]>;
}

/** `tuples` must be over the certificate's number of locks. */
export function closedTable(body: SaturationBody, product: ProcessProduct, tuples: TupleTable): ClosedTable | string {
  const checker = new ClosureChecker(body, product, tuples);
  return checker.check() ?? checker.table();
}

class ClosureChecker {
  readonly #tuples: TupleTable;
  readonly #entries: readonly ListedEntry[];
  readonly #byKey: ReadonlyMap<string, ListedEntry>;
  readonly #known = new Map<string, boolean>();

  constructor(
    body: SaturationBody,
    readonly product: ProcessProduct,
    table: TupleTable,
  ) {
    this.#tuples = table;
    const histories = body.histories.map((history) => this.#tuples.histories.fromPlain(history));
    const tuples = body.tuples.map((components) => this.#tuples.of(components.map((i) => histories[i]!)));
    const { states } = product.automaton;
    this.#entries = body.entries.map((entry, i) => ({
      ...listEntry(entry, tuples, i === 0),
      isFresh: product.process.startsFree && entry.held.length === 0 && states[entry.state]?.phase === 0,
    }));
    this.#byKey = new Map(this.#entries.slice(1).map((entry) => [entryKey(entry, entry.body.state), entry]));
  }

  table(): ClosedTable {
    return { tuples: this.#tuples, finals: this.#entries[0]!.finals };
  }

  /** Undefined if closed, else what is missing. */
  check(): string | undefined {
    const root = this.#entries[0];
    if (root?.body.function !== 0 || root.inUnit || root.held.length > 0) return 'the start is not listed';
    for (const start of this.product.starts()) if (!this.#startCovered(root, start)) return 'the start is not covered';
    for (const entry of this.#entries) {
      const problem = this.#checkEntry(entry);
      if (problem) return problem;
    }
    return undefined;
  }

  #checkEntry(entry: ListedEntry): string | undefined {
    const graph = this.product.process.functions[entry.body.function];
    if (!graph) return 'an entry names a function that is not there';
    for (const [position, state] of entry.body.points) {
      const node = graph.nodes[position];
      if (!node || !this.product.automaton.states[state]) return 'a point is not in the process';
      for (const tuple of entry.points.get(`${position} ${state}`)!) {
        const problem = this.#checkPoint(entry, node, position, state, tuple);
        if (problem) return problem;
      }
    }
    return undefined;
  }

  #checkPoint(
    entry: ListedEntry,
    node: SlicedNode,
    position: number,
    state: number,
    tuple: TupleId,
  ): string | undefined {
    const { product } = this;
    const graph = product.process.functions[entry.body.function]!;
    for (const stop of product.stops(entry, position, state))
      if (!this.#covered(entry.finals.get(stop.state), this.#guess(tuple, stop), entry, false))
        return 'a stop is missing';
    if (product.isSettled(state, () => !this.#tuples.histories.endsFree(this.#tuples.last(tuple)))) return undefined;
    if (position === graph.exit && !this.#covered(entry.returns.get(state), tuple, entry, true))
      return 'a return is missing';
    for (const edge of node.edges)
      for (const move of product.moves(entry, position, edge, state)) {
        if (!product.isHopeful(entry, position, edge, move.state)) continue;
        const problem = this.#checkMove(entry, node, edge, move, this.#guess(tuple, move));
        if (problem) return problem;
      }
    return undefined;
  }

  #checkMove(
    entry: ListedEntry,
    node: SlicedNode,
    edge: SlicedEdge,
    { effect, state, matches }: MoveTemplate,
    guessed: TupleId,
  ): string | undefined {
    if (effect === 'call') return this.#checkCall(entry, node, edge, state, guessed);
    const after = applyEffect(this.#tuples, guessed, effect, entry, edge);
    if (!this.#pointCovered(entry, edge.target, state, after)) return 'a move leads out of the table';
    const accepts = matches && this.product.acceptsAtOnce(state);
    if (accepts && !this.#covered(entry.finals.get(state), after, entry, false))
      return 'the last access of a side is missing';
    return undefined;
  }

  #checkCall(
    entry: ListedEntry,
    node: SlicedNode,
    { operand, target }: SlicedEdge,
    state: number,
    tuple: TupleId,
  ): string | undefined {
    const { automaton } = this.product;
    // The callee may have been entered in another state from which everything goes on alike.
    const like = automaton.likeness(state);
    const below = this.#byKey.get(entryKey(calleeOf(entry, node, operand), like));
    if (!below || !this.#startCovered(below, { state: like, phases: 0 })) return 'a call is missing';
    for (const [after, returned] of below.returns)
      for (const other of returned)
        if (!this.#pointCovered(entry, target, automaton.transport(state, after), this.#tuples.compose(tuple, other)))
          return 'a return is not used';
    for (const [after, stopped] of below.finals)
      for (const other of stopped) {
        const listed = entry.finals.get(automaton.transport(state, after));
        if (!this.#covered(listed, this.#tuples.compose(tuple, other), entry, false)) return 'a stop below is not used';
      }
    return undefined;
  }

  #startCovered(entry: ListedEntry, start: Guess): boolean {
    const graph = this.product.process.functions[entry.body.function];
    if (!graph) return false;
    const held = entry.isProcess ? initialLocks(this.product.process) : entry.held;
    return this.#pointCovered(entry, graph.entry, start.state, this.#guess(this.#tuples.initially(held), start));
  }

  #pointCovered(entry: ListedEntry, node: number, state: number, tuple: TupleId): boolean {
    return this.#covered(entry.points.get(`${node} ${state}`), tuple, entry, true);
  }

  #covered(set: readonly TupleId[] | undefined, tuple: TupleId, entry: ListedEntry, openRight: boolean): boolean {
    const ends = { openLeft: !entry.isProcess, openRight, isFresh: entry.isFresh };
    return set?.some((listed) => listed === tuple || this.#covers(listed, tuple, ends)) ?? false;
  }

  #covers(a: TupleId, b: TupleId, ends: HistoryEnds): boolean {
    const key = `${a} ${b} ${ends.openLeft} ${ends.openRight} ${ends.isFresh}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const plain = (tuple: TupleId) => this.#tuples.components(tuple).map((id) => this.#tuples.histories.plain(id));
    const answer = tupleCovers(plain(a), plain(b), ends);
    this.#known.set(key, answer);
    return answer;
  }

  #guess(tuple: TupleId, { phases }: Guess): TupleId {
    let guessed = tuple;
    for (let i = 0; i < phases; i++) guessed = this.#tuples.nextPhase(guessed);
    return guessed;
  }
}

function listEntry(body: EntryBody, tuples: readonly TupleId[], isProcess: boolean): Omit<ListedEntry, 'isFresh'> {
  const at = (numbers: readonly number[]) => numbers.flatMap((number) => tuples[number] ?? []);
  const byState = (rows: EntryBody['returns']) => new Map(rows.map(([state, numbers]) => [state, at(numbers)]));
  return {
    body,
    function: body.function,
    held: body.held,
    inUnit: body.inUnit,
    isProcess,
    points: new Map(body.points.map(([node, state, numbers]) => [`${node} ${state}`, at(numbers)])),
    returns: byState(body.returns),
    finals: byState(body.finals),
  };
}

function entryKey(caller: Caller, state: number): string {
  return `${caller.function} ${caller.held} ${caller.inUnit} ${state}`;
}
