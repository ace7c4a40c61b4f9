// What a process can do at a node, worked out once per context (a function as it is entered): what the edges mean to a side in
// a state depends on their class only (product/templates.ts), so nothing here depends on side states or tuples.

import { type Caller, calleeOf, locksOfUse } from '../product/caller.js';
import type { ProcessProduct } from '../product/product.js';
import type { TemplateRow } from '../product/templates.js';
import type { SlicedEdge } from '../slice/slice.js';

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
  /** By side state. */
  readonly templates: TemplateRow;
  /** Accesses that may come after the edge, and those before the unit ends. */
  readonly ahead: number;
  readonly aheadInUnit: number;
  /** The locks of a `use` that the caller does not hold. */
  readonly uses: readonly number[];
  /** How the callee of a call is entered. */
  readonly callee: Context | undefined;
}

export class ContextTable {
  readonly start: Context;
  readonly #contexts = new Map<string, Context>();

  constructor(readonly product: ProcessProduct) {
    this.start = this.#context({ function: 0, held: [], inUnit: false, isProcess: true });
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
        templates: product.templates(context, position, edge),
        ...product.lookAhead(context, position, edge),
        uses: edge.label === 'use' ? locksOfUse(context, edge) : edge.uses,
        callee: edge.label === 'call' ? this.#context(calleeOf(context, node, edge.operand)) : undefined,
      }),
    );
    return { mayStop: product.mayStop(context, position), isExit: position === graph.exit, edges };
  }

  #context(caller: Caller): Context {
    const key = `${caller.function} ${caller.held} ${caller.inUnit} ${caller.isProcess}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const fresh: Context = { ...caller, id: this.#contexts.size, nodes: [] };
    this.#contexts.set(key, fresh);
    return fresh;
  }
}
