// What is known while one function is lowered: where its graph ends for now, which names are in scope, what has to be undone
// on the way out of a block, and which loops enclose the current statement.
// The current node never has outgoing edges. Two paths join by *merging* the current node into another: the merged node
// disappears when the graph is compacted, so joins, `break` and `continue` need no edges of their own.

import type { Span } from '../../../base/source-text.js';
import type { GraphBuilder } from '../../../model/program/graph-builder.js';
import type { Action, Expression, LocalId, NodeId, Type } from '../../../model/program/program.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import type { FunctionValue, OpenCall } from '../functions/function-value.js';
import type { Name } from '../syntax/syntax.js';
import { assignedNames } from './assigned-names.js';
import type { Declarations, DeclaredFunction } from './declarations.js';
import type { Value } from './lower-expressions.js';
import { ScopedNames } from './scoped-names.js';
import type { FunctionType } from './types.js';

export type Binding = LocalBinding | FunctionBinding;

export interface LocalBinding {
  readonly kind: 'local';
  readonly local: LocalId;
  readonly type: Type;
  readonly name: Name;
  readonly parameter: boolean;
  used: boolean;
  /** In an anonymous function: a local of the surrounding one. */
  readonly isCaptured?: true;
  /** Where an anonymous function speaks of it. */
  capturedAt?: Span;
  isAssigned?: true;
}

/** A name for a function that is known while its scope is lowered: nothing can be assigned to it. */
export interface FunctionBinding {
  readonly kind: 'function';
  readonly type: FunctionType;
  readonly value: FunctionValue;
  readonly name: Name;
  readonly parameter: boolean;
  used: boolean;
}

/** What leaving a block does; `undo` edges carry the origin of the way out that is taken. */
export type Undo = { readonly kind: 'end-unit' } | Extract<Action, { kind: 'release' }>;

export interface Loop {
  readonly head: NodeId;
  readonly after: NodeId;
  /** How many undos enclose the loop. */
  readonly undoDepth: number;
  left: boolean;
}

export class FunctionContext {
  /** Where the next edge starts. */
  at: NodeId;
  /** False behind a jump, where no execution gets to. */
  live = true;
  readonly names = new ScopedNames<Binding>();
  readonly undos: Undo[] = [];
  readonly loops: Loop[] = [];
  /** In the operand of an atomic update: the place that it updates, and what was read there. */
  updated: { readonly place: string; readonly value: Value } | undefined;
  readonly merged = new Map<NodeId, NodeId>();
  /** Names of locals that are assigned after their declaration. */
  readonly assigned: ReadonlySet<string>;

  constructor(
    readonly declarations: Declarations,
    readonly declared: DeclaredFunction,
    readonly builder: GraphBuilder,
    /** Where calls lead to, of a function that is looked at for whatever it is called with: its graph is not part of the program. */
    readonly openCalls?: Map<Action, OpenCall>,
  ) {
    this.at = builder.entry;
    this.assigned = assignedNames(declared.syntax.body);
  }

  get log(): DiagnosticLog {
    return this.declarations.log;
  }

  /** An edge from the current node to a fresh one, which becomes the current. */
  emit(action: Action, origin: Span, branch?: string): void {
    this.at = this.builder.step(this.at, action, origin, branch);
  }

  /** An edge from `from` to a fresh node, which becomes the current one. */
  emitFrom(from: NodeId, action: Action, origin: Span, branch?: string): void {
    this.at = from;
    this.emit(action, origin, branch);
  }

  /** The current path goes on at `target`. */
  mergeInto(target: NodeId): void {
    if (this.live) this.merged.set(this.at, target);
  }

  /** Behind a jump: a node that nothing leads to. */
  leave(): void {
    this.at = this.builder.node();
    this.live = false;
  }

  assignTemporary(type: Type, value: Expression, origin: Span): Expression {
    const local = this.builder.temporary(type);
    this.emit({ kind: 'assign', local, value }, origin);
    return { kind: 'local', local };
  }
}
