// Concurrent programs as control-flow graphs, one per function, with one action per edge. Front ends lower to this and no
// front end shows through it; every engine on programs starts from it.
// An edge is one atomic step: expressions are pure over the function's locals, and each shared access (`read`, `write`)
// is an edge of its own. Ids are indices into the tables of the program (or, for locals and nodes, of the function).
// A thread is *at* a label when it is at a node with an outgoing `label` edge.

import { derived } from '../../base/derived.js';
import { edgesBySource } from '../../base/graph.js';
import type { Result } from '../../base/result.js';
import type { SourceText, Span } from '../../base/source-text.js';
import type { Scheme } from '../schemes/scheme.js';

export type FunctionId = number;
export type VariableId = number;
export type LockId = number;
export type ClassId = number;
export type ProcessId = number;
export type NodeId = number;
export type LocalId = number;

export interface Program {
  readonly kind: 'program';
  /** The main source; spans of a program with several carry their own. */
  readonly source: SourceText;
  readonly scheduling: Scheduling;
  /** Where the source says so. */
  readonly schedulingOrigin?: Span;
  readonly locks: readonly LockDeclaration[];
  readonly variables: readonly VariableDeclaration[];
  readonly classes: readonly ClassDeclaration[];
  /** Every variable is in at least one set (language.md: the default set, or a set of its own). */
  readonly atomicSets: readonly AtomicSet[];
  readonly functions: readonly FunctionGraph[];
  readonly processes: readonly Process[];
  readonly cut?: ProgramCut;
}

/** Functions are passed that grow without bound: what the program does is real, but it is not all that the source does. */
export interface ProgramCut {
  /** A call that never returns, because what it calls was not made. */
  readonly origin: Span;
  /** All that the source does with data forgotten, or why it was not written down. */
  readonly scheme: Result<Scheme, string>;
}

/**
 * Preemptive: any thread that can move takes the next step. Cooperative: a thread goes on until a switch point, then any.
 * Event loop, as in JavaScript: a thread goes on until it suspends itself; resumptions are microtasks, first in first out,
 * and only when none is left does an external completion or a thread that has not started come next, in any order.
 */
export type Scheduling = 'preemptive' | 'cooperative' | 'event-loop';

export interface LockDeclaration {
  readonly name: string;
  readonly origin: Span;
}

/** `type` is absent for a variable without a value (`var v;`): it is only ever read and written as a place. */
export interface VariableDeclaration {
  readonly name: string;
  readonly type?: Type;
  readonly initial: number;
  readonly volatile: boolean;
  readonly origin: Span;
}

export interface ClassDeclaration {
  readonly name: string;
  readonly fields: readonly FieldDeclaration[];
  readonly origin: Span;
}

export interface FieldDeclaration {
  readonly name: string;
  readonly type: Type;
  readonly volatile: boolean;
}

export interface AtomicSet {
  /** `*` for the set of all variables when none is declared. */
  readonly name: string;
  readonly variables: readonly VariableId[];
}

export interface Process {
  readonly name: string;
  /** Number of instances, or any number. */
  readonly instances: number | 'any';
  readonly entry: FunctionId;
  readonly origin: Span;
}

export interface FunctionGraph {
  /** Qualified by its process when it is declared in one: `P.get`; a global function is `get`. */
  readonly name: string;
  /** As written, for thread names and messages. */
  readonly shortName: string;
  readonly parameters: readonly LocalId[];
  readonly locals: readonly LocalDeclaration[];
  readonly returnType?: Type;
  readonly nodeCount: number;
  readonly entry: NodeId;
  /** The only node without successors that ends the call; `return` edges lead to it. */
  readonly exit: NodeId;
  readonly edges: readonly Edge[];
  readonly origin: Span;
}

export interface LocalDeclaration {
  /** Temporaries of the lowering are named `%n`. */
  readonly name: string;
  readonly type: Type;
}

export interface Edge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly action: Action;
  readonly origin: Span;
  /** For choices in the source: `then`, `else`, `enter`, `leave`, `branch 2`. */
  readonly branch?: string;
}

export type Type =
  | { readonly kind: 'int'; readonly low?: number; readonly high?: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'lock' }
  /** A thread or a deferred promise, and the type of its result if it has one. */
  | { readonly kind: 'thread'; readonly result?: Type }
  | { readonly kind: 'class'; readonly class: ClassId }
  | { readonly kind: 'array'; readonly element: Type };

export type Action =
  | { readonly kind: 'skip' }
  | { readonly kind: 'read'; readonly location: Location; readonly into?: LocalId }
  | { readonly kind: 'write'; readonly location: Location; readonly value?: Expression }
  /**
   * Reads and writes in one step: the value is put into a local and, if the condition holds then, another one written.
   * Without a value, an access that leaves the value as it is.
   */
  | {
      readonly kind: 'update';
      readonly location: Location;
      readonly into?: LocalId;
      readonly condition?: Expression;
      readonly value?: Expression;
    }
  | { readonly kind: 'assign'; readonly local: LocalId; readonly value: Expression }
  | { readonly kind: 'choose'; readonly local: LocalId; readonly low: Expression; readonly high: Expression }
  | { readonly kind: 'allocate'; readonly local: LocalId; readonly class: ClassId }
  | { readonly kind: 'allocate-array'; readonly local: LocalId; readonly element: Type; readonly length: Expression }
  /** Passable iff the condition is true: a branch, or a statement that prunes executions. */
  | { readonly kind: 'assume'; readonly condition: Expression }
  | { readonly kind: 'assert'; readonly condition: Expression }
  /**
   * Shared: others may hold the lock at the same time, in shared mode as well. To take it exclusively, whoever holds it in
   * shared mode waits like all others. An attempt is no reason to wait: `unavailable` is the other way.
   */
  | { readonly kind: 'acquire'; readonly lock: Expression; readonly shared?: true; readonly attempt?: true }
  | { readonly kind: 'release'; readonly lock: Expression; readonly shared?: true }
  /** Passable iff the lock cannot be acquired now. */
  | { readonly kind: 'unavailable'; readonly lock: Expression; readonly shared?: true }
  /** A name tells units of one process apart. */
  | { readonly kind: 'begin-unit'; readonly name?: string }
  | { readonly kind: 'end-unit' }
  | {
      readonly kind: 'call';
      readonly function: FunctionId;
      readonly arguments: readonly Expression[];
      readonly result?: LocalId;
    }
  | { readonly kind: 'return'; readonly value?: Expression }
  | {
      readonly kind: 'spawn';
      readonly function: FunctionId;
      readonly arguments: readonly Expression[];
      readonly handle?: LocalId;
      /** The callee runs at once, until its first switch point; then the caller goes on. */
      readonly eager?: true;
    }
  /** Without a thread: all own children spawned so far. `into` gets the result; of a thread that failed, an initial value. */
  | { readonly kind: 'join'; readonly thread?: Expression; readonly into?: LocalId }
  /** Waits for one of them; `into` gets the handle of the first that settled (preemptive: of one that has). */
  | { readonly kind: 'join-any'; readonly threads: readonly Expression[]; readonly into?: LocalId }
  /** Ends the thread, with all its calls, as failed. */
  | { readonly kind: 'fail'; readonly reason?: Expression }
  /** A promise that `settle` settles: a handle like that of a thread, without a thread. */
  | { readonly kind: 'deferred'; readonly local: LocalId }
  /** The first settlement counts; later ones do nothing. */
  | { readonly kind: 'settle'; readonly promise: Expression; readonly value?: Expression; readonly failed: boolean }
  /** Whether a settled thread failed, and the reason it gave (0 if it did not fail). */
  | { readonly kind: 'inspect'; readonly thread: Expression; readonly of: 'failed' | 'reason'; readonly into: LocalId }
  | { readonly kind: 'label'; readonly name: string }
  /** Event loop: a plain one is resumed by a microtask, an external one by an external completion at any later time. */
  | { readonly kind: 'yield'; readonly external?: true }
  /** A timed one may end without a notification, as soon as the lock is free. */
  | { readonly kind: 'wait'; readonly lock: Expression; readonly timed?: true }
  | { readonly kind: 'notify'; readonly lock: Expression; readonly all: boolean };

/** A shared memory location. */
export type Location =
  | { readonly kind: 'variable'; readonly variable: VariableId }
  | { readonly kind: 'field'; readonly object: Expression; readonly class: ClassId; readonly field: number }
  | { readonly kind: 'element'; readonly array: Expression; readonly index: Expression };

export type BinaryOperator = '&&' | '||' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

/** Pure over locals. Booleans are 0 and 1, null is 0, references and thread handles are positive. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'local'; readonly local: LocalId }
  /** A reference to a declared lock. */
  | { readonly kind: 'lock'; readonly lock: LockId }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

/** What keeps a thread waiting until others have done something; an attempt does not. */
export function isAwaiting(action: Action): action is Extract<Action, { kind: 'join' | 'join-any' | 'acquire' }> {
  return action.kind === 'join' || action.kind === 'join-any' || (action.kind === 'acquire' && !action.attempt);
}

/** The declared lock that an expression names, if it does so directly. */
export function declaredLock(expression: Expression): LockId | undefined {
  return expression.kind === 'lock' ? expression.lock : undefined;
}

/** Edges leaving each node, in the order of `edges`: this order numbers the choices in witnesses. */
export const outgoingEdges = derived((graph: FunctionGraph) => edgesBySource(graph));
