// What a process can do at a node in a side state, worked out once per context: the moves do not depend on tuples.

import { type Caller, calleeOf } from '../product/caller.js';
import type { ProcessProduct } from '../product/product.js';
import type { Guess, MoveTemplate } from '../product/templates.js';
import type { SlicedEdge } from '../slice/slice.js';

/** A function as it is entered, in any side state. */
export interface Context extends Caller {
  readonly id: number;
  /** By node * states + side state. */
  readonly points: (PointMoves | undefined)[];
}

export interface PointMoves {
  readonly stops: readonly Guess[];
  readonly moves: readonly PointMove[];
  readonly settles: ReturnType<ProcessProduct['settles']>;
  readonly isExit: boolean;
}

export interface PointMove extends MoveTemplate {
  readonly edge: SlicedEdge;
  /** How the callee of a call is entered. */
  readonly callee: Context | undefined;
}

export class ContextTable {
  readonly start: Context;
  readonly #contexts = new Map<string, Context>();

  constructor(readonly product: ProcessProduct) {
    this.start = this.#context({ function: 0, held: [], inUnit: false, isProcess: true });
  }

  pointOf(context: Context, node: number, state: number): PointMoves {
    const index = node * this.product.automaton.states.length + state;
    return (context.points[index] ??= this.#workOut(context, node, state));
  }

  #workOut(context: Context, position: number, state: number): PointMoves {
    const { product } = this;
    const graph = product.process.functions[context.function]!;
    const node = graph.nodes[position]!;
    const moves = node.edges.flatMap((edge) => {
      const hopeful = product
        .moves(context, position, edge, state)
        .filter((move) => product.isHopeful(context, position, edge, move.state));
      if (hopeful.length === 0) return [];
      const callee = edge.label === 'call' ? this.#context(calleeOf(context, node, edge.operand)) : undefined;
      return hopeful.map((move): PointMove => ({ ...move, edge, callee }));
    });
    return {
      stops: product.stops(context, position, state),
      moves,
      settles: product.settles(state),
      isExit: position === graph.exit,
    };
  }

  #context(caller: Caller): Context {
    const key = `${caller.function} ${caller.held} ${caller.inUnit} ${caller.isProcess}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const fresh: Context = { ...caller, id: this.#contexts.size, points: [] };
    this.#contexts.set(key, fresh);
    return fresh;
  }
}
