// Places where paths meet, and what is known there: values that both sides agree on, locks that both hold. Paths that hold
// another lock each (a read lock here, the write lock it was exchanged for there) can be kept apart until they agree.

import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { HandOver } from './hand-overs.js';
import { type Callable, type SharedObject, type Sources, union, type Value } from './shared-object.js';
import type { HeldLock } from './unit-graph.js';

export interface State {
  readonly locals: Map<string, Value>;
  readonly held: readonly HeldLock[];
  readonly control: Sources;
  readonly running: ReadonlySet<SyntaxNode>;
  readonly over: ReadonlySet<SyntaxNode>;
  /** Signals waited for and signals given on every path, and locks taken on some. */
  readonly heard: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  /** What some path has handed to other threads. */
  readonly passedOn: ReadonlySet<HandOver>;
}

/** A place that jumps lead to. */
export interface Target {
  readonly node: number;
  readonly states: State[];
  readonly control: Sources;
  /** One side of a condition: whatever decided on one of the ways here has decided. */
  readonly isSide?: true;
  /** Where paths that hold other locks go on, if those are kept apart: this target comes first. */
  readonly apart?: Target[];
}

/** Of one place, that differ in what they hold. */
const mostApart = 4;

/**
 * The part of the target that is reached with these locks. Only for one lock instead of another: who holds more than
 * the others has tested something that the rest of the code tests again.
 */
export function sideOf(target: Target, held: readonly HeldLock[], fresh: () => Target): Target {
  const { apart } = target;
  if (!apart || target.states.length === 0) return target;
  const known = apart.find(({ states }) => holdSame(states[0]!.held, held));
  if (known) return known;
  if (held.length !== target.states[0]!.held.length || apart.length === mostApart) return target;
  const side = fresh();
  apart.push(side);
  return side;
}

function holdSame(a: readonly HeldLock[], b: readonly HeldLock[]): boolean {
  const isIn = (lock: HeldLock, locks: readonly HeldLock[]) =>
    locks.some(({ object, mode, scope }) => object.id === lock.object.id && mode === lock.mode && scope === lock.scope);
  return a.length === b.length && a.every((lock) => isIn(lock, b)) && b.every((lock) => isIn(lock, a));
}

/** The same locks in the same modes, whenever they were taken. */
export function holdAlike(a: readonly HeldLock[], b: readonly HeldLock[]): boolean {
  return a.length === b.length && commonLocks(a, b).length === a.length && commonLocks(b, a).length === b.length;
}

/** What all paths have; one and the same set where they agree. */
export function inAll<T>([first, ...rest]: readonly ReadonlySet<T>[]): ReadonlySet<T> {
  const isCommon = (one: T) => rest.every((other) => other === first || other.has(one));
  const kept = [...first!].filter(isCommon);
  return kept.length === first!.size ? first! : new Set(kept);
}

/** What some path has. */
export function inSome<T>([first, ...rest]: readonly ReadonlySet<T>[]): ReadonlySet<T> {
  const added = rest.flatMap((other) => (other === first ? [] : [...other].filter((one) => !first!.has(one))));
  return added.length === 0 ? first! : new Set([...first!, ...added]);
}

export function mergeLocals(a: Map<string, Value>, b: ReadonlyMap<string, Value>): Map<string, Value> {
  const merged = new Map<string, Value>();
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other) merged.set(name, mergeValues(value, other));
  }
  return merged;
}

export function mergeValues(a: Value, b: Value): Value {
  if (a === b) return a;
  const same = a.object?.id === b.object?.id ? a.object : isNull(b) ? a.object : isNull(a) ? b.object : undefined;
  const either = same ? undefined : (orNew(a, b) ?? orNew(b, a));
  const object = same ?? either;
  const choices = object ? undefined : choicesOf(a, b);
  const callable = eitherCode(a, b);
  const lock = a.lock?.object.id === b.lock?.object.id && a.lock?.mode === b.lock?.mode ? a.lock : undefined;
  return {
    type: isNull(a) ? b.type : a.type,
    sources: union(a.sources, b.sources),
    ...(object ? { object } : {}),
    ...(choices ? { choices } : {}),
    ...(callable ? { callable } : {}),
    ...(lock ? { lock } : {}),
    ...((a.isView && b.isView) || (either && (a.isView || b.isView)) ? { isView: true as const } : {}),
    ...(either || a.isPerhaps || b.isPerhaps ? { isPerhaps: true as const } : {}),
    ...(a.entry && a.entry.map.id === b.entry?.map.id ? { entry: a.entry } : {}),
    ...(a.fresh && b.fresh ? { fresh: true as const } : {}),
    ...(a.made !== undefined && a.made === b.made ? { made: a.made } : {}),
    ...(a.about !== undefined && a.about === b.about ? { about: a.about } : {}),
    ...(a.loaded && a.loaded === b.loaded ? { loaded: a.loaded } : {}),
    ...((a.found ?? b.found) ? { found: a.found ?? b.found! } : {}),
    ...(a.confined !== undefined && a.confined === b.confined ? { confined: a.confined } : {}),
    ...(a.constant !== undefined && a.constant === b.constant ? { constant: a.constant } : {}),
    ...(a.text !== undefined && a.text === b.text ? { text: a.text } : {}),
  };
}

const mostCodes = 6;

/** One code or the other; beside something unknown it may be that one. */
function eitherCode(a: Value, b: Value): Callable | undefined {
  if (!a.callable || !b.callable) {
    const only = a.callable ?? b.callable;
    return !only || isNull(a) || isNull(b) ? only : { ...only, or: only.or ?? [] };
  }
  if (a.callable.node === b.callable.node) return a.callable;
  const all = [a.callable, b.callable].flatMap((code) => [code, ...(code.or ?? [])]);
  const [first, ...others] = all.filter(({ node }, i) => all.findIndex((other) => other.node === node) === i);
  return others.length < mostCodes ? { ...first!, or: others } : undefined;
}

/** `found != null ? found : List.of()`: the collection that others know, or one that nobody does. */
function orNew({ object }: Value, { fresh, object: other }: Value): SharedObject | undefined {
  return object?.library && !object.cls && fresh && !other ? object : undefined;
}

function choicesOf(a: Value, b: Value): readonly SharedObject[] | undefined {
  const all = [a, b].flatMap((value) => value.choices ?? (value.object ? [value.object] : []));
  const distinct = all.filter((object, i) => all.findIndex(({ id }) => id === object.id) === i);
  return distinct.length > 1 && distinct.length < 4 ? distinct : undefined;
}

function isNull({ constant }: Value): boolean {
  return constant === 'null';
}

function commonLocks(a: readonly HeldLock[], b: readonly HeldLock[]): readonly HeldLock[] {
  return a.filter((lock) => b.some((other) => other.object.id === lock.object.id && other.mode === lock.mode));
}

/** What all paths hold. A lock that was let go of on one way only is held since another time. */
export function heldByAll([first, ...rest]: readonly State[], newScope: () => number): readonly HeldLock[] {
  const common = rest.reduce((held, state) => commonLocks(held, state.held), first!.held);
  const scopes = new Map<number, number>();
  return common.map((lock) => {
    const isOne = rest.every(({ held }) =>
      held.some(({ object, scope }) => object.id === lock.object.id && scope === lock.scope),
    );
    if (isOne) return lock;
    const scope = scopes.get(lock.scope) ?? newScope();
    scopes.set(lock.scope, scope);
    return { ...lock, scope };
  });
}
