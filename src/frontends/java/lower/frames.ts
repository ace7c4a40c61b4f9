// What surrounds the code that is being lowered: the given program, the calls that are open, the scopes that a jump has to
// leave, and the code that is handed to other threads on the way.

import type { ClassInfo, MethodInfo } from '../symbols/class-info.js';
import type { FieldTable } from '../symbols/field-facts.js';
import type { JavaProject } from '../symbols/java-project.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { Target } from './meeting-paths.js';
import type { ObjectTable } from './object-table.js';
import type { Callable, SharedObject, Sources, Value } from './shared-object.js';
import type { ExceptionType, Thrown } from './statements/thrown-types.js';
import type { StoredValues } from './stored-values.js';

export interface Surroundings {
  readonly project: JavaProject;
  readonly fields: FieldTable;
  readonly objects: ObjectTable;
  readonly stored: StoredValues;
}

export interface Frame {
  readonly cls: ClassInfo;
  readonly method: MethodInfo | undefined;
  readonly title: string;
  readonly self: Value | undefined;
  readonly returns: Target;
  readonly results: Value[];
  /** How many scopes enclose the call. */
  readonly depth: number;
  readonly building: boolean;
  /** `this` of the object around, for inner and anonymous classes. */
  readonly enclosing: Value | undefined;
  readonly body: SyntaxNode;
  readonly caller: Map<string, Value>;
  /** What had decided that we get to the call. */
  readonly entry: Sources;
  /** The call is a condition: where it goes on with each result. */
  readonly sides?: Sides | undefined;
}

export interface Sides {
  readonly yes: Target;
  readonly no: Target;
}

export type Scope =
  | {
      readonly kind: 'lock';
      readonly object: SharedObject | undefined;
      readonly node: SyntaxNode;
      readonly taken: boolean;
    }
  /** The internal lock of a library object, held while it runs code that was handed to it. */
  | { readonly kind: 'inner'; readonly object: SharedObject }
  | { readonly kind: 'finally'; readonly block: SyntaxNode; readonly landings: Landing[]; readonly control: Sources }
  /** Of `try (…)`: closed on every way out. */
  | {
      readonly kind: 'resource';
      readonly value: Value;
      readonly node: SyntaxNode;
      readonly landings: Landing[];
      readonly control: Sources;
    }
  | { readonly kind: 'catch'; readonly clauses: readonly Handler[] }
  | {
      readonly kind: 'jump';
      readonly label: string;
      readonly breaks: Target;
      readonly continues?: Target;
      /** A block is left by its label only, a switch by `yield` too. */
      readonly is: 'loop' | 'switch' | 'block';
      /** What `yield` gave. */
      readonly results?: Value[];
    }
  | { readonly kind: 'call' };

/** One clause of a `try`. */
export interface Handler {
  readonly caught: readonly ExceptionType[];
  readonly clause: SyntaxNode;
  readonly target: Target;
  readonly thrown: Thrown[];
  /** The tests that decided that something is thrown. */
  decided: Sources;
}

/** Where exceptions of a kind, thrown with the same locks, meet before a `finally` or the end of a resource. */
export interface Landing {
  readonly key: string;
  readonly target: Target;
  readonly thrown: Thrown;
  readonly isImplied: boolean;
}

export interface Task {
  readonly callable: Callable;
  readonly node: SyntaxNode;
  readonly title: string;
  /** Spawned once per object: by a constructor, not in a loop. */
  readonly once: boolean;
  /** One thread runs all such tasks. */
  readonly confinedTo: SharedObject | undefined;
  /** A fixed number of threads does. */
  readonly pool: SharedObject | undefined;
  /** The unit that hands it over, and how many loops are around that place. */
  readonly by: string;
  readonly loops: number;
  /** Started again and again by a timer. */
  readonly isPeriodic: boolean;
  /** The collection's element that holds it until somebody calls it. */
  readonly keptIn: string | undefined;
}
