// What a process can do at a node, worked out once per context (a function as it is entered): what the edges mean to a side in
// a state depends on their class only (product/templates.ts), so nothing here depends on side states or tuples.

import { type Caller, locksOfUse, processStart } from '../product/caller.js';
import type { ProcessProduct } from '../product/product.js';
import type { SlicedEdge } from '../slice/slice.js';
import { type PackedMoves, packedMoves } from './packed-moves.js';

/** A function as it is entered, in any side state. */
export interface Context extends Caller {
  readonly id: number;
  /** By node, as far as they have been asked for. */
  readonly nodes: (ContextNode | undefined)[];
}

export interface ContextNode {
  readonly mayStop: boolean;
  readonly isExit: boolean;
  readonly edges: readonly ContextEdge[];
}

export interface ContextEdge {
  readonly edge: SlicedEdge;
  readonly moves: PackedMoves;
  /** The locks of a `use` that the caller does not hold. */
  readonly uses: readonly number[];
  /** How the callee of a call is entered. */
  readonly callee: Context | undefined;
}

export class ContextTable {
  readonly start: Context;
  readonly #contexts = new Map<string, Context>();

  constructor(readonly product: ProcessProduct) {
    this.start = this.#context(processStart);
  }

  node(context: Context, node: number): ContextNode {
    return (context.nodes[node] ??= this.#workOut(context, node));
  }

  #workOut(context: Context, position: number): ContextNode {
    const { product } = this;
    const graph = product.process.functions[context.function]!;
    const node = graph.nodes[position]!;
    const edges = node.edges.map(
      (edge): ContextEdge => ({
        edge,
        moves: this.#moves(context, position, edge),
        uses: edge.label === 'use' ? locksOfUse(context, edge) : edge.uses,
        callee: edge.label === 'call' ? this.#context(product.calleeOf(context, node, edge.operand)) : undefined,
      }),
    );
    return { mayStop: product.mayStop(context, position), isExit: position === graph.exit, edges };
  }

  #moves(context: Context, position: number, edge: SlicedEdge): PackedMoves {
    const { ahead, aheadInUnit } = this.product.lookAhead(context, position, edge);
    return packedMoves(this.product.templates(context, position, edge), ahead, aheadInUnit, this.product.automaton);
  }

  #context(caller: Caller): Context {
    const key = `${caller.function} ${caller.held} ${caller.holdsMore} ${caller.inUnit} ${caller.isProcess}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const fresh: Context = { ...caller, id: this.#contexts.size, nodes: [] };
    this.#contexts.set(key, fresh);
    return fresh;
  }
}
