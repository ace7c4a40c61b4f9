// What the outside world may call, and so what may overlap: exported functions, public methods of exported classes and of
// what exported factories return, and functions handed to the outside (handlers, listeners, intervals).
// A program is run many times, so entries are found by name in whatever a run has made.

import { callThing, construct } from '../machine/calls.js';
import { ScriptError } from '../machine/flow/errors.js';
import { setupUnit } from '../machine/frame.js';
import type { Machine } from '../machine/machine.js';
import { exportedValue, moduleScope } from '../machine/modules.js';
import type { Registration } from '../machine/pending.js';
import { findMethod } from '../machine/properties.js';
import { outsideFrame } from '../machine/run.js';
import { isCallable, isPromise, Thing, undefinedValue, type Value } from '../machine/value.js';
import type { FunctionNode } from '../syntax.js';
import { admits, argumentsFor } from './arguments.js';
import { constructorOf } from './injected.js';

/** Where entries come from: a module, or what a class or a factory of it makes. */
export interface Provider {
  readonly module: number;
  readonly kind: 'module' | 'class' | 'factory' | 'object';
  /** Exported name; empty for the module itself. */
  readonly name: string;
  /** How unknown conditions turn out while it is made: which of its configurations this is. */
  readonly making?: readonly number[];
}

export type Reach =
  | { readonly kind: 'export'; readonly name: string }
  | { readonly kind: 'method'; readonly name: string }
  /** The function that a method gives: each caller has one of its own (a handler for each route), or all have the same one. */
  | { readonly kind: 'given'; readonly name: string; readonly shared: boolean }
  /** A method of another class that is given the same dependency. */
  | { readonly kind: 'beside'; readonly module: number; readonly of: string; readonly name: string }
  /** What the factory returns is itself a function: middleware, a limiter. */
  | { readonly kind: 'result' }
  /** By the place where it is registered, and which of them: others may have been registered before. */
  | { readonly kind: 'registered'; readonly index: number; readonly at: string };

/** How to call an entry: enough to do so in any run. */
export interface PlannedCall {
  readonly reach: Reach;
  /** As reports show it. */
  readonly name: string;
  readonly isHandler: boolean;
  /** It acquires an exclusive lock; this gives it back. */
  readonly release?: string;
  /** What it makes is a provider of its own: the functions in it are explored there. */
  readonly makes?: boolean;
}

export interface EntryPoint extends PlannedCall {
  readonly node: FunctionNode;
  /** Entries that have to run before: what registers this one. */
  readonly after: readonly EntryPoint[];
  /** The outside calls it once: it does not overlap itself. */
  readonly once?: boolean;
}

/** The object whose methods are called, made anew in each run. */
export function makeReceiver(machine: Machine, provider: Provider): Value {
  moduleScope(machine, provider.module);
  if (provider.kind === 'module') return undefinedValue;
  const value = exportedValue(machine, provider.module, provider.name);
  const frame = outsideFrame(setupUnit);
  const site = { span: { start: 0, end: 0 }, use: 'value' as const, text: '(entry)' };
  if (provider.kind === 'object') return value;
  if (!(value.raw instanceof Thing)) return undefinedValue;
  const made = madeWith(machine, value.raw, provider.name, (values) =>
    provider.kind === 'class'
      ? construct(machine, frame, value, values, site)
      : callThing(machine, frame, value.raw as Thing, undefinedValue, values, site),
  );
  const { raw } = made;
  // `module.exports = (session) => class extends session.Store {…}`: who is given a class makes an object of it.
  if (provider.kind === 'class' || !(raw instanceof Thing) || !raw.classOf) return made;
  return madeWith(machine, raw, raw.name, (values) => construct(machine, frame, made, values, site));
}

/** Calls what makes something with dependencies: those that have defaults as well, where it cannot be made without them. */
function madeWith(machine: Machine, type: Thing, name: string, make: (values: readonly Value[]) => Value): Value {
  const node = constructorOf(type) ?? type.closure?.node;
  const makeSo = (withoutDefaults: boolean) => {
    const context = { instance: 0, injected: true, handler: false, admitting: admits(name), withoutDefaults };
    return make(node ? argumentsFor(machine, node, context) : []);
  };
  const hasDefaults = node?.parameters.some(({ fallback }) => fallback !== undefined) === true;
  const isGiven = hasDefaults && !machine.decide(`defaults of ${name}`, true);
  try {
    return makeSo(isGiven);
  } catch (error) {
    // `(options = {}) => { if (!options.base) throw … }`
    if (!(error instanceof ScriptError) || !hasDefaults || isGiven) throw error;
    return makeSo(true);
  }
}

/** What a receiver turned out to be, once the setup is over: an async factory gives a promise. */
export function settled(value: Value): Value {
  return isPromise(value.raw) && value.raw.promise.status === 'fulfilled' ? value.raw.promise.value : value;
}

export function calleeOf(
  machine: Machine,
  provider: Provider,
  receiver: Value,
  reach: Reach,
): { readonly callee: Thing; readonly self: Value } | undefined {
  if (reach.kind === 'registered') {
    const callee = registrationOf(machine, reach)?.callback;
    return callee && { callee, self: undefinedValue };
  }
  if (reach.kind === 'export') {
    const { raw } = exportedValue(machine, provider.module, reach.name);
    return isCallable(raw) ? { callee: raw, self: undefinedValue } : undefined;
  }
  if (reach.kind === 'given') return givenBy(machine, receiver, reach);
  const self = settled(reach.kind === 'beside' ? besideIn(machine, reach) : receiver);
  if (reach.kind === 'result') return isCallable(self.raw) ? { callee: self.raw, self: undefinedValue } : undefined;
  const callee = self.raw instanceof Thing ? memberOf(self.raw, reach.name) : undefined;
  return callee && { callee, self };
}

function givenBy(
  machine: Machine,
  receiver: Value,
  { name, shared }: Extract<Reach, { kind: 'given' }>,
): { readonly callee: Thing; readonly self: Value } | undefined {
  const self = settled(receiver);
  const method = self.raw instanceof Thing ? memberOf(self.raw, name) : undefined;
  const node = method && nodeOf(method);
  if (!method || !node) return undefined;
  const known = shared ? machine.injected.get(method) : undefined;
  const values = argumentsFor(machine, node, { instance: 0, injected: false, handler: false });
  const site = { span: node.span, use: 'value' as const, text: name };
  const given = known ?? callThing(machine, outsideFrame(setupUnit), method, self, values, site);
  if (shared) machine.injected.set(method, given);
  const { raw } = settled(given);
  return isCallable(raw) ? { callee: raw, self: undefinedValue } : undefined;
}

/** The other object: one in each run. */
export function besideIn(machine: Machine, { module, of }: Extract<Reach, { kind: 'beside' }>): Value {
  const { raw } = exportedValue(machine, module, of);
  if (!(raw instanceof Thing)) return undefinedValue;
  const known = machine.injected.get(raw);
  if (known) return known;
  const made = makeReceiver(machine, { module, kind: 'class', name: of });
  machine.injected.set(raw, made);
  return made;
}

/** A method, or with `set name` what an assignment calls. */
function memberOf(thing: Thing, name: string): Thing | undefined {
  if (!name.startsWith('set ')) return findMethod(thing, name);
  for (let next: Thing | undefined = thing; next; next = next.prototype) {
    const setter = next.accessors?.get(name.slice(4))?.set;
    if (setter) return setter;
  }
  return undefined;
}

export function placeOf({ spot }: Registration): string {
  return `${spot.module}:${spot.span.start}`;
}

export function registrationOf(
  { registrations }: Machine,
  { index, at }: Extract<Reach, { kind: 'registered' }>,
): Registration | undefined {
  const first = registrations[index];
  return first && placeOf(first) === at ? first : registrations.findLast((candidate) => placeOf(candidate) === at);
}

/** The function behind bound ones. */
export function nodeOf(callee: Thing): FunctionNode | undefined {
  if (callee.closure) return callee.closure.node;
  return callee.slot instanceof Thing ? nodeOf(callee.slot) : undefined;
}

/** What kind of provider an exported value is, if any. */
export function kindOf(value: Value, result: Value | undefined): Provider['kind'] | undefined {
  const { raw } = value;
  if (!(raw instanceof Thing)) return undefined;
  if (raw.classOf) return raw.classOf.node.notConcurrent ? undefined : 'class';
  if (raw.kind === 'function' && raw.closure)
    return result && (methodNames(settled(result)).length > 0 || isFunction(settled(result))) ? 'factory' : undefined;
  return methodNames(value).length > 0 ? 'object' : undefined;
}

/** A function of the program. */
export function isFunction({ raw }: Value): boolean {
  return isCallable(raw) && nodeOf(raw) !== undefined;
}

export function methodNames({ raw }: Value): string[] {
  if (!(raw instanceof Thing) || raw.kind === 'promise' || raw.kind === 'error' || raw.kind === 'generator') return [];
  const names = new Set<string>();
  for (let next: Thing | undefined = raw; next; next = next.prototype) {
    const hidden = hiddenNames(next);
    for (const [name, { raw: member }] of next.properties) {
      if (name === 'constructor' || hidden.has(name) || name.startsWith('#') || name.startsWith('_')) continue;
      if (isCallable(member) && nodeOf(member)) names.add(name);
    }
    for (const [name, { set }] of next.accessors ?? [])
      if (set && !hidden.has(name) && !/^[#_]/.test(name)) names.add(`set ${name}`);
  }
  return [...names];
}

/** Private and protected members of the class that a prototype belongs to. */
function hiddenNames(home: Thing): Set<string> {
  const type = (home.properties.get('constructor') ?? home.prototype?.properties.get('constructor'))?.raw;
  const members = type instanceof Thing ? (type.classOf?.node.members ?? []) : [];
  return new Set(members.flatMap((member) => (!member.public && typeof member.key === 'string' ? [member.key] : [])));
}
