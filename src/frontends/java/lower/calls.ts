// Method calls: code that is given is inlined with its receiver and arguments; library objects follow their summary;
// everything else is code we do not see, which may throw but does not call back (assumption A2).

import { type ClassInfo, isStatic, type MethodInfo } from '../symbols/class-info.js';
import { plainType, simpleName, unknownType } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { bodiesOf, constantClass } from './bodies/dispatch.js';
import { classNamed, evaluate, selfFor } from './expressions.js';
import { useFound } from './found-objects.js';
import { fillArguments, handToCall, wrappedAgain, wrappedBy } from './hand-overs.js';
import { inlineMethod, invoke, invokeOneOf, spawn } from './inlining.js';
import { collaboratorAccess } from './library/collaborator-calls.js';
import { handleCall } from './library/handle-calls.js';
import { entryCall } from './library/iterations.js';
import { libraryCall, staticLibraryCall } from './library/library-calls.js';
import { lookedUpType, markNative, markUnseen } from './library/unseen-accesses.js';
import { lockCall } from './locks/lock-calls.js';
import { turnCall } from './locks/turn-flags.js';
import type { Lowering } from './lowering.js';
import { mergeValues } from './meeting-paths.js';
import { type Callable, callText, noSources, type SharedObject, union, type Value } from './shared-object.js';
import { mayFail, mayThrow } from './statements/throws.js';
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

export function callOn(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
  unused: boolean,
): Value {
  const special =
    lockCall(low, receiver, name, values, node) ??
    threadCall(low, receiver, name, values, node) ??
    entryCall(low, receiver, name, values, node) ??
    turnCall(low, receiver, node) ??
    handleCall(low, receiver, name, values, node, unused);
  if (special) return special;
  if (!receiver.fresh && node.field('object')?.type !== 'this') mayFail(low, 'NullPointerException', node);
  if (receiver.callable) return callCode(low, receiver, receiver.callable, name, values, node);
  const stored = receiver.object ? low.world.stored.call(receiver.object.id) : [];
  if (stored.length > 0) return invokeOneOf(low, stored, name, values, node);
  const known = libraryCall(low, receiver, name, values, node, unused);
  if (known) return known;
  const given =
    constantClass(low, receiver) ?? receiver.object?.cls ?? low.world.project.resolve(receiver.type, low.frame.cls);
  const method =
    given &&
    low.world.project.methodOf(
      given,
      name,
      values.length,
      values.map(({ type }) => type),
    );
  const several = given && method && bodiesOf(low, receiver, given, method, values, node);
  if (several) return callOneOf(low, receiver, given, several, values, node);
  if (!given || !method?.body) {
    if (method) markNative(low, method, node);
    handToCall(low, name, method?.returnType, values, node);
    const read = collaboratorAccess(low, receiver, method, values, node);
    const result = externalCall(low, receiver, name, values, node);
    const type = method && result.type.name === '?' ? method.returnType : result.type;
    return { ...result, type, sources: union(result.sources, read) };
  }
  return callBody(low, receiver, given, method, values, node);
}

function callBody(
  low: Lowering,
  receiver: Value,
  given: ClassInfo,
  method: MethodInfo,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  if (receiver.fresh && !receiver.object) return inlineMethod(low, method, receiver, values, node);
  const object = receiver.object ?? low.world.objects.opaque(receiver.type, low.frame.cls, receiver.text ?? '?');
  const self = { ...receiver, object: asImplementation(low, object, given, method) };
  return inlineMethod(low, method, self, values, node);
}

/** One of several bodies. */
function callOneOf(
  low: Lowering,
  receiver: Value,
  given: ClassInfo,
  bodies: readonly MethodInfo[],
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  const after = low.target();
  const [before, from] = [low.snapshot(), low.at];
  const results = bodies.map((body) => {
    const start = low.target();
    low.restore(before, from);
    low.branch(noSources, node, start, undefined);
    low.enter(start);
    const result = callBody(low, receiver, given, body, values, node);
    low.jump(after, node);
    return result;
  });
  low.enter(after);
  return results.reduce(mergeValues);
}

/** What functional interfaces have beside the method that runs the code. */
const combines = /^(andThen|compose|and|or|negate|thenComparing\w*|reversed)$/;

function callCode(
  low: Lowering,
  receiver: Value,
  code: Callable,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  for (const { keptIn } of [code, ...(code.or ?? [])]) if (keptIn !== undefined) low.world.stored.markCalled(keptIn);
  if (code.anonymous) return invoke(low, code, name, values, node);
  const given = low.world.project.resolve(receiver.type, low.frame.cls);
  const method = given && low.world.project.methodOf(given, name, values.length);
  if (method?.body) return inlineMethod(low, method, receiver, values, node);
  if (!method && combines.test(name)) {
    const next = values.flatMap(({ callable }) => callable ?? []);
    return { ...receiver, callable: { ...code, next: [...(code.next ?? []), ...next] } };
  }
  return invoke(low, code, name, values, node);
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
    if (!method.body && self?.callable) return invoke(low, self.callable, name, values, node);
    if (!method.body) {
      markNative(low, method, node);
      return externalCall(low, self ?? unknown, name, values, node);
    }
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

export const unknown: Value = { type: unknownType, sources: noSources };

function lowerStaticCall(low: Lowering, node: SyntaxNode, cls: ClassInfo, name: string): Value {
  const values = argumentsOf(low, node);
  const method = low.world.project.methodOf(
    cls,
    name,
    values.length,
    values.map(({ type }) => type),
  );
  if (method?.body) return inlineMethod(low, method, undefined, values, node);
  if (method) markNative(low, method, node);
  return externalCall(low, unknown, name, values, node);
}

/** Names under which code takes a handler to call it later, from whatever thread. */
const keeps =
  /^(submit|execute|schedule\w*|runAsync|supplyAsync|start|register\w*|add\w*(Listener|Handler|Observer|Hook|Callback)|on[A-Z]\w*|subscribe\w*|listen\w*|invokeLater|invokeAll|\w+Async|setHandler)$/;

/** What is handed to these runs when something else is done, on the thread that did it. */
const futures = /^(CompletableFuture|CompletionStage|ListenableFuture|FutureTask|Future|Mono|Flux|Observable|Single)$/;

export function externalCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  const known = staticLibraryCall(low, name, values, node);
  if (known) return known;
  markUnseen(low, receiver, name, values, node);
  for (const value of values) {
    if (!value.callable) continue;
    if (keeps.test(name) || futures.test(simpleName(receiver.type.name))) {
      const { single, pool } = values.map(threadsOf).find((found) => found.single ?? found.pool) ?? {};
      spawn(low, value.callable, node, single, { pool });
    } else invoke(low, value.callable, '', [], node);
  }
  fillArguments(low, name, values, node);
  useFound(low, receiver, name, values.length, node);
  const use = isMessage(receiver, name) ? 'print' : 'argument';
  for (const value of values) low.use(value.sources, use);
  if (ends.test(name) && values.length < 2) low.use(receiver.sources, 'end');
  const isGiven = suppliers.test(simpleName(receiver.type.name));
  if ((isGiven || !harmless.test(name)) && !/Log(ger)?$/.test(receiver.type.name)) mayThrow(low, node);
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
    ...wrappedBy(low, `${receiver.text ?? ''}.${name}`, values),
    ...wrappedAgain(receiver, name),
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

/** Code of the caller's, under a name that is harmless elsewhere. */
const suppliers = /^(\w*Supplier|Provider|Callable)$/;

/** External calls that are not expected to fail; what fails anyway fails for every tool. */
const harmless =
  /^(println|print|printf|nanoTime|current(Time\w*)?|now|millis|equals|hashCode|toString|getName|length|isEmpty|max|min|abs|valueOf|currentThread|interrupt|isInterrupted|add|size|get|put|floorMod|format)$/;

/** What is called so is over afterwards, and somebody has to do it for each object. */
const ends = /^(cancel|close|shutdown(Now)?|interrupt|stop|dispose|destroy|disconnect|unsubscribe|abort)$/;

const messages = /^(print\w*|log|debug|info|warn|warning|error|severe|trace|fine\w*)$/;

/** To a log, or to the console. */
function isMessage(receiver: Value, name: string): boolean {
  return (
    messages.test(name) && (/Log(ger)?$/.test(receiver.type.name) || /^System\.(out|err)$/.test(receiver.text ?? ''))
  );
}

const prints = /^(print\w*|log|debug|info|warn|trace|append|format|valueOf|concat)$/;

function resultType(name: string, receiver: Value): Value['type'] {
  const lookedUp = lookedUpType(name);
  if (lookedUp !== undefined) return plainType(lookedUp);
  if (/^(toString|getName|trim|substring|toUpperCase|toLowerCase|join|format)$/.test(name)) return plainType('String');
  if (futures.test(simpleName(receiver.type.name)) && !/^(get|join|getNow)$/.test(name)) return receiver.type;
  if (receiver.text === 'CompletableFuture') return plainType('CompletableFuture');
  return /^(getKey|getValue)$/.test(name)
    ? (receiver.type.args.at(name === 'getKey' ? 0 : -1) ?? unknownType)
    : unknownType;
}
