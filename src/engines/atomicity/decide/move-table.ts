// What a process can do at a node in a side state, as integers, worked out once per context, node and state. *Passing*: where
// nothing can happen but that the process moves on (no access that the side waits for, no lock, no call, no guess), no fact is
// kept; who arrives there arrives at once wherever such moves lead. Whether it may stop on the way is told: it does so with
// the same tuple everywhere, so one stop is enough.

import type { IntPool } from '../../../base/integers/int-pool.js';
import type { ProcessProduct } from '../product/product.js';
import type { SlicedEdge } from '../slice/slice.js';
import { type Context, type ContextEdge, ContextTable } from './context-table.js';
import { hasPlain, isPlain } from './packed-moves.js';

/** What the move does (packed-moves.ts), the state after it, the edge, the lock or the number of the edge in its node, and the node. */
export const moveWidth = 5;

/** At a node in a state, in the first integer of its moves. */
export const mayStopFlag = 1;
export const isExitFlag = 2;
const passesFlag = 4;

export class MoveTable {
  readonly contexts: ContextTable;
  /** By context: the row of its nodes. */
  readonly #nodeRows: number[] = [];
  readonly #stateCount: number;

  constructor(
    readonly product: ProcessProduct,
    readonly pool: IntPool,
    readonly passing: boolean,
  ) {
    this.contexts = new ContextTable(product);
    this.#stateCount = product.automaton.states.length;
  }

  /** The row of what can be done: flags, how many moves, the moves. */
  moves(context: Context, node: number, state: number): number {
    const cell = this.#cell(context, node, state);
    return this.pool.items[cell] || this.#compile(context, node, state, cell);
  }

  /** The row of where one has arrived: may it stop on the way, how many nodes, the nodes. */
  arrivals(context: Context, node: number, state: number): number {
    const cell = this.#cell(context, node, state) + 1;
    return this.pool.items[cell] || this.#findArrivals(context, node, state, cell);
  }

  /** A way of moves that are nothing but moves; there is one. */
  wayBetween(context: Context, state: number, from: number, to: number): readonly SlicedEdge[] {
    const arrivedBy = new Map<number, { readonly edge: SlicedEdge; readonly from: number } | undefined>([
      [from, undefined],
    ]);
    for (const node of arrivedBy.keys()) {
      if (node === to) break;
      for (const option of this.contexts.node(context, node).edges)
        if (hasPlain(option.moves.in(state), state) && !arrivedBy.has(option.edge.target))
          arrivedBy.set(option.edge.target, { edge: option.edge, from: node });
    }
    const way: SlicedEdge[] = [];
    for (let step = arrivedBy.get(to); step; step = arrivedBy.get(step.from)) way.push(step.edge);
    return way.reverse();
  }

  #cell(context: Context, node: number, state: number): number {
    const { pool } = this;
    const nodes = (this.#nodeRows[context.id] ??= pool.reserve(this.#nodeCount(context)));
    let row = pool.items[nodes + node]!;
    if (row === 0) {
      row = pool.reserve(2 * this.#stateCount);
      pool.items[nodes + node] = row;
    }
    return row + 2 * state;
  }

  #nodeCount(context: Context): number {
    return this.product.process.functions[context.function]!.nodes.length;
  }

  #compile(context: Context, node: number, state: number, cell: number): number {
    const { product, pool } = this;
    const { mayStop, isExit, edges } = this.contexts.node(context, node);
    let count = 0;
    let passes = this.passing && !isExit;
    for (const option of edges) {
      const moves = option.moves.in(state);
      count += moves.length / 2;
      passes &&= isPlain(moves, state);
    }
    const row = pool.reserve(2 + count * moveWidth);
    const { items } = pool;
    const stops = mayStop && product.stops(state).length > 0;
    items[cell] = row;
    items[row] = (stops ? mayStopFlag : 0) | (isExit ? isExitFlag : 0) | (passes ? passesFlag : 0);
    items[row + 1] = count;
    let at = row + 2;
    for (let i = 0; i < edges.length; i++) at = this.#write(edges[i]!, i, state, at);
    return row;
  }

  #write({ edge, moves: packed }: ContextEdge, number: number, state: number, start: number): number {
    const { items } = this.pool;
    const moves = packed.in(state);
    const operand = edge.label === 'use' || edge.label === 'call' ? number : edge.operand;
    let at = start;
    for (let i = 0; i < moves.length; i += 2) {
      items[at++] = moves[i]!;
      items[at++] = moves[i + 1]!;
      items[at++] = edge.id;
      items[at++] = operand;
      items[at++] = edge.target;
    }
    return at;
  }

  #findArrivals(context: Context, node: number, state: number, cell: number): number {
    const row = this.moves(context, node, state);
    return (this.pool.items[row]! & passesFlag) === 0
      ? this.#tellArrivals(cell, 0, [node])
      : this.#passOn(context, node, state, cell);
  }

  #passOn(context: Context, node: number, state: number, cell: number): number {
    const reached = new Set([node]);
    const stays: number[] = [];
    let stops = 0;
    for (const at of reached) {
      const row = this.moves(context, at, state);
      const { items } = this.pool;
      const flags = items[row]!;
      if ((flags & passesFlag) === 0) stays.push(at);
      else {
        stops |= flags & mayStopFlag;
        for (let i = 0, move = row + 2; i < items[row + 1]!; i++, move += moveWidth) reached.add(items[move + 4]!);
      }
    }
    return this.#tellArrivals(cell, stops, stays);
  }

  #tellArrivals(cell: number, stops: number, nodes: readonly number[]): number {
    const row = this.pool.reserve(2 + nodes.length);
    const { items } = this.pool;
    items[cell] = row;
    items[row] = stops;
    items[row + 1] = nodes.length;
    for (let i = 0; i < nodes.length; i++) items[row + 2 + i] = nodes[i]!;
    return row;
  }
}
