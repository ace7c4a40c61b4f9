// `object.property`, calls of it, and `?.`, which cuts the rest of its chain.

import type { Argument, Call, Expression } from '../../syntax.js';
import { promiseMethod } from '../builtins/methods.js';
import { callThing, callValue, constructBase, runFields } from '../calls.js';
import { spread } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { callOutside, isOfPromise, isOutsideCall } from '../outside/calls.js';
import { awaitAnswer } from '../outside/operations.js';
import { chosenKey, getProperty, outsideBase, propertyKey } from '../properties.js';
import {
  type Dependences,
  none,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from '../value.js';
import { evaluate } from './evaluate.js';
import type { Evaluation, Suspension } from './suspension.js';

/** What `?.` gives up to the end of its chain, where it finds nothing. */
interface Cut extends Value {
  readonly isCut: true;
}

function isCut(value: Value): value is Cut {
  return 'isCut' in value;
}

/** Where the chain ends it is a value like any other. */
export function endOfChain(value: Value): Value {
  return isCut(value) ? { raw: undefined, deps: value.deps } : value;
}

export type Member = Extract<Expression, { kind: 'member' }>;

interface MemberAccess {
  readonly object: Value;
  readonly property: string;
  readonly value: Value;
  readonly isCut: boolean;
}

export function* evaluateMember(
  machine: Machine,
  frame: Frame,
  node: Member,
  forCall = false,
): Generator<Suspension, MemberAccess, Value> {
  const inner = node.object;
  let object: Value;
  if (inner.kind === 'member' || inner.kind === 'call') {
    object = yield* evaluate(machine, frame, inner);
    if (isCut(object)) return { object, property: '', value: object, isCut: true };
  } else if (inner.kind === 'super') {
    object = frame.self;
  } else object = yield* evaluate(machine, frame, inner);
  if (node.optional && machine.isNullish(object)) return { object, property: '', value: cutWith(object), isCut: true };
  const key =
    typeof node.property === 'string'
      ? { key: node.property, deps: none }
      : propertyKey(chosenKey(machine, object, yield* evaluate(machine, frame, node.property)));
  if (inner.kind === 'super') {
    const value = frame.home?.prototype
      ? inherited(machine, frame, frame.home.prototype, key.key, node)
      : undefinedValue;
    return { object, property: key.key, value, isCut: false };
  }
  if (forCall && object.raw instanceof Unknown && isOutsideCall(machine, object.raw, key.key))
    return { object, property: key.key, value: undefinedValue, isCut: false };
  const value = withDeps(getProperty(machine, frame, object, key.key, node.span), key.deps);
  return { object, property: key.key, value, isCut: false };
}

/** `super.name`, from the nearest class that has it. */
function inherited(machine: Machine, frame: Frame, home: Thing, name: string, { span }: Member): Value {
  for (let next: Thing | undefined = home; next; next = next.prototype) {
    const getter = next.accessors?.get(name)?.get;
    if (getter) return callThing(machine, frame, getter, frame.self, [], { span, use: 'value', text: name });
    const own = next.properties.get(name);
    if (own) return own;
  }
  return undefinedValue;
}

function isAbsent({ raw }: Value): boolean {
  return raw === undefined || raw === null;
}

function cutWith({ deps }: Value): Cut {
  return { raw: undefined, deps, isCut: true };
}

export function* evaluateCall(machine: Machine, frame: Frame, node: Call): Evaluation {
  const { callee } = node;
  const text = machine.sourceText(frame.module, callee.span);
  const site = { span: node.span, use: node.use, text, ...(node.dropped ? { dropped: true as const } : {}) };
  if (callee.kind === 'super') return yield* callSuper(machine, frame, node);
  if (callee.kind !== 'member') {
    const target = yield* evaluate(machine, frame, callee);
    if (node.optional && machine.isNullish(target)) return cutWith(target);
    const values = yield* evaluateArguments(machine, frame, node.arguments);
    if (target.raw instanceof Unknown)
      return withDeps(callOutside(machine, frame, target.raw, undefined, values, site), target.deps);
    return callValue(machine, frame, target, undefinedValue, ofTag(machine, node, target, values), site);
  }
  const access = yield* evaluateMember(machine, frame, callee, true);
  if (access.isCut || (node.optional && isAbsent(access.value) && !(access.object.raw instanceof Unknown)))
    return access.isCut ? access.value : cutWith(access.value);
  const values = yield* evaluateArguments(machine, frame, node.arguments);
  const { object, property, value } = access;
  if (object.raw instanceof Unknown && isOfPromise(object.raw, property)) {
    const promise = awaitAnswer(machine, frame, object, node.span);
    return callValue(machine, frame, plain(promiseMethod(property)!), promise, values, site);
  }
  if (object.raw instanceof Unknown && value.raw === undefined)
    return withDeps(callOutside(machine, frame, object.raw, property, values, site), object.deps);
  if (value.raw instanceof Unknown)
    return withDeps(callOutside(machine, frame, value.raw, undefined, values, site), value.deps);
  const base = value.raw === undefined ? outsideBase(object) : undefined;
  if (base) return withDeps(callOutside(machine, frame, base, property, values, site), object.deps);
  if (value.raw === undefined && isOfLanguage(object.raw)) {
    machine.gap(`${text}() is not modelled`, frame, node.span);
    const term = `${text}(${values.map(({ raw }) => termOf(raw)).join()})`;
    return { raw: new Unknown(term), deps: values.reduce((all, { deps }) => all | deps, object.deps) };
  }
  const looked = object.raw instanceof Unknown ? machine.lazyThings.get(object.raw.identity) : undefined;
  const given = ofTag(machine, node, value, values);
  return callValue(machine, frame, value, looked ? { raw: looked, deps: object.deps } : object, given, site);
}

/** A tag that is a function of the script is given the texts as a list. */
function ofTag(machine: Machine, { texts }: Call, { raw }: Value, values: readonly Value[]): readonly Value[] {
  if (!texts || !(raw instanceof Thing) || !raw.closure) return values;
  const list = machine.newThing('array', 'Array');
  list.items = texts.map((text) => plain(text));
  return [plain(list), ...values.slice(1)];
}

/** What has the methods that the language gives it: one that is missing here is there for all that. */
function isOfLanguage(raw: Value['raw']): boolean {
  if (!(raw instanceof Thing)) return false;
  return raw.kind === 'function' ? raw.native !== undefined && !raw.closure : raw.kind !== 'object';
}

function* callSuper(machine: Machine, frame: Frame, node: Call): Evaluation {
  const values = yield* evaluateArguments(machine, frame, node.arguments);
  const type = frame.scope.find('%class')?.binding.value.raw;
  const instance = frame.self.raw;
  if (!(type instanceof Thing) || !type.classOf || !(instance instanceof Thing)) return undefinedValue;
  const { prototype } = instance;
  constructBase(machine, frame, type.classOf.base, instance, values, { span: node.span, use: 'value', text: 'super' });
  instance.prototype = prototype;
  runFields(machine, frame, type, instance);
  return undefinedValue;
}

export function* evaluateArguments(
  machine: Machine,
  frame: Frame,
  nodes: readonly Argument[],
): Generator<Suspension, Value[], Value> {
  return (yield* evaluateList(machine, frame, nodes)).values;
}

export function* evaluateList(
  machine: Machine,
  frame: Frame,
  nodes: readonly Argument[],
): Generator<Suspension, { readonly values: Value[]; readonly deps: Dependences }, Value> {
  const values: Value[] = [];
  let all = none;
  for (const { spread: isSpread, value: node } of nodes) {
    const value = yield* evaluate(machine, frame, node);
    all |= value.deps;
    if (!isSpread) values.push(value);
    else {
      const { items, deps } = spread(machine, frame, value, node.span);
      all |= deps;
      for (const item of items) {
        values.push(withDeps(item, value.deps));
        all |= item.deps;
      }
    }
  }
  return { values, deps: all };
}
