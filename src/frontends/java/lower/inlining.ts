// Code that is run in place of a call: a method that is known, a lambda, a reference, one of several implementations. Each runs in a
// frame of its own; recursion is followed a few levels.

import { methodEffect } from '../summaries/library.js';
import { type ClassInfo, has, isStatic, type MethodInfo, signature } from '../symbols/class-info.js';
import { readParameter } from '../symbols/collect-classes.js';
import { type JavaType, plainType, readType, simpleName, unknownType } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { construct, lowerConstructor } from './bodies/constructions.js';
import { callOn, externalCall, unknown } from './calls.js';
import { evaluate } from './expressions.js';
import type { Frame } from './frames.js';
import { markNative } from './library/unseen-accesses.js';
import { holding } from './locks/locking.js';
import { deepestCall, type Lowering } from './lowering.js';
import { mergeValues } from './meeting-paths.js';
import { type Callable, noSources, type SharedObject, union, type Value } from './shared-object.js';
import { lowerReturn } from './statements/jumps.js';
import { lowerBlock } from './statements/statements.js';

interface SpawnOptions {
  readonly repeats?: boolean;
  readonly isPeriodic?: boolean;
  readonly keptIn?: string | undefined;
  readonly pool?: SharedObject | undefined;
}

/** Begins the names of fields that keep code, to tell them from elements of collections. */
export const inField = 'field ';

export function spawn(
  low: Lowering,
  callable: Callable,
  node: SyntaxNode,
  confinedTo: SharedObject | undefined,
  { repeats = false, isPeriodic = false, keptIn, pool }: SpawnOptions = {},
): void {
  for (const other of callable.or ?? []) spawn(low, other, node, confinedTo, { repeats, isPeriodic, keptIn, pool });
  const isFirst = low.isStartedOnce || low.frames.some(({ building, method }) => building || method?.name === 'main');
  // What a field keeps is run as often as somebody likes.
  const once = isFirst && low.loops.length === 0 && keptIn?.startsWith(inField) !== true;
  const by = low.frames[0]!.title;
  const title = `${by.replace(/\(.*/, '')} task`;
  const loops = low.loops.length + (repeats ? 1 : 0);
  low.tasks.push({ callable, node, title, once, confinedTo, pool, by, loops, isPeriodic, keptIn });
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
  const { or, next = [], ...code } = callable;
  if (or) return invokeOneOf(low, [{ ...code, ...(next.length > 0 ? { next } : {}) }, ...or], name, values, node);
  const result = invokeOne(low, code, name, values, node);
  return next.reduce((value, other) => invoke(low, other, '', [value, ...values], node), result);
}

function invokeOne(low: Lowering, callable: Callable, name: string, values: readonly Value[], node: SyntaxNode): Value {
  // Several may run in place of one call.
  low.condition = low.condition?.call === node ? { ...low.condition, call: callable.node } : low.condition;
  if (callable.anonymous) {
    const { methods } = callable.anonymous;
    const method =
      methods.find((candidate) => candidate.name === name) ?? (methods.length === 1 ? methods[0] : undefined);
    if (!method?.body) return externalCall(low, unknown, name, values, node);
    const type = plainType(callable.anonymous.name);
    const self: Value = { type, sources: noSources, fresh: true, captured: callable.locals };
    return inlineMethod(low, method, self, values, node, callable);
  }
  if (callable.node.type === 'method_reference') return invokeReference(low, callable, values, node);
  return invokeLambda(low, callable, values);
}

/** Code taken out of a collection: any of what was put there. */
export function invokeOneOf(
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
  const written = readType(callable.node.children[0]);
  const [first, ...rest] = values;
  if ((!callable.receiver || isUnknown(callable.receiver)) && isMethodOf(written, name))
    return callOn(low, isUnknown(first) ? { ...unknown, ...first, type: written } : first!, name, rest, node, false);
  if (callable.receiver) {
    const given = callable.receiver.object?.cls ?? low.world.project.resolve(callable.receiver.type, callable.cls);
    const handler = given && handlerOf(low, given, name, values.length);
    return handler?.body
      ? inlineMethod(low, handler, isStatic(handler) ? undefined : callable.receiver, values, node)
      : callOn(low, callable.receiver, name, values, node, false);
  }
  if (/::\s*new$/.test(callable.node.text)) return makeReferred(low, callable, values, node);
  const cls = callable.node.children[0] && low.world.project.resolveName(callable.node.children[0].text, callable.cls);
  const method = cls?.methods.find((candidate) => candidate.name === name);
  if (!method?.body)
    return first ? callOn(low, first, name, rest, node, false) : externalCall(low, unknown, name, values, node);
  return isStatic(method)
    ? inlineMethod(low, method, undefined, values, node)
    : inlineMethod(low, method, first, rest, node);
}

function isUnknown(value: Value | undefined): boolean {
  return !value || (value.type.name === '?' && !value.object && !value.callable);
}

/** `Type::method` says of what type its first argument is, where nothing else does; unless it is a static method. */
function isMethodOf({ name }: JavaType, method: string): boolean {
  const type = simpleName(name);
  return /^(Thread|\w*Future)$/.test(type) || methodEffect(type, method)?.isGuess === false;
}

/** `Job::new` */
function makeReferred(low: Lowering, callable: Callable, values: readonly Value[], node: SyntaxNode): Value {
  const cls = low.world.project.resolveName(callable.node.children[0]?.text.replace(/<.*/s, '') ?? '', callable.cls);
  const sources = union(...values.map((value) => value.sources));
  const made: Value = { type: plainType(cls?.name ?? '?'), sources, fresh: true };
  if (cls) construct(low, cls, { ...made, captured: callable.locals }, values, node);
  return made;
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
  const isRecursion = low.frames.filter((frame) => frame.method === method).length >= deepestRecursion;
  if (low.frames.length > deepestCall || isRecursion) {
    if (isRecursion || !isAboutRoot(low, method, self)) low.assumptions.add('A10');
    else low.unknown(node, `${signature(method)} is called too deep inside of other calls`);
    return { type: method.returnType, sources: union(...values.map((value) => value.sources)) };
  }
  const locals = new Map<string, Value>(around?.locals ?? self?.captured ?? []);
  for (const [i, { name, type }] of method.parameters.entries())
    locals.set(name, bindArgument(low, values[i], type, name, method.owner));
  const enclosing = around
    ? around.self
    : low.frame.self && low.world.project.lineage(low.frame.cls).includes(method.owner)
      ? low.frame.enclosing
      : (low.frame.self ?? low.frame.enclosing);
  const title = signature(method);
  const sides = low.condition?.call === node ? low.condition : undefined;
  if (sides) low.condition = undefined;
  const value = inFrame(
    low,
    { cls: method.owner, method, title, self, enclosing, body, building: method.isConstructor, sides },
    locals,
    () => lowerBody(low, method, self, node),
  );
  return value.type.name === '?' || value.type.name === 'boolean' ? { ...value, type: method.returnType } : value;
}

/** It can touch what we look at. */
function isAboutRoot({ world }: Lowering, { owner }: MethodInfo, self: Value | undefined): boolean {
  const { root } = world.objects;
  return self?.object?.exact === true || owner.outer === root || world.project.lineage(root).includes(owner);
}

export function lowerBody(low: Lowering, method: MethodInfo, self: Value | undefined, node: SyntaxNode): void {
  const monitor = has(method, 'synchronized')
    ? isStatic(method)
      ? low.world.objects.classObject(method.owner)
      : self?.object
    : undefined;
  if (!method.body) return markNative(low, method, method.node);
  const header = method.body.start > method.node.start ? (method.node.field('name') ?? method.node) : node;
  holding(low, monitor, header, () =>
    method.isConstructor ? lowerConstructor(low, method, self) : lowerBlock(low, method.body!),
  );
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
