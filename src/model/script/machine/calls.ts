// Calls: of functions, of constructors, of native functions. An async function runs at once up to its first await; what
// is not awaited by the caller is a unit of its own (frontend-typescript.md, 2.1).

import type { ClassMember, FunctionNode } from '../syntax.js';
import { Abandoned } from './choices.js';
import { evaluate } from './expressions/evaluate.js';
import { bindPattern } from './expressions/patterns.js';
import type { Suspension } from './expressions/suspension.js';
import { ScriptError, throwError } from './flow/errors.js';
import { makeGenerator } from './flow/generators.js';
import { type Frame, isOfSetup, Scope, type Unit } from './frame.js';
import { type Machine, spotOf } from './machine.js';
import { registerMembers } from './outside/callbacks.js';
import { newPromise, resolve, settle, subscribe, toPromise } from './promises.js';
import { propertyKey } from './properties.js';
import { hoistVariables, isTableHint, runStatements } from './statements.js';
import {
  type CallSite,
  isCallable,
  none,
  plain,
  Thing,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from './value.js';

export type Body = Generator<Suspension, Value, Value>;

const deepest = 40;

export function callValue(
  machine: Machine,
  frame: Frame,
  callee: Value,
  self: Value,
  values: readonly Value[],
  site: CallSite,
): Value {
  const { raw } = callee;
  if (!(raw instanceof Thing) || raw.kind !== 'function')
    return throwError(machine, frame, 'TypeError', `${site.text} is not a function`);
  return withDeps(callThing(machine, frame, raw, self, values, site), callee.deps);
}

export function callThing(
  machine: Machine,
  frame: Frame,
  thing: Thing,
  self: Value,
  values: readonly Value[],
  site: CallSite,
): Value {
  machine.tick();
  if (frame.depth > deepest) throw new Abandoned('calls nest too deeply');
  if (thing.native) return thing.native(machine, frame, self, values, site);
  if (!thing.closure) return undefinedValue;
  const { node, scope, self: bound, home } = thing.closure;
  const inner = enter(machine, frame, node, scope, node.arrow ? (bound ?? undefinedValue) : self, home, site);
  const body = runFunction(machine, inner, node, values);
  if (node.generator) return makeGenerator(machine, inner, body, node.async);
  if (node.async) return startAsync(machine, inner, body);
  const result = runToEnd(body);
  frame.guard |= inner.guard;
  frame.control |= inner.guard;
  return result;
}

function enter(
  machine: Machine,
  frame: Frame,
  node: FunctionNode,
  scope: Scope,
  self: Value,
  home: Thing | undefined,
  site: CallSite,
): Frame {
  const detached = site.use === 'awaited' ? false : site.use === 'returned' ? frame.detached : true;
  const activation = machine.nextId();
  const isChild = (node.async || node.generator) && detached && !isEntry(site);
  return {
    node,
    module: node.module,
    activation,
    unit: node.unit
      ? { ...childUnit(machine, frame.unit, node.name), apart: true }
      : isChild
        ? childUnit(machine, frame.unit, node.name)
        : frame.unit,
    self,
    home,
    detached,
    depth: frame.depth + 1,
    scope: new Scope(machine.nextId(), activation, node.module, scope),
    control: frame.control,
    guard: none,
  };
}

function isEntry(site: CallSite): boolean {
  return site.text === '(entry)';
}

export function childUnit(machine: Machine, parent: Unit, name: string): Unit {
  const id = machine.nextId();
  const rounds = parent.rounds === undefined ? {} : { rounds: parent.rounds };
  return { id, name: `${parent.name} > ${name || 'callback'}`, entry: parent.entry, parent, ...rounds };
}

function* runFunction(machine: Machine, frame: Frame, node: FunctionNode, values: readonly Value[]): Body {
  const outer = frame.control;
  if (!isOfSetup(frame.unit)) machine.reached.add(node);
  for (const [index, parameter] of node.parameters.entries()) {
    let value = values[index] ?? undefinedValue;
    if (parameter.rest) {
      const rest = machine.newThing('array', 'Array');
      rest.items = values.slice(index);
      value = plain(rest);
    }
    if (value.raw === undefined && parameter.fallback) value = yield* evaluate(machine, frame, parameter.fallback);
    yield* bindPattern(machine, frame, parameter.pattern, value, 'let');
    const { pattern } = parameter;
    if (parameter.field && pattern.kind === 'variable' && frame.self.raw instanceof Thing)
      frame.self.raw.properties.set(pattern.name, value);
  }
  hoistVariables(frame, node.body);
  const done = yield* runStatements(machine, frame, node.body);
  // What the caller had passed before decided that it is called, not what it answers.
  return done?.kind === 'return' ? withDeps(done.value, frame.control & ~outer) : undefinedValue;
}

/** Drives code that has no await. */
export function runToEnd(body: Body): Value {
  const { value, done } = body.next(undefinedValue);
  if (!done) throw new Abandoned('await outside of an async function');
  return value as Value;
}

export function startAsync(machine: Machine, frame: Frame, body: Body): Value {
  const promise = newPromise(machine);
  promise.promise!.unit = frame.unit;
  proceed(machine, frame, body, promise, () => body.next(undefinedValue));
  return plain(promise);
}

/** Runs an async body to its next await, and has it go on when what it waits for is settled. */
function proceed(
  machine: Machine,
  frame: Frame,
  body: Body,
  promise: Thing,
  next: () => IteratorResult<Suspension, Value>,
): void {
  let step: IteratorResult<Suspension, Value>;
  try {
    step = next();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return settle(machine, promise, 'rejected', withDeps(error.value, error.guard), frame.guard | error.guard);
  }
  if (step.done) return resolve(machine, promise, step.value, frame.guard);
  const { value } = step.value;
  const target = toPromise(machine, value, frame);
  promise.promise!.waitsFor = [target];
  awaitPromise(machine, frame, target, step.value, (resume) =>
    proceed(machine, frame, body, promise, () => resume(body)),
  );
}

export function awaitPromise(
  machine: Machine,
  frame: Frame,
  target: Thing,
  { span, value: awaited }: Suspension,
  proceedWith: (resume: (body: Body) => IteratorResult<Suspension, Value>) => void,
): void {
  const pending = target.promise?.status === 'pending';
  const what = machine.sourceText(frame.module, span);
  const spot = spotOf(frame, span);
  if (pending) machine.emit({ kind: 'pause', unit: frame.unit, spot, what });
  subscribe(machine, target, (state) => {
    const rejected = state.status === 'rejected';
    if (pending) machine.emit({ kind: 'resume', unit: frame.unit, spot, what, rejected });
    frame.control |= state.guard;
    const value = withDeps(state.value, awaited.deps);
    proceedWith((body) =>
      rejected ? body.throw(new ScriptError(value, frame.control | value.deps)) : body.next(value),
    );
  });
}

// Constructors.

export function construct(
  machine: Machine,
  frame: Frame,
  callee: Value,
  values: readonly Value[],
  site: CallSite,
): Value {
  const { raw } = callee;
  if (raw instanceof Unknown || !(raw instanceof Thing)) {
    const term = raw instanceof Unknown ? raw.term : String(raw);
    // `new Worker('queue', handler)`: what is handed to a constructor outside is called by the outside.
    for (const { raw: callback } of values)
      if (isCallable(callback))
        machine.registrations.push({ name: `new ${site.text}`, callback, spot: spotOf(frame, site.span) });
    registerMembers(machine, `new ${site.text}`, values);
    const made = { name: term.split('.').at(-1)!, values };
    return plain(new Unknown(`new ${term}#${machine.nextId()}`, { external: true, made }));
  }
  if (raw.native) return raw.native(machine, frame, plain(undefined), values, { ...site, text: 'new' });
  const instance = machine.newThing('object', raw.classOf?.node.name || raw.name);
  if (raw.classOf) initialise(machine, frame, raw, instance, values, site);
  else if (raw.closure) callThing(machine, frame, raw, plain(instance), values, site);
  return plain(instance);
}

/** Runs the fields and the constructor of a class on a new instance, those of its base first. */
function initialise(
  machine: Machine,
  frame: Frame,
  type: Thing,
  instance: Thing,
  values: readonly Value[],
  site: CallSite,
): void {
  const { node, scope, base, home } = type.classOf!;
  instance.prototype = home;
  if (!node.construct) {
    constructBase(machine, frame, base, instance, values, site);
    instance.prototype = home;
    return runFields(machine, frame, type, instance);
  }
  if (!base) runFields(machine, frame, type, instance);
  const inner = enter(machine, frame, node.construct, scope, plain(instance), home, { ...site, use: 'awaited' });
  inner.scope.declare('%class', plain(type), true);
  runToEnd(runFunction(machine, inner, node.construct, values));
}

export function constructBase(
  machine: Machine,
  frame: Frame,
  base: Value | undefined,
  instance: Thing,
  values: readonly Value[],
  site: CallSite,
): void {
  const raw = base?.raw;
  if (!(raw instanceof Thing)) return;
  if (raw.classOf) return initialise(machine, frame, raw, instance, values, site);
  if (!raw.native) return;
  const made = raw.native(machine, frame, plain(instance), values, { ...site, text: 'super' });
  if (!(made.raw instanceof Thing)) return;
  for (const [name, value] of made.raw.properties) instance.properties.set(name, value);
  instance.slot = made.raw.slot;
}

export function runFields(machine: Machine, frame: Frame, type: Thing, instance: Thing): void {
  const { node, scope, home } = type.classOf!;
  const activation = machine.nextId();
  const inner: Frame = {
    node: undefined,
    module: node.module,
    activation,
    unit: frame.unit,
    self: plain(instance),
    home,
    detached: true,
    depth: frame.depth + 1,
    scope: new Scope(machine.nextId(), activation, node.module, scope),
    control: frame.control,
    guard: none,
  };
  for (const member of node.members)
    if (member.kind === 'field' && !member.static) runField(machine, inner, instance, member);
}

export function runField(machine: Machine, frame: Frame, target: Thing, member: ClassMember): void {
  const key =
    typeof member.key === 'string' ? member.key : propertyKey(runToEnd(evaluate(machine, frame, member.key))).key;
  const value = member.value ? runToEnd(evaluate(machine, frame, member.value)) : undefinedValue;
  if (value.raw instanceof Thing) {
    const home = member.static ? target.name : 'this';
    if (!machine.names.has(value.raw.id)) machine.names.set(value.raw.id, `${home}.${key}`);
    populate(machine, value.raw, `${home}.${key}`);
    if (isTableHint(member.type) && value.raw.kind === 'object') value.raw.isTable = true;
  }
  target.properties.set(key, value);
}

/** What is empty at the start may have been filled since: two elements that nothing is known about. */
export function populate(machine: Machine, thing: Thing, name: string): void {
  if (thing.kind !== 'array' || thing.items.length > 0 || thing.lazy || !machine.options.populated(name)) return;
  thing.items = [0, 1].map((index) => plain(new Unknown(`${name}[${index}]`)));
}
