// Builds the control-flow graph of one function, edge by edge. Mutable while building; `finish` hands out the graph.

import type { Span } from '../../base/source-text.js';
import type { Action, Edge, FunctionGraph, LocalDeclaration, LocalId, NodeId, Type } from './program.js';

export interface FunctionSignature {
  readonly name: string;
  readonly shortName: string;
  readonly returnType?: Type;
  readonly origin: Span;
}

export class GraphBuilder {
  readonly entry: NodeId;
  readonly exit: NodeId;
  readonly #edges: Edge[] = [];
  readonly #locals: LocalDeclaration[] = [];
  readonly #parameters: LocalId[] = [];
  #nodeCount = 0;

  constructor(readonly signature: FunctionSignature) {
    this.entry = this.node();
    this.exit = this.node();
  }

  node(): NodeId {
    return this.#nodeCount++;
  }

  edge(from: NodeId, to: NodeId, action: Action, origin: Span, branch?: string): void {
    this.#edges.push({ from, to, action, origin, ...(branch === undefined ? {} : { branch }) });
  }

  /** An edge to a fresh node, which is returned. */
  step(from: NodeId, action: Action, origin: Span, branch?: string): NodeId {
    const to = this.node();
    this.edge(from, to, action, origin, branch);
    return to;
  }

  local(name: string, type: Type): LocalId {
    this.#locals.push({ name, type });
    return this.#locals.length - 1;
  }

  parameter(name: string, type: Type): LocalId {
    const local = this.local(name, type);
    this.#parameters.push(local);
    return local;
  }

  temporary(type: Type): LocalId {
    return this.local(`%${this.#locals.length}`, type);
  }

  finish(): FunctionGraph {
    return {
      ...this.signature,
      parameters: this.#parameters,
      locals: this.#locals,
      nodeCount: this.#nodeCount,
      entry: this.entry,
      exit: this.exit,
      edges: this.#edges,
    };
  }
}
