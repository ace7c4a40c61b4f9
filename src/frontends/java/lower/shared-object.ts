// What an expression can refer to: the isolated object of the class under test (`X`), objects that its fields and
// collections hold (named by their path from X), static fields, class objects; and objects of which nothing is known but
// their type, whose accesses are not followed and whose monitors protect nothing we look at.

import type { LibraryObject } from '../summaries/library.js';
import type { ClassInfo, FieldInfo } from '../symbols/class-info.js';
import type { JavaType } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { Found, Loaded } from './found-objects.js';
import type { Thrown } from './statements/thrown-types.js';

export interface SharedObject {
  readonly id: string;
  /** For readers: `items`, `inventory`, `this`. */
  readonly name: string;
  readonly type: JavaType;
  readonly cls: ClassInfo | undefined;
  readonly library: LibraryObject | undefined;
  /** Followed: its accesses count and its monitor is a lock. */
  readonly exact: boolean;
  /** Handed in from outside and analysed with its own class: its locks count here, its fields there. */
  readonly foreign: boolean;
  /** Which locks are alike for the order of acquisition: `Account` for every account's monitor. */
  readonly orderKey: string;
  readonly depth: number;
  /** The field that holds it, if one does. */
  readonly field: FieldInfo | undefined;
  /** A local that tasks share: its declaration, and how many loops are around it. */
  readonly local?: { readonly node: SyntaxNode; readonly loops: number };
  /** For an element: the index or key it was reached by, as text. */
  readonly key?: string;
}

/** A memory location: a field, or the content of a library object or array. */
export interface SharedLocation {
  readonly id: string;
  /** `count`, `items`, `Hits.total`. */
  readonly name: string;
  readonly object: SharedObject;
  readonly field: FieldInfo | undefined;
  readonly type: JavaType;
  readonly isContent: boolean;
  readonly isStatic: boolean;
  /** Volatile, or inside of an object that is safe by itself: no data race. */
  readonly isSafe: boolean;
}

/** Ids of reads that a value comes from; negative ids stand for values around a loop. */
export type Sources = ReadonlySet<number>;

export const noSources: Sources = new Set();

export function union(...sets: readonly Sources[]): Sources {
  const filled = sets.filter((set) => set.size > 0);
  if (filled.length === 0) return noSources;
  if (filled.length === 1) return filled[0]!;
  const all = new Set<number>();
  for (const set of filled) for (const id of set) all.add(id);
  return all;
}

export interface Value {
  readonly type: JavaType;
  readonly sources: Sources;
  readonly object?: SharedObject;
  readonly callable?: Callable;
  /** One of these, by an order that all threads agree on. */
  readonly choices?: readonly SharedObject[];
  /** Made here and not yet seen by others. */
  readonly fresh?: true;
  /** An object of a local or anonymous class: the locals that it sees. */
  readonly captured?: ReadonlyMap<string, Value>;
  /** Which creation of this unit made it: all names of one object have the same. */
  readonly made?: number;
  /** The place that threads share where it was found. */
  readonly found?: Found;
  /** Made of what code that is not given, behind a field, has answered. */
  readonly loaded?: Loaded;
  /** The ThreadLocal that keeps it for this thread. */
  readonly confined?: string;
  /** Objects that it was made around, and holds as they are (hand-overs.ts). */
  readonly wraps?: ReadonlySet<string>;
  /** A future, by the code it is the result of. */
  readonly task?: SyntaxNode;
  /** `map.keySet()`: the same content, but an object with a monitor of its own. */
  readonly isView?: true;
  /** An iterator or stream over the values of a map. */
  readonly isOverValues?: true;
  /** The object, or one that was made for this: its content may be shared, its monitor keeps nobody out. */
  readonly isPerhaps?: true;
  /** An entry of a map. */
  readonly entry?: { readonly map: SharedObject; readonly value: SharedObject | undefined };
  /** A stream whose functions run in several threads at once. */
  readonly isParallel?: true;
  /** The object that a value which never changes belongs to: `a` for `a.id`, so that comparing orders the two. */
  readonly about?: string;
  /** `true`, `false`, `null` or a number, where known. */
  readonly constant?: string;
  /** What a handler was given: one of these. */
  readonly thrown?: readonly Thrown[];
  /** The expression as text, locals replaced by what they stand for: equal texts mean equal keys. */
  readonly text?: string;
  /** The result of trying to exchange the shared side of a lock for the exclusive one: zero if that failed. */
  readonly converts?: SharedObject;
  /** A view of a lock: its shared or exclusive side, or a condition of it. */
  readonly lock?: { readonly object: SharedObject; readonly mode: LockMode };
}

export function callText(receiver: Value, name: string, values: readonly Value[]): string {
  return `${receiver.text ?? ''}.${name}(${values.map(({ text }) => text ?? '?').join()})`;
}

export type LockMode = 'exclusive' | 'shared';

/** A lambda, method reference or anonymous object: code with the surroundings it was written in. */
export interface Callable {
  readonly node: SyntaxNode;
  readonly cls: ClassInfo;
  readonly self: Value | undefined;
  /** `this` of the object around `self`. */
  readonly enclosing: Value | undefined;
  readonly locals: ReadonlyMap<string, Value>;
  /** An anonymous class; its methods are called by name. */
  readonly anonymous?: ClassInfo;
  /** For `receiver::method`. */
  readonly receiver?: Value;
  /** Or one of these, or code that is not given. */
  readonly or?: readonly Callable[];
  /** `first.andThen(second)` */
  readonly next?: readonly Callable[];
  /** The field that keeps it. */
  readonly keptIn?: string;
}
