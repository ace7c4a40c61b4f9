// Values of a running script. Each carries the reads it depends on, as a set of bits: what makes a write stale is asked of
// these, not of the text. Unknown values stand for what comes from outside, and are equal when their terms are.

import type { Call, ClassNode, FunctionNode, TypeHint } from '../syntax.js';
import type { Frame, Scope, Unit } from './frame.js';
import type { Machine } from './machine.js';
import type { Query } from './outside/query.js';

/** Bit i: the i-th read of the run. */
export type Dependences = bigint;

export const none: Dependences = 0n;

export type Primitive = string | number | bigint | boolean | null | undefined;
export type Raw = Primitive | Thing | Unknown;

export interface Value {
  readonly raw: Raw;
  readonly deps: Dependences;
}

export const undefinedValue: Value = { raw: undefined, deps: none };

export function plain(raw: Raw): Value {
  return { raw, deps: none };
}

export function withDeps(value: Value, deps: Dependences): Value {
  return deps === none || (value.deps | deps) === value.deps ? value : { raw: value.raw, deps: value.deps | deps };
}

export interface UnknownTraits {
  readonly type?: TypeHint | undefined;
  /** Objects made of unknown values are the same iff this is the same. */
  readonly identity?: string;
  /** A dependency, an import, a global: calls of its methods are calls of the outside world. */
  readonly external?: boolean;
  /** Fresh for each unit (a request): its methods touch nothing that is shared. */
  readonly own?: boolean;
  /** The text form of this value. */
  readonly json?: Value;
  readonly promise?: Thing;
  /** May be a promise: it was answered by the outside, and nobody has waited for it. */
  readonly later?: boolean;
  /** What it was made from: `new GetCommand({ … })` says what is asked for. */
  readonly made?: { readonly name: string; readonly values: readonly Value[] };
  /** A chain of calls that was not asked yet. */
  readonly query?: Query;
}

export class Unknown {
  constructor(
    readonly term: string,
    readonly traits: UnknownTraits = {},
  ) {}

  get identity(): string {
    return this.traits.identity ?? this.term;
  }
}

export type ThingKind = 'object' | 'array' | 'map' | 'set' | 'function' | 'promise' | 'error' | 'generator';

export type Native = (machine: Machine, frame: Frame, self: Value, values: readonly Value[], site: CallSite) => Value;

export interface CallSite {
  readonly span: { readonly start: number; readonly end: number };
  readonly use: Call['use'];
  /** How the callee is written, for reports. */
  readonly text: string;
  readonly dropped?: true;
}

export interface Entry {
  readonly key: Value;
  value: Value;
}

export interface Accessor {
  readonly get?: Thing;
  readonly set?: Thing;
}

export interface PromiseState {
  status: 'pending' | 'fulfilled' | 'rejected';
  value: Value;
  /** Conditions that its maker passed on the way, on which it could have failed. */
  guard: Dependences;
  reactions: ((state: PromiseState) => void)[];
  handled: boolean;
  /** Who computes it. */
  unit?: Unit;
  /** What has to settle first, where that is known. */
  waitsFor: readonly Thing[];
}

/** Anything with an identity. */
export class Thing {
  readonly properties = new Map<string, Value>();
  accessors: Map<string, Accessor> | undefined;
  prototype: Thing | undefined;
  items: Value[] = [];
  entries: Map<string, Entry> | undefined;
  closure:
    | { readonly node: FunctionNode; readonly scope: Scope; readonly self?: Value; readonly home?: Thing }
    | undefined;
  native: Native | undefined;
  classOf: { readonly node: ClassNode; readonly scope: Scope; readonly base?: Value; readonly home: Thing } | undefined;
  promise: PromiseState | undefined;
  /** Properties that are not there are unknown parts of this. */
  lazy: Unknown | undefined;
  /** An object used as a table: its keys are computed, and what it holds is one location more. */
  isTable = false;
  /** What native code keeps in it. */
  slot: unknown;

  constructor(
    readonly id: number,
    readonly kind: ThingKind,
    /** Class or constructor, for reports. */
    readonly name: string,
  ) {}
}

export function isThing(raw: Raw): raw is Thing {
  return raw instanceof Thing;
}

export function isCallable(raw: Raw): raw is Thing {
  return raw instanceof Thing && raw.kind === 'function';
}

export function isPromise(raw: Raw): raw is Thing & { promise: PromiseState } {
  return raw instanceof Thing && raw.promise !== undefined;
}

/** A short text that is equal for values that cannot be told apart: map keys, terms of calls. */
export function termOf(raw: Raw, depth = 0): string {
  if (raw instanceof Unknown) return raw.term;
  if (!(raw instanceof Thing)) return typeof raw === 'string' ? JSON.stringify(raw) : String(raw);
  if (raw.lazy && raw.properties.size === 0) return raw.lazy.term;
  if (depth > 3) return raw.name;
  if (raw.kind === 'array') return `[${raw.items.map((item) => termOf(item.raw, depth + 1)).join()}]`;
  if (raw.kind !== 'object') return `${raw.name}@${raw.id}`;
  const parts = [...raw.properties].map(([name, value]) => `${name}:${termOf(value.raw, depth + 1)}`);
  return `${raw.lazy ? `${raw.lazy.term} with ` : ''}{${parts.join()}}`;
}

/** Keys of maps: things by identity, everything else by its term. */
export function keyOf(raw: Raw): string {
  return raw instanceof Thing ? `@${raw.id}` : termOf(raw);
}
