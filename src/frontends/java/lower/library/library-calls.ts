// Calls on library objects, by their summary. A call of a thread-safe object is one step: under its own monitor, or
// under an internal lock that nobody else can hold. Iteration that notices changes looks at the content again and again.

import { factoryType, isMapType, libraryObject, methodEffect } from '../../summaries/library.js';
import type { MethodEffect } from '../../summaries/library-type.js';
import { elementType, plainType, simpleName, unknownType } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { access, elementOf } from '../accesses.js';
import { evaluate } from '../expressions.js';
import { fillFound } from '../found-objects.js';
import { change, handInto, wrappedBy } from '../hand-overs.js';
import { invoke, spawn } from '../inlining.js';
import { acquire, recordOrders, release } from '../locks/locking.js';
import { turnCondition } from '../locks/turn-flags.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { publish } from '../ownership.js';
import {
  type Callable,
  callText,
  noSources,
  type SharedObject,
  type Sources,
  union,
  type Value,
} from '../shared-object.js';
import { mayThrow } from '../statements/throws.js';
import type { HeldLock } from '../unit-graph.js';
import { handleCondition } from './handle-calls.js';
import { contentRead, iterate, iteratorCall, iterators } from './iterations.js';
import { fixedElement, resultOf, viewType } from './library-results.js';

export function libraryCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
  unused: boolean,
): Value | undefined {
  if (iterators.has(simpleName(receiver.type.name))) return iteratorCall(low, receiver, name, values, node);
  const given = receiver.object?.cls ?? low.world.project.resolve(receiver.type, low.frame.cls);
  // A method of its own is followed; one that it has from the library does what it does there.
  if (given && (!receiver.object?.library || low.world.project.methodOf(given, name, values.length))) return undefined;
  const typeName = given
    ? receiver.object!.library!.name
    : simpleName(receiver.object?.type.name ?? receiver.type.name);
  const effect = methodEffect(typeName, name);
  if (!effect) return undefined;
  const library = receiver.object?.library ?? libraryObject(typeName);
  if (!receiver.object || !library)
    return { text: callText(receiver, name, values), ...privateCall(low, receiver, effect, values, node) };
  if (library.policy === 'immutable' || library.policy === 'private') {
    // Code that goes through it runs here, with the locks of this call.
    if (effect.lambda !== undefined) iterate(low, receiver, values, node);
    return fixedElement(low, receiver, receiver.object, effect, name, values);
  }
  if (effect.isGuess) low.guesses.add(`${typeName}.${name}`);
  low.assumptions.add('A3');
  if (effect.view && !effect.writes) return { ...receiver, type: viewType(receiver, name), isView: true };
  if (isOtherKey(low, receiver.object, values))
    return resultOf(low, { receiver, effect, name, values, node, unused }, noSources);
  if (effect.blocks) blockingCall(low, receiver.object, name, node);
  const sources = inOneStep(low, receiver.object, library.policy, isCompound(effect, unused), effect.writes, node, () =>
    perform(low, receiver, receiver.object!, effect, values, node, unused),
  );
  if (effect.lambda === 'after') iterateWhole(low, receiver, values, node);
  return resultOf(low, { receiver, effect, name, values, node, unused }, sources);
}

/** `forEach`: an object that synchronizes itself holds its monitor all the while. */
function iterateWhole(low: Lowering, receiver: Value, values: readonly Value[], node: SyntaxNode): void {
  const { object } = receiver;
  if (object?.library?.policy !== 'self') return iterate(low, receiver, values, node);
  underItsMonitor(low, object, node, () => iterate(low, receiver, values, node));
}

/** In a class with a lock per key: a concurrent map under a key that this unit does not speak of. */
function isOtherKey(low: Lowering, object: SharedObject, values: readonly Value[]): boolean {
  const isKeyed = low.world.objects.isStriped && isMapType(object.type.name) && object.library?.policy === 'atomic';
  return isKeyed && values[0]?.text !== undefined && low.isChosen(values[0].text) === false;
}

function isCompound(effect: MethodEffect, unused: boolean): boolean {
  if (effect.commutes) return !unused;
  return effect.tests || (effect.writes && effect.readsForResult && !unused) || effect.lambda === 'inside';
}

/** The accesses of one call; returns the reads. */
function perform(
  low: Lowering,
  receiver: Value,
  object: SharedObject,
  effect: MethodEffect,
  values: readonly Value[],
  node: SyntaxNode,
  unused: boolean,
): Sources {
  const location = low.world.objects.contentLocation(object);
  if (!location) return noSources;
  const atomic = location.isSafe;
  // What a function makes of the old value does not come from the key.
  const isComputed = effect.lambda === 'inside' && isMapType(object.type.name);
  const data = union(...values.slice(isComputed ? 1 : 0).map((value) => value.sources));
  const compound = isCompound(effect, unused);
  const options = {
    data,
    atomic,
    tests: effect.tests && compound && atomic,
    commutes: effect.commutes && unused,
    counts: effect.commutes,
    validates: validates(node, values),
    ...exchangeOf(object, values),
  };
  const bin =
    isComputed && object.library?.policy === 'atomic' && !object.foreign ? enterBin(low, object, node) : undefined;
  let read: Sources = noSources;
  if (effect.reads || compound) read = new Set([access(low, 'read', location, node, { ...options, data: noSources })]);
  if (effect.lambda === 'inside')
    runInside(low, object, values, insideArguments(low, receiver, object, values, read, node), node);
  const stored = values.at(-1);
  if (effect.writes && values.length > 0) fillFound(low, receiver, node);
  if (effect.writes && effect.lambda === undefined && stored?.callable) keepCode(low, object, stored.callable, node);
  if (effect.writes)
    access(low, 'write', location, node, {
      ...options,
      data: compound ? union(data, read) : data,
      fresh: stored?.fresh ?? false,
      isComputed: isComputedFrom(values[0], stored),
      loaded: stored?.loaded,
      constant: stored?.constant,
    });
  if (mayTakeOut(node, values))
    low.swaps.push({ how: 'removed', place: location, node, method: low.frame.title, held: low.held });
  if (bin) low.held = low.held.filter((held) => held !== bin);
  if (effect.writes && stored && atomic) {
    handInto(low, receiver, stored, node);
    giveAway(low, object, stored);
  } else if (effect.writes) {
    change(low, receiver, node);
    if (stored && isMapType(object.type.name)) showInMap(low, object, values[0]?.text, stored);
  }
  return read;
}

/** A new object that was put into a plain map is, under all its names, what others find under that key. */
function showInMap(low: Lowering, map: SharedObject, key: string | undefined, stored: Value): void {
  const element = stored.fresh && stored.made !== undefined ? elementOf(low, map, key) : undefined;
  if (element?.exact && element.cls) publish(low, stored, element);
}

/** What a compare-and-set expects to find and what it puts there; after a key or index, or each with a stamp. */
function exchangeOf({ type }: SharedObject, values: readonly Value[]): { expected: Sources; stored: Sources } {
  const [first, second, third] = values.map(({ sources }) => sources);
  if (type.name === 'AtomicStampedReference')
    return { expected: union(first ?? noSources, third ?? noSources), stored: second ?? noSources };
  const expected = values.length > 2 || (values.length > 1 && isMapType(type.name)) ? second : first;
  return { expected: expected ?? noSources, stored: values.at(-1)?.sources ?? noSources };
}

/** `computeIfPresent(key, (k, found) -> … ? null : found)`: the entry goes, with what others have put into it meanwhile. */
function mayTakeOut(node: SyntaxNode, [, made]: readonly Value[]): boolean {
  const isComputed = /^compute(IfPresent)?$/.test(node.field('name')?.text ?? '');
  return isComputed && /[?:]\s*null\b|return\s+null\b/.test(made?.callable?.node.text ?? '');
}

/** `put(key, load(key))` */
function isComputedFrom(key: Value | undefined, stored: Value | undefined): boolean {
  const text = stored?.fresh || stored?.object ? '' : (stored?.text ?? '');
  return key?.text !== undefined && text.includes('(') && text.includes(key.text);
}

/** What the function of a step is called with: the old value, for maps after the key. */
function insideArguments(
  low: Lowering,
  receiver: Value,
  object: SharedObject,
  values: readonly Value[],
  read: Sources,
  node: SyntaxNode,
): Value[] {
  const name = node.field('name')?.text ?? '';
  const old: Value = { type: elementType(receiver.type), sources: read };
  if (!isMapType(object.type.name) || !/^(compute|merge)/.test(name)) return [old];
  const [key, added] = values;
  if (!key || !added) return [old];
  if (name === 'computeIfAbsent') return [key];
  const element = elementOf(low, object, key.text);
  const found = element ? { ...old, object: element } : old;
  return name === 'merge' ? [found, added] : [key, found];
}

/** Code that a library object runs in the middle of one of its steps. */
function runInside(
  low: Lowering,
  object: SharedObject,
  values: readonly Value[],
  given: readonly Value[],
  node: SyntaxNode,
): void {
  const isMap = isMapType(object.type.name) && object.library?.policy === 'atomic';
  const first = low.accesses.length;
  for (const value of values) if (value.callable) invoke(low, value.callable, '', given, node);
  const inside = low.accesses.slice(first).filter(({ kind }) => kind === 'write');
  // An atomic value calls the function again when another thread was faster.
  if (/^Atomic/.test(object.type.name))
    low.repeated.push(...inside.filter(({ location }) => location.object.id !== object.id));
  if (isMap)
    for (const { location, node: at, method } of inside)
      if (location.object.id === object.id && location.isContent)
        low.nested.push({ object, outer: node, node: at, method });
}

/** The part of a concurrent map that is locked while its function runs: others wait for it as for a lock. */
function enterBin(low: Lowering, object: SharedObject, node: SyntaxNode): HeldLock | undefined {
  if (low.at === undefined) return undefined;
  const lock = { ...object, id: `${object.id} bin`, name: `an entry of ${object.name}` };
  recordOrders(low, lock, 'exclusive', node, false);
  const bin: HeldLock = {
    ...{ object: lock, mode: 'exclusive', scope: low.newScope(), explicit: false },
    ...{ node, loops: [...low.loops], isPermit: true },
  };
  low.held = [...low.held, bin];
  return bin;
}

/** Code that a constructor puts into a collection runs where it is called; if nobody does, in whatever thread. */
function keepCode(low: Lowering, container: SharedObject, callable: Callable, node: SyntaxNode): void {
  const element = low.world.objects.element(container, low.frame.cls);
  const isBuilding = low.frames.some(({ building }) => building);
  if (element && isBuilding) low.world.stored.keepCode(element.id, callable);
  spawn(low, callable, node, undefined, { keptIn: element && isBuilding ? element.id : undefined });
}

/** What is put where other threads find it is theirs as well from now on. */
function giveAway(low: Lowering, container: SharedObject, value: Value): void {
  const element = low.world.objects.element(container, low.frame.cls);
  if (!element || !(element.cls || element.library?.policy === 'none')) return;
  const { object } = value;
  if (object?.field && object.exact && object.library?.policy === 'none' && low.world.fields.of(object.field).stable)
    low.world.stored.keepHold(element.id, object);
  if (!value.fresh || value.made === undefined) return;
  publish(low, value, element);
  low.givenAway.add(element.id);
}

/** `compareAndSet(old, new)`, `replace(key, old, new)`, `remove(key, old)`. */
function validates(node: SyntaxNode, values: readonly Value[]): boolean {
  const name = node.field('name')?.text ?? '';
  return (
    /^(weakC|c)ompareAnd/.test(name) ||
    (name === 'replace' && values.length === 3) ||
    (name === 'remove' && values.length === 2)
  );
}

/** Holds the object's monitor or internal lock around the accesses, where it takes one step to make them. */
function inOneStep(
  low: Lowering,
  object: SharedObject,
  policy: string,
  compound: boolean,
  writes: boolean,
  node: SyntaxNode,
  body: () => Sources,
): Sources {
  if (policy === 'self') return underItsMonitor(low, object, node, body);
  if (policy !== 'atomic' || (!compound && !writes) || object.foreign) return body();
  low.emit({ kind: 'acquire', object, mode: 'exclusive', inner: true }, node);
  low.scopes.push({ kind: 'inner', object });
  const sources = body();
  low.scopes.pop();
  low.emit({ kind: 'release', object, mode: 'exclusive', inner: true }, node);
  return sources;
}

function underItsMonitor<T>(low: Lowering, object: SharedObject, node: SyntaxNode, body: () => T): T {
  acquire(low, object, 'exclusive', node, { explicit: false, tries: true });
  low.scopes.push({ kind: 'lock', object, node, taken: true });
  const result = body();
  low.scopes.pop();
  release(low, object, 'exclusive', node);
  return result;
}

/** On an object that nobody else sees, or of which nothing is known: only values flow. */
function privateCall(
  low: Lowering,
  receiver: Value,
  effect: MethodEffect,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  for (const value of values) {
    if (value.callable && effect.writes && effect.lambda === undefined) spawn(low, value.callable, node, undefined);
    else if (value.callable)
      invoke(low, value.callable, '', [{ type: elementType(receiver.type), sources: receiver.sources }], node);
    if (value.object?.library && !/^(add|put|offer|push|set)$/.test(node.field('name')?.text ?? ''))
      contentRead(low, value, node, false);
  }
  const sources = union(receiver.sources, ...values.map((value) => value.sources));
  const given = values.at(-1);
  if (effect.writes && libraryObject(simpleName(receiver.type.name))?.policy === 'atomic') {
    if (given) handInto(low, receiver, given, node);
  } else if (effect.writes) change(low, receiver, node);
  const variable = node.field('object');
  if (effect.writes && variable?.type === 'identifier') {
    const local = low.locals.get(variable.text);
    // What is in it in the end depends on what decided, as well.
    const decided = new Set([...low.control].filter((id) => !low.frame.entry.has(id)));
    if (local) low.locals.set(variable.text, { ...local, sources: union(local.sources, sources, decided) });
  }
  if (effect.view) return { ...receiver, sources };
  return { type: effect.element ? elementType(receiver.type) : unknownType, sources };
}

/** `compareAndSet` and its like as a condition: a step on one side, nothing on the other. */
export function libraryCondition(low: Lowering, node: SyntaxNode, yes: Target, no: Target): boolean {
  const object = node.field('object');
  const name = node.field('name')?.text ?? '';
  if (!object || !/^(weakC|c)ompareAnd(Set|Exchange)|^getAndSet$/.test(name)) return false;
  const receiver = evaluate(low, object);
  if (turnCondition(low, node, receiver, yes, no)) return true;
  if (name === 'getAndSet') return false;
  if (handleCondition(low, receiver, node, yes, no)) return true;
  const effect = receiver.object && methodEffect(simpleName(receiver.object.type.name), name);
  if (!receiver.object || !effect || receiver.object.library?.policy !== 'atomic') return false;
  const values = (node.field('arguments')?.children ?? []).map((argument) => evaluate(low, argument));
  const before = low.snapshot();
  const from = low.at;
  low.branch(noSources, node, no, undefined);
  low.restore(before, from);
  inOneStep(low, receiver.object, 'atomic', true, true, node, () =>
    perform(low, receiver, receiver.object!, effect, values, node, false),
  );
  low.jump(yes, node, { kind: 'branch', tests: noSources, side: 'then' });
  return true;
}

function blockingCall(low: Lowering, object: SharedObject, what: string, node: SyntaxNode): void {
  low.blocking.push({ what, object, node, method: low.frame.title, held: low.held });
  mayThrow(low, node);
  if (!low.isLocked) low.emit({ kind: 'boundary' }, node);
}

const writers = /^(sort|shuffle|reverse|fill|swap|rotate)$/;
const copiers = /^(arraycopy)$/;

/** `Collections.sort(list)`, `System.arraycopy`, `String.join`: what code that is not given does to a collection. */
export function staticLibraryCall(
  low: Lowering,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value | undefined {
  const callee = `${node.field('object')?.text.split('.').at(-1) ?? ''}.${name}`;
  const made = factoryType(callee);
  const [only] = values;
  if (only?.object && /^Collections\.unmodifiable/.test(callee)) return { ...only, isView: true };
  const shared = values.filter(
    ({ object }) => object && (object.library ? object.library.policy !== 'immutable' : object.type.dimensions > 0),
  );
  if (made === undefined && shared.length === 0) return undefined;
  let sources = union(...values.map((value) => value.sources));
  const reads = new Map<Value, Sources>();
  for (const [i, value] of values.entries()) {
    if (!shared.includes(value)) continue;
    const location = low.world.objects.contentLocation(value.object!);
    if (!location) continue;
    const writes = (writers.test(name) && i === 0) || (copiers.test(name) && i === 2);
    if (writes) {
      change(low, value, node);
      access(low, 'write', location, node, { data: sources, atomic: location.isSafe });
    } else if (value.object!.exact) {
      const read = contentRead(low, value, node, false).sources;
      reads.set(value, read);
      sources = union(sources, read);
    }
  }
  for (const value of values) if (value.callable) invoke(low, value.callable, '', [], node);
  low.use(sources, 'argument');
  low.meet(values.map((value) => union(value.sources, reads.get(value) ?? noSources)));
  const wraps = wrappedBy(low, callee, values);
  return { type: plainType(made ?? '?'), sources, ...wraps, ...(made === undefined ? {} : { fresh: true as const }) };
}
