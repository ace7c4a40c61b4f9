// Reading and writing properties: of things, of unknown values (which become things when they are looked into), and of
// primitive values. Every access of a thing's own state is an event of the trace.

import type { Span } from '../../../base/source-text.js';
import type { TypeHint } from '../syntax.js';
import { arrayMethod } from './builtins/arrays.js';
import { collectionMember } from './builtins/collections.js';
import { functionMethod, promiseMethod, textMethod } from './builtins/methods.js';
import { callThing } from './calls.js';
import { contentCell, isLiveness, livenessCell, nameThing, propertyCell } from './cells.js';
import { throwError } from './flow/errors.js';
import type { Frame } from './frame.js';
import { memberHint, resolveHint, withoutNull } from './hints.js';
import { type Machine, spotOf } from './machine.js';
import {
  type Dependences,
  isCallable,
  isThing,
  plain,
  type Raw,
  Thing,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from './value.js';

export function getProperty(machine: Machine, frame: Frame, object: Value, property: string, span: Span): Value {
  const { raw, deps } = object;
  if (raw === null || raw === undefined) return missing(machine, frame, object, property, span);
  if (raw instanceof Unknown) return withDeps(ofUnknown(machine, frame, raw, property, span), deps);
  if (raw instanceof Thing) return withDeps(ofThing(machine, frame, raw, object, property, span), deps);
  return withDeps(ofPrimitive(raw, property), deps);
}

function missing(machine: Machine, frame: Frame, { raw, deps }: Value, property: string, span: Span): never {
  const text = machine.sourceText(frame.module, span);
  machine.emit({
    kind: 'broken',
    unit: frame.unit,
    spot: spotOf(frame, span),
    cell: text,
    deps,
    control: frame.control,
  });
  return throwError(machine, frame, 'TypeError', `cannot read ${property} of ${String(raw)}`);
}

function ofPrimitive(raw: Raw, property: string): Value {
  if (typeof raw === 'string' && property === 'length') return plain(raw.length);
  if (typeof raw === 'string' && /^\d+$/.test(property)) return plain(raw[Number(property)]);
  return plain(textMethod(property));
}

/** Parts of what is outside are outside; data becomes a thing, so that what is written into it is found again. */
function ofUnknown(machine: Machine, frame: Frame, unknown: Unknown, property: string, span: Span): Value {
  const hint = memberHint(machine.script, unknown.traits.type, property);
  if (unknown.traits.external || unknown.traits.promise) {
    const part = plain(keyOfRecord(machine, unknown, property) ?? partOf(machine, unknown, property, hint));
    return isLiveness(property) ? machine.readValue(frame, livenessCell(unknown, property), part, span) : part;
  }
  const bare = withoutNull(resolveHint(machine.script, unknown.traits.type));
  const kind = bare?.kind;
  if (bare?.kind === 'reference' && bare.name === 'Date') return plain(textMethod(property));
  if (kind === 'string' || kind === 'number' || kind === 'boolean')
    return plain(property === 'length' ? partOf(machine, unknown, property, { kind: 'number' }) : textMethod(property));
  const thing = lazyThing(machine, unknown, looksLikeArray(property) && hint === undefined ? 'array' : undefined);
  return ofThing(machine, frame, thing, plain(thing), property, span);
}

const arrayOnly = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'map',
  'forEach',
  'reduce',
  'some',
  'every',
  'length',
  'filter',
  'find',
  'findIndex',
  'flatMap',
  'sort',
  'reverse',
  'join',
]);

function looksLikeArray(property: string): boolean {
  return arrayOnly.has(property);
}

function partOf(
  machine: Machine,
  whole: Unknown,
  property: string,
  hint = memberHint(machine.script, whole.traits.type, property),
) {
  const { own = false } = whole.traits;
  // What is a text or a number is data, whatever it is a part of.
  const external = whole.traits.external === true && !isPrimitive(resolveHint(machine.script, hint));
  return new Unknown(`${whole.term}.${property}`, {
    type: hint,
    external,
    own,
    identity: `${whole.identity}.${property}`,
  });
}

function isPrimitive(hint: TypeHint | undefined): boolean {
  return hint !== undefined && ['string', 'number', 'boolean', 'literal'].includes(hint.kind);
}

/** The thing that an unknown value turns out to be. */
export function lazyThing(machine: Machine, unknown: Unknown, wanted?: 'array' | 'map' | 'set' | 'object'): Thing {
  const known = machine.lazyThings.get(unknown.identity);
  if (known) return known;
  const hint = withoutNull(resolveHint(machine.script, unknown.traits.type));
  const name = hint?.kind === 'reference' ? hint.name : '';
  const kind =
    name === 'Map' ? 'map' : name === 'Set' ? 'set' : hint?.kind === 'array' ? 'array' : (wanted ?? 'object');
  const thing = machine.newThing(kind, unknown.term);
  thing.lazy = unknown;
  if (kind === 'array') {
    const type = hint?.kind === 'array' ? hint.element : undefined;
    thing.items = [0, 1].map((index) =>
      plain(
        new Unknown(`${unknown.term}[${index}]`, {
          type,
          own: unknown.traits.own ?? false,
          identity: `${unknown.identity}[${index}]`,
        }),
      ),
    );
  }
  machine.lazyThings.set(unknown.identity, thing);
  return thing;
}

function ofThing(machine: Machine, frame: Frame, thing: Thing, self: Value, property: string, span: Span): Value {
  const accessor = findAccessor(thing, property);
  if (accessor?.get) return callThing(machine, frame, accessor.get, self, [], siteAt(span, property));
  const builtin = builtinMember(machine, frame, thing, property, span);
  if (builtin) return builtin;
  const own = thing.properties.get(property);
  if (own) {
    if (isQuiet(thing)) {
      machine.turns.touch(`${thing.id}.${property}`, false);
      return own;
    }
    return machine.readValue(frame, propertyCell(machine, frame, thing, property, span), own, span);
  }
  for (let proto = thing.prototype; proto; proto = proto.prototype) {
    const inherited = proto.properties.get(property);
    if (inherited) return inherited;
  }
  if (thing.lazy) return lazyMember(machine, frame, thing, property, span);
  const absent =
    thing.kind === 'object'
      ? machine.read(frame, propertyCell(machine, frame, thing, property, span), undefined, span)
      : 0n;
  return { raw: undefined, deps: absent };
}

/** Functions and errors are not where programs keep their state; classes are. */
function isQuiet({ kind, classOf }: Thing): boolean {
  return kind === 'error' || (kind === 'function' && classOf === undefined);
}

function lazyMember(machine: Machine, frame: Frame, thing: Thing, property: string, span: Span): Value {
  const part = plain(keyOfRecord(machine, thing.lazy!, property) ?? partOf(machine, thing.lazy!, property));
  thing.properties.set(property, part);
  return withDeps(part, machine.read(frame, propertyCell(machine, frame, thing, property, span), part.raw, span));
}

/** The `id` of what was found by an id is that id. */
function keyOfRecord(machine: Machine, record: Unknown, property: string): Unknown | undefined {
  const source = machine.provenances.get(record.term)?.target.key;
  const isFound = source !== undefined && isPath(source) && (/^_?id$/.test(property) || isLast(source, property));
  // `load(name).name` is the name that was asked for.
  const key = isFound ? source : machine.askedWith.get(record.term)?.find((given) => isLast(given, property));
  return key === undefined
    ? undefined
    : new Unknown(key, { type: { kind: 'string' }, identity: `${record.identity}.${property}` });
}

function isPath(key: string): boolean {
  return /^[a-z]\w*(?:\.\w+)*$/i.test(key);
}

function isLast(path: string, property: string): boolean {
  return property === path.split('.').at(-1);
}

function builtinMember(machine: Machine, frame: Frame, thing: Thing, property: string, span: Span): Value | undefined {
  switch (thing.kind) {
    case 'array':
      return arrayMember(machine, frame, thing, property, span);
    case 'map':
    case 'set':
      return collectionMember(machine, frame, thing, property, span);
    case 'promise': {
      const method = promiseMethod(property);
      return method && plain(method);
    }
    case 'function': {
      const method = thing.properties.has(property) ? undefined : functionMethod(property);
      return method && plain(method);
    }
    default:
      return undefined;
  }
}

function arrayMember(machine: Machine, frame: Frame, thing: Thing, property: string, span: Span): Value | undefined {
  const cell = contentCell(machine, thing);
  if (property === 'length') {
    if (thing.lazy && thing.items.length === 2 && !machine.wasWritten(cell.key)) {
      const isEmpty = !machine.decide(`nonempty ${thing.lazy.identity}`, true);
      if (isEmpty) thing.items = [];
    }
    return { raw: thing.items.length, deps: machine.read(frame, cell, thing.items.length, span) };
  }
  if (/^\d+$/.test(property)) {
    const item = thing.items[Number(property)] ?? undefinedValue;
    return machine.readValue(frame, cell, item, span);
  }
  const method = thing.properties.has(property) ? undefined : arrayMethod(property);
  return method && plain(method);
}

function findAccessor(thing: Thing, property: string) {
  for (let next: Thing | undefined = thing; next; next = next.prototype) {
    const accessor = next.accessors?.get(property);
    if (accessor) return accessor;
    if (next.properties.has(property)) return undefined;
  }
  return undefined;
}

export function setProperty(
  machine: Machine,
  frame: Frame,
  object: Value,
  property: string,
  value: Value,
  span: Span,
): void {
  const { raw } = object;
  if (raw === null || raw === undefined) missing(machine, frame, object, property, span);
  const thing = raw instanceof Unknown ? lazyThing(machine, raw) : raw;
  if (!isThing(thing)) return;
  const accessor = findAccessor(thing, property);
  if (accessor?.set) {
    callThing(machine, frame, accessor.set, object, [value], siteAt(span, property));
    return;
  }
  if (thing.kind === 'array') return setItem(machine, frame, thing, property, value, span);
  const before = thing.properties.get(property)?.raw;
  const isNew = !thing.properties.has(property);
  thing.properties.set(property, value);
  machine.turns.touch(`${thing.id}.${property}`, true);
  if (isNew) machine.turns.touch(contentCell(machine, thing).key, true);
  if (isQuiet(thing)) return;
  const cell = propertyCell(machine, frame, thing, property, span);
  if (isThing(value.raw)) nameThing(machine, value.raw, cell.name);
  machine.write(frame, cell, 'set', value, before, span);
  if (thing.isTable) machine.write(frame, contentCell(machine, thing), 'add', plain(value.raw), undefined, span);
  putIn(machine, cell.key, value.raw);
  replaced(machine, frame, before, value, span);
}

function setItem(machine: Machine, frame: Frame, array: Thing, property: string, value: Value, span: Span): void {
  const cell = contentCell(machine, array);
  if (property === 'length') {
    const length = typeof value.raw === 'number' ? value.raw : 0;
    array.items.length = Math.min(array.items.length, length);
    machine.write(frame, cell, length === 0 ? 'clear' : 'set', value, undefined, span);
    return;
  }
  const index = Number(property);
  if (!Number.isInteger(index) || index > 10_000) {
    array.properties.set(property, value);
    return;
  }
  const before = array.items[index]?.raw;
  while (array.items.length < index) array.items.push(undefinedValue);
  array.items[index] = value;
  machine.write(frame, cell, 'set', value, before, span);
}

/** Whoever finds it here has read the location: what was read of it before, for what is inside, no longer counts. */
export function putIn(machine: Machine, key: string, raw: Raw, depth = 0): void {
  const earlier = machine.readsOf(key);
  if (earlier === 0n || depth > 2 || !isThing(raw) || raw.kind === 'function' || raw.kind === 'promise') return;
  const refreshed = (value: Value): Value =>
    (value.deps & earlier) === 0n ? value : { raw: value.raw, deps: value.deps & ~earlier };
  raw.items = raw.items.map(refreshed);
  for (const [name, value] of raw.properties) raw.properties.set(name, refreshed(value));
  for (const entry of raw.entries?.values() ?? []) entry.value = refreshed(entry.value);
  for (const { raw: inner } of [...raw.items, ...raw.properties.values()]) putIn(machine, key, inner, depth + 1);
}

/** A container that is replaced loses what it holds: for whoever put something into it, this is a write as well. */
export function replaced(machine: Machine, frame: Frame, before: Raw, value: Value, span: Span): void {
  if (!isThing(before) || before === value.raw) return;
  if (before.kind === 'array' || before.kind === 'map' || before.kind === 'set') {
    const how = isEmpty(value.raw) ? 'clear' : 'set';
    machine.write(frame, contentCell(machine, before), how, value, before, span);
    return;
  }
  if (before.kind !== 'object') return;
  if (before.isTable) {
    const how = isEmpty(value.raw) ? 'clear' : 'set';
    machine.write(frame, contentCell(machine, before), how, value, before, span);
  }
  for (const property of before.properties.keys()) {
    const home = machine.names.get(before.id) ?? before.name;
    const cell = {
      key: `${before.id}.${property}`,
      name: `${home}.${property}`,
      owner: `${before.id}`,
      external: false,
    };
    machine.turns.touch(cell.key, true);
    if (machine.wasWritten(cell.key)) machine.write(frame, cell, 'set', value, before, span);
  }
}

function isEmpty(raw: Raw): boolean {
  if (raw === null || raw === undefined) return true;
  if (!isThing(raw) || raw.lazy !== undefined) return false;
  return raw.items.length === 0 && (raw.entries?.size ?? 0) === 0 && raw.properties.size === 0;
}

export function deleteProperty(machine: Machine, frame: Frame, object: Value, property: string, span: Span): void {
  const { raw } = object;
  const thing = raw instanceof Unknown ? lazyThing(machine, raw) : raw;
  if (!isThing(thing)) return;
  const before = thing.properties.get(property)?.raw;
  machine.turns.touch(contentCell(machine, thing).key, true);
  if (thing.lazy) thing.properties.set(property, undefinedValue);
  else thing.properties.delete(property);
  machine.write(frame, propertyCell(machine, frame, thing, property, span), 'delete', undefinedValue, before, span);
  if (thing.isTable) machine.write(frame, contentCell(machine, thing), 'delete', undefinedValue, undefined, span);
}

export function findMethod(thing: Thing, name: string): Thing | undefined {
  for (let next: Thing | undefined = thing; next; next = next.prototype) {
    const raw = next.properties.get(name)?.raw;
    if (isCallable(raw)) return raw;
  }
  return undefined;
}

/** `class Store extends session.Store`: what the program does not define is a method of a class outside. */
export function outsideBase({ raw }: Value): Unknown | undefined {
  let last = raw instanceof Thing && raw.kind === 'object' ? raw.prototype : undefined;
  while (last?.prototype) last = last.prototype;
  const type = last?.properties.get('constructor')?.raw;
  const base = type instanceof Thing ? type.classOf?.base?.raw : undefined;
  return base instanceof Unknown ? base : undefined;
}

export function siteAt(span: Span, text: string) {
  return { span, text, use: 'value' as const };
}

/** `table[name]` with an unknown name means one of the functions in the table, or none. */
export function chosenKey(machine: Machine, table: Value, key: Value): Value {
  const { raw } = table;
  if (!(key.raw instanceof Unknown) || !(raw instanceof Thing) || raw.kind !== 'object' || raw.lazy) return key;
  const names = [...raw.properties]
    .filter(([, { raw: member }]) => isThing(member) && member.kind === 'function')
    .map(([name]) => name);
  if (names.length === 0 || raw.properties.has(key.raw.term)) return key;
  for (const name of names)
    if (machine.decide(`${key.raw.term} is ${name}`, true)) return { raw: name, deps: key.deps };
  return key;
}

export function propertyKey(value: Value): { readonly key: string; readonly deps: Dependences } {
  const { raw, deps } = value;
  if (raw instanceof Unknown) return { key: raw.term, deps };
  return { key: raw instanceof Thing ? `@${raw.id}` : String(raw), deps };
}
