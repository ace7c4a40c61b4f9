// Method calls: code that is given is inlined with its receiver and arguments; library objects follow their summary;
// everything else is code we do not see, which may throw but does not call back (assumption A2).

import { type ClassInfo, has, isStatic, type MethodInfo, signature } from '../symbols/class-info.js';
import { readParameter } from '../symbols/collect-classes.js';
import { plainType, simpleName, unknownType } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { classNamed, evaluate, selfFor } from './expressions.js';
import { libraryCall, staticLibraryCall } from './library-calls.js';
import { lockCall } from './lock-calls.js';
import { holding } from './locking.js';
import { deepestCall, type Frame, type Lowering } from './lowering.js';
import { mergeValues } from './meeting-paths.js';
import { type Callable, callText, noSources, type SharedObject, union, type Value } from './shared-object.js';
import { lowerReturn, mayThrow } from './statements/jumps.js';
import { lowerBlock } from './statements/statements.js';
import { awaitTasks, threadCall, threadsOf } from './thread-calls.js';

export function lowerCall(low: Lowering, node: SyntaxNode, unused: boolean): Value {
  const name = node.field('name')?.text ?? '?';
  const object = node.field('object');
  const cls = object && classNamed(low, object);
  if (!object || object.type === 'super') return lowerOwnCall(low, node, name, object?.type === 'super', unused);
  if (cls) return lowerStaticCall(low, node, cls, name);
  const receiver = evaluate(low, object);
  const values = argumentsOf(low, node);
  if (receiver.isParallel) return parallelCall(low, receiver, name, values, node);
  const result = callOn(low, receiver, name, values, node, unused);
  const isStream = name === 'parallelStream' || (name === 'parallel' && /Stream$/.test(result.type.name));
  return isStream ? { ...result, type: { ...result.type, name: 'Stream' }, isParallel: true } : result;
}

/** Functions of a parallel stream run beside each other, and whoever started them waits. */
function parallelCall(low: Lowering, receiver: Value, name: string, values: readonly Value[], node: SyntaxNode): Value {
  const tasks = values.flatMap(({ callable }) => callable ?? []);
  for (const callable of tasks) spawn(low, callable, node, undefined, { repeats: true });
  awaitTasks(
    low,
    tasks.map((task) => task.node),
    node,
  );
  const given = values.map(({ callable: _, ...rest }): Value => rest);
  const result = callOn(low, receiver, name, given, node, false);
  return name === 'sequential' || !/Stream$/.test(result.type.name) ? result : { ...result, isParallel: true };
}

function argumentsOf(low: Lowering, node: SyntaxNode): Value[] {
  return (node.field('arguments')?.children ?? []).map((argument) => evaluate(low, argument));
}

function callOn(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
  unused: boolean,
): Value {
  const special = lockCall(low, receiver, name, values, node) ?? threadCall(low, receiver, name, values, node);
  if (special) return special;
  if (receiver.callable) return invoke(low, receiver.callable, name, values, node);
  const stored = receiver.object ? low.world.stored.call(receiver.object.id) : [];
  if (stored.length > 0) return invokeOneOf(low, stored, name, values, node);
  const known = libraryCall(low, receiver, name, values, node, unused);
  if (known) return known;
  const given = receiver.object?.cls ?? low.world.project.resolve(receiver.type, low.frame.cls);
  const method =
    given &&
    low.world.project.methodOf(
      given,
      name,
      values.length,
      values.map(({ type }) => type),
    );
  if (!given || !method?.body) {
    const result = externalCall(low, receiver, name, values, node);
    return method && result.type.name === '?' ? { ...result, type: method.returnType } : result;
  }
  const self = receiver.object
    ? { ...receiver, object: asImplementation(low, receiver.object, given, method) }
    : receiver.fresh
      ? receiver
      : { ...receiver, object: low.world.objects.opaque(receiver.type, low.frame.cls, receiver.text ?? '?') };
  return inlineMethod(low, method, self, values, node);
}

/** What is known by an interface with one implementation is an object of that. */
function asImplementation(low: Lowering, object: SharedObject, given: ClassInfo, { owner }: MethodInfo): SharedObject {
  const { project, objects } = low.world;
  if (owner === given || project.lineage(given).includes(owner)) return object;
  low.assumptions.add('A13');
  const foreign = object.foreign || (owner !== objects.root && objects.roots.has(owner) && !isOwned(low, object));
  return { ...object, cls: owner, orderKey: owner.qualified, foreign };
}

function isOwned(low: Lowering, { field }: SharedObject): boolean {
  return field !== undefined && low.world.fields.of(field).owned;
}

/** `foo()`: of this class, a superclass, or a class around it. */
function lowerOwnCall(low: Lowering, node: SyntaxNode, name: string, isSuper: boolean, unused: boolean): Value {
  const values = argumentsOf(low, node);
  const { project } = low.world;
  const { self, cls } = low.frame;
  const types = values.map(({ type }) => type);
  const special = self && lockCall(low, self, name, values, node);
  if (special) return special;
  if (name === 'getClass' && values.length === 0)
    return { type: plainType('Class'), sources: noSources, text: 'getClass()' };
  for (let scope: ClassInfo | undefined = cls; scope; scope = scope.outer) {
    const start: ClassInfo | undefined = isSuper ? project.superclassOf(scope) : dynamicClass(low, scope);
    const method = start && project.methodOf(start, name, values.length, types);
    if (!method) continue;
    if (!method.body) return externalCall(low, self ?? unknown, name, values, node);
    const isOwn = project.lineage(scope === cls ? (self?.object?.cls ?? cls) : cls).includes(method.owner);
    return inlineMethod(low, method, isStatic(method) ? undefined : selfFor(low, method.owner, isOwn), values, node);
  }
  const started =
    self &&
    (threadCall(low, self, name, values, node) ??
      (self.object?.library && libraryCall(low, self, name, values, node, unused)));
  return started ?? externalCall(low, self ?? unknown, name, values, node);
}

/** The class of the object rather than that of the text, when they are kin. */
function dynamicClass(low: Lowering, scope: ClassInfo): ClassInfo {
  const actual = low.frame.self?.object?.cls;
  return actual && low.frame.cls === scope && low.world.project.lineage(actual).includes(scope) ? actual : scope;
}

const unknown: Value = { type: unknownType, sources: noSources };

function lowerStaticCall(low: Lowering, node: SyntaxNode, cls: ClassInfo, name: string): Value {
  const values = argumentsOf(low, node);
  const method = low.world.project.methodOf(
    cls,
    name,
    values.length,
    values.map(({ type }) => type),
  );
  return method?.body
    ? inlineMethod(low, method, undefined, values, node)
    : externalCall(low, unknown, name, values, node);
}

/** Names under which code takes a handler to call it later, from whatever thread. */
const keeps =
  /^(submit|execute|schedule\w*|runAsync|supplyAsync|start|register\w*|add\w*(Listener|Handler|Observer|Hook|Callback)|on[A-Z]\w*|subscribe\w*|listen\w*|invokeLater|invokeAll|\w+Async|setHandler)$/;

/** What is handed to these runs when something else is done, on the thread that did it. */
const futures = /^(CompletableFuture|CompletionStage|ListenableFuture|FutureTask|Future|Mono|Flux|Observable|Single)$/;

function externalCall(low: Lowering, receiver: Value, name: string, values: readonly Value[], node: SyntaxNode): Value {
  const known = staticLibraryCall(low, name, values, node);
  if (known) return known;
  for (const value of values) {
    if (!value.callable) continue;
    if (keeps.test(name) || futures.test(simpleName(receiver.type.name))) {
      const { single, pool } = values.map(threadsOf).find((found) => found.single ?? found.pool) ?? {};
      spawn(low, value.callable, node, single, { pool });
    } else invoke(low, value.callable, '', [], node);
  }
  for (const value of values) low.use(value.sources, 'argument');
  if (ends.test(name) && values.length < 2) low.use(receiver.sources, 'end');
  if (!harmless.test(name) && !/Log(ger)?$/.test(receiver.type.name)) mayThrow(low, node);
  const sources = union(receiver.sources, ...values.map((value) => value.sources));
  if (/^compare(To|ToIgnoreCase)?$/.test(name)) compareObjects(low, receiver, values);
  const bound = name === 'min' || name === 'max' ? boundOf(low, name, values) : undefined;
  if (bound) return bound;
  const about = values.length === 0 ? subjectOf(receiver) : values.length === 1 ? subjectOf(values[0]!) : undefined;
  const task = /^(run|supply)Async$/.test(name)
    ? values.find(({ callable }) => callable)?.callable?.node
    : receiver.task;
  if (!prints.test(name)) low.meet([receiver.sources, ...values.map((value) => value.sources)]);
  return {
    type: resultType(name, receiver),
    sources,
    ...(about === undefined ? {} : { about }),
    ...(task ? { task } : {}),
    text: callText(receiver, name, values),
  };
}

function subjectOf({ object, about }: Value): string | undefined {
  return object?.id ?? about;
}

/** `a.compareTo(b)`, `compare(a, b)`. */
function compareObjects(low: Lowering, receiver: Value, values: readonly Value[]): void {
  const [left, right] = values.length === 1 ? [receiver, values[0]!] : values;
  if (left && right) low.order(subjectOf(left), subjectOf(right));
}

/** The smaller and the larger of two indices: together they are the two, in an order. */
function boundOf(low: Lowering, name: string, values: readonly Value[]): Value | undefined {
  const [one, two] = [...values].sort((a, b) => ((a.text ?? '') < (b.text ?? '') ? -1 : 1));
  if (!one || !two || one.text === undefined || two.text === undefined) return undefined;
  low.order(one.text, two.text);
  return { ...(name === 'min' ? one : two), sources: union(one.sources, two.sources) };
}

/** External calls that are not expected to fail; what fails anyway fails for every tool. */
const harmless =
  /^(println|print|printf|nanoTime|currentTimeMillis|equals|hashCode|toString|getName|length|isEmpty|max|min|abs|valueOf|currentThread|interrupt|isInterrupted|add|size|get|put|floorMod|format)$/;

/** What is called so is over afterwards, and somebody has to do it for each object. */
const ends = /^(cancel|close|shutdown(Now)?|interrupt|stop|dispose|destroy|disconnect|unsubscribe|abort)$/;

const prints = /^(print\w*|log|debug|info|warn|trace|append|format|valueOf|concat)$/;

function resultType(name: string, receiver: Value): Value['type'] {
  if (/^(toString|getName|trim|substring|toUpperCase|toLowerCase|join|format)$/.test(name)) return plainType('String');
  if (futures.test(simpleName(receiver.type.name)) && !/^(get|join|getNow)$/.test(name)) return receiver.type;
  if (receiver.text === 'CompletableFuture') return plainType('CompletableFuture');
  return /^(getKey|getValue)$/.test(name)
    ? (receiver.type.args.at(name === 'getKey' ? 0 : -1) ?? unknownType)
    : unknownType;
}

interface SpawnOptions {
  readonly repeats?: boolean;
  readonly keptIn?: string | undefined;
  readonly pool?: SharedObject | undefined;
}

export function spawn(
  low: Lowering,
  callable: Callable,
  node: SyntaxNode,
  confinedTo: SharedObject | undefined,
  { repeats = false, keptIn, pool }: SpawnOptions = {},
): void {
  const isFirst = low.frames.some(({ building, method }) => building || method?.name === 'main');
  const once = isFirst && low.loops.length === 0;
  const by = low.frames[0]!.title;
  const title = `${by.replace(/\(.*/, '')} task`;
  const loops = low.loops.length + (repeats ? 1 : 0);
  low.tasks.push({ callable, node, title, once, confinedTo, pool, by, loops, keptIn });
  low.running = new Set([...low.running, callable.node]);
}

/** Runs a lambda, method reference or anonymous object in place. */
export function invoke(
  low: Lowering,
  callable: Callable,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  if (callable.anonymous) {
    const { methods } = callable.anonymous;
    const method =
      methods.find((candidate) => candidate.name === name) ?? (methods.length === 1 ? methods[0] : undefined);
    if (!method?.body) return externalCall(low, unknown, name, values, node);
    const self: Value = { type: plainType(callable.anonymous.name), sources: noSources, fresh: true };
    return inlineMethod(low, method, self, values, node, callable);
  }
  if (callable.node.type === 'method_reference') return invokeReference(low, callable, values, node);
  return invokeLambda(low, callable, values);
}

/** Code taken out of a collection: any of what was put there. */
function invokeOneOf(
  low: Lowering,
  callables: readonly Callable[],
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  const results = callables.map((callable) => {
    const [body, after] = [low.target(), low.target()];
    low.branch(noSources, node, body, after);
    low.enter(body);
    const result = invoke(low, callable, name, values, node);
    low.jump(after, node);
    low.enter(after);
    return result;
  });
  return results.reduce(mergeValues);
}

/** Who calls it decides how many arguments it gets: where that is not known, the name is enough. */
function handlerOf(low: Lowering, cls: ClassInfo, name: string, count: number): MethodInfo | undefined {
  const { project } = low.world;
  const named = project.lineage(cls).flatMap(({ methods }) => methods.filter((method) => method.name === name));
  return project.methodOf(cls, name, count) ?? named.find(({ body }) => body !== undefined);
}

function invokeReference(low: Lowering, callable: Callable, values: readonly Value[], node: SyntaxNode): Value {
  const name = callable.node.children.at(-1)?.text ?? '?';
  if (callable.receiver) {
    const given = callable.receiver.object?.cls ?? low.world.project.resolve(callable.receiver.type, callable.cls);
    const handler = given && handlerOf(low, given, name, values.length);
    return handler?.body
      ? inlineMethod(low, handler, isStatic(handler) ? undefined : callable.receiver, values, node)
      : callOn(low, callable.receiver, name, values, node, false);
  }
  const cls = callable.node.children[0] && low.world.project.resolveName(callable.node.children[0].text, callable.cls);
  const method = cls?.methods.find((candidate) => candidate.name === name);
  if (!method?.body) {
    const [first, ...rest] = values;
    return first ? callOn(low, first, name, rest, node, false) : externalCall(low, unknown, name, values, node);
  }
  return isStatic(method)
    ? inlineMethod(low, method, undefined, values, node)
    : inlineMethod(low, method, values[0], values.slice(1), node);
}

function invokeLambda(low: Lowering, callable: Callable, values: readonly Value[]): Value {
  const { node } = callable;
  const body = node.field('body');
  if (!body || low.frames.length > deepestCall || low.frames.filter((frame) => frame.body === body).length > 1)
    return unknown;
  const parameters = node.field('parameters');
  const names =
    parameters?.type === 'identifier'
      ? [{ name: parameters.text, type: unknownType }]
      : (parameters?.children ?? []).flatMap(readParameter);
  const locals = new Map(callable.locals);
  for (const [i, { name, type }] of names.entries())
    locals.set(name, bindArgument(low, values[i], type, name, callable.cls));
  return inFrame(
    low,
    {
      cls: callable.cls,
      method: undefined,
      title: low.frame.title,
      self: callable.self,
      enclosing: callable.enclosing,
      body,
      building: false,
    },
    locals,
    () => {
      if (body.type === 'block') lowerBlock(low, body);
      else lowerReturn(low, evaluate(low, body), body);
    },
  );
}

function bindArgument(
  low: Lowering,
  value: Value | undefined,
  type: Value['type'],
  name: string,
  cls: ClassInfo,
): Value {
  if (value) return value.type.name === '?' && type.name !== '?' ? { ...value, type } : value;
  return {
    type,
    sources: noSources,
    text: name,
    ...(low.world.project.resolve(type, cls) ? { object: low.world.objects.opaque(type, cls, name) } : {}),
  };
}

/** Two levels of the same method are followed; deeper recursion does what these do. */
const deepestRecursion = 2;

export function inlineMethod(
  low: Lowering,
  method: MethodInfo,
  self: Value | undefined,
  values: readonly Value[],
  node: SyntaxNode,
  around?: Callable,
): Value {
  const { body } = method;
  if (!body || low.at === undefined) return unknown;
  if (method.isBroken) low.unknown(method.node, `${signature(method)} could not be parsed`);
  if (
    low.frames.length > deepestCall ||
    low.frames.filter((frame) => frame.method === method).length >= deepestRecursion
  ) {
    low.assumptions.add('A10');
    return { type: method.returnType, sources: union(...values.map((value) => value.sources)) };
  }
  const locals = new Map<string, Value>(around?.locals ?? []);
  for (const [i, { name, type }] of method.parameters.entries())
    locals.set(name, bindArgument(low, values[i], type, name, method.owner));
  const enclosing = around
    ? around.self
    : low.frame.self?.object && low.world.project.lineage(low.frame.cls).includes(method.owner)
      ? low.frame.enclosing
      : (low.frame.self ?? low.frame.enclosing);
  const title = signature(method);
  const value = inFrame(
    low,
    { cls: method.owner, method, title, self, enclosing, body, building: method.isConstructor },
    locals,
    () => lowerBody(low, method, self, node),
  );
  return value.type.name === '?' || value.type.name === 'boolean' ? { ...value, type: method.returnType } : value;
}

export function lowerBody(low: Lowering, method: MethodInfo, self: Value | undefined, node: SyntaxNode): void {
  const monitor = has(method, 'synchronized')
    ? isStatic(method)
      ? low.world.objects.classObject(method.owner)
      : self?.object
    : undefined;
  const header = method.body!.start > method.node.start ? (method.node.field('name') ?? method.node) : node;
  holding(low, monitor, header, () => lowerBlock(low, method.body!));
}

/** A call that touches nothing, takes nothing and leaves by its end is one silent step: what it returns is known. */
function leaveOutQuiet(low: Lowering, start: number, firstNode: number, firstEdge: number, { body }: Frame): void {
  if (low.at === undefined || low.at === start) return;
  for (let i = firstEdge; i < low.edges.length; i++) {
    const { action, to } = low.edges[i]!;
    if ((action.kind !== 'skip' && action.kind !== 'branch') || to < firstNode) return;
  }
  low.edges.length = firstEdge;
  low.edges.push({ from: start, to: low.at, action: { kind: 'skip' }, node: body });
}

/** Runs `body` as a call: its locals are its own, its ways out meet behind it. */
export function inFrame(
  low: Lowering,
  made: Omit<Frame, 'returns' | 'results' | 'depth' | 'caller' | 'entry'>,
  locals: Map<string, Value>,
  body: () => void,
): Value {
  const caller = low.locals;
  const orderings = new Set(low.orderings);
  const returns = low.target();
  const frame: Frame = { ...made, returns, results: [], depth: low.scopes.length, caller, entry: low.control };
  const [start, firstNode, firstEdge, firstAccess] = [low.at, low.nodeCount, low.edges.length, low.accesses.length];
  low.frames.push(frame);
  low.scopes.push({ kind: 'call' });
  low.locals = locals;
  body();
  low.jump(returns, frame.body);
  low.scopes.pop();
  low.frames.pop();
  low.enter(returns);
  low.locals = caller;
  low.orderings = orderings;
  if (start !== undefined && low.accesses.length === firstAccess)
    leaveOutQuiet(low, start, firstNode, firstEdge, frame);
  return frame.results.length === 0 ? unknown : frame.results.reduce(mergeValues);
}
