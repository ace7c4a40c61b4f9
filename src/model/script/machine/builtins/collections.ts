// Maps and sets: one location per key, and one for what the whole contains.

import type { Span } from '../../../../base/source-text.js';
import { callValue } from '../calls.js';
import { contentCell, entryCell } from '../cells.js';
import { itemsOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import { areSame, type Machine } from '../machine.js';
import {
  type CallSite,
  keyOf,
  type Native,
  none,
  plain,
  type Raw,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from '../value.js';
import { newArray } from './arrays.js';
import { nativeTable } from './native.js';

interface Access {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly thing: Thing;
  readonly key: string;
  readonly values: readonly Value[];
  readonly site: CallSite;
}

function keyed(body: (access: Access) => Value): Native {
  return (machine, frame, self, values, site) => {
    if (!(self.raw instanceof Thing) || !self.raw.entries) return undefinedValue;
    const key = knownKey(machine, self.raw, values[0] ?? undefinedValue);
    return body({ machine, frame, thing: self.raw, key: keyOf(key.raw), values: [key, ...values.slice(1)], site });
  };
}

/** What is asked for by an unknown name may be one of those that the program has put in. */
function knownKey(machine: Machine, thing: Thing, key: Value): Value {
  const { raw } = key;
  if (!(raw instanceof Unknown) || thing.entries!.has(keyOf(raw)) || isNew(raw)) return key;
  // Which one it may be depends on what is there.
  machine.turns.touch(contentCell(machine, thing).key, false);
  const same = machine.sameAs(raw.term);
  const other = [...thing.entries!.values()].find(
    (entry) => standsFor(machine, entry.key.raw) === standsFor(machine, raw),
  );
  if (other) return { raw: other.key.raw, deps: key.deps };
  if (same !== undefined) return { raw: same, deps: key.deps };
  const names = [...thing.entries!.values()].filter((entry) => mayBe(machine, raw, entry.key.raw)).slice(0, 2);
  for (const { key: name } of names) {
    if (isAnother(machine, raw, name.raw)) continue;
    if (machine.isSame(raw.term, name.raw)) return { raw: name.raw, deps: key.deps };
  }
  return key;
}

function standsFor(machine: Machine, raw: Raw): string {
  return keyOf(raw instanceof Unknown ? (machine.sameAs(raw.term) ?? raw) : raw);
}

/** R13: something that stands for the same was found to be, or is, another one. */
function isAnother(machine: Machine, asked: Unknown, known: Raw): boolean {
  return machine
    .namesOf(known)
    .some(
      (name) =>
        areElements(asked.term, name) ||
        machine.facts.get(`${asked.term} is ${name}`) === false ||
        machine.facts.get(`${name} is ${asked.term}`) === false,
    );
}

/** Made by the program just now: nobody has put it anywhere before. */
function isNew({ term }: Unknown): boolean {
  return /#\d/.test(term);
}

/** What different calls were given is tried equal elsewhere. */
function mayBe({ options, parameters }: Machine, asked: Unknown, known: Raw): boolean {
  if (typeof known === 'string' || typeof known === 'number') return true;
  if (!(known instanceof Unknown) || areElements(asked.term, known.term)) return false;
  return areSame(options.parameters) || !parameters.has(asked.term) || !parameters.has(known.term);
}

/** Two elements of one list are two. */
function areElements(one: string, other: string): boolean {
  const [first, second] = [one, other].map((term) => /^(.*)\[(\d+)\]$/.exec(term));
  return first !== null && first?.[1] === second?.[1] && first?.[2] !== second?.[2];
}

function cellAt({ machine, thing, key, values }: Access) {
  const raw = values[0]?.raw;
  const shown = raw instanceof Thing ? (machine.names.get(raw.id) ?? raw.name) : termOf(raw).replace(/^"|"$/g, '');
  return entryCell(machine, thing, key, shown);
}

/** What a map that came from outside holds for a key is unknown until it is asked. */
function entryAt({ machine, thing, key, values }: Access): Value | undefined {
  const known = thing.entries?.get(key);
  if (known || !thing.lazy) return known?.value;
  if (!machine.decide(`${key} in ${thing.lazy.identity}`)) return undefined;
  const value = plain(new Unknown(`${thing.lazy.term}.get(${key})`));
  thing.entries?.set(key, { key: values[0]!, value });
  return value;
}

function lookingAt(access: Access): Value {
  const { machine, frame, site } = access;
  const value = entryAt(access) ?? undefinedValue;
  return withDeps(machine.readValue(frame, cellAt(access), value, site.span), access.values[0]?.deps ?? none);
}

function put(access: Access, value: Value): void {
  const { machine, frame, thing, key, values, site } = access;
  const before = thing.entries?.get(key);
  thing.entries?.set(key, { key: values[0] ?? undefinedValue, value });
  machine.turns.touch(contentCell(machine, thing).key, true);
  if (thing.kind === 'set' && before) return;
  const cell = cellAt(access);
  if (value.raw instanceof Thing && !machine.names.has(value.raw.id)) machine.names.set(value.raw.id, cell.name);
  machine.write(frame, cell, 'set', value, before?.value.raw, site.span);
  if (!before) machine.write(frame, contentCell(machine, thing), 'add', plain(value.raw), undefined, site.span);
}

const natives: Readonly<Record<string, Native>> = {
  get: keyed(lookingAt),
  has: keyed((access) => {
    const { deps } = lookingAt(access);
    return { raw: access.thing.entries?.has(access.key) ?? false, deps };
  }),
  set: keyed((access) => {
    put(access, access.values[1] ?? undefinedValue);
    return plain(access.thing);
  }),
  add: keyed((access) => {
    put(access, access.values[0] ?? undefinedValue);
    return plain(access.thing);
  }),
  delete: keyed((access) => {
    const { machine, frame, thing, key, site } = access;
    const before = thing.entries?.get(key);
    thing.entries?.delete(key);
    machine.write(frame, cellAt(access), 'delete', undefinedValue, before?.value.raw, site.span);
    if (before) machine.write(frame, contentCell(machine, thing), 'delete', undefinedValue, undefined, site.span);
    return plain(before !== undefined);
  }),
  clear: keyed(({ machine, frame, thing, site }) => {
    for (const [key, entry] of thing.entries ?? [])
      machine.write(
        frame,
        entryCell(machine, thing, key, termOf(entry.key.raw)),
        'delete',
        undefinedValue,
        entry.value.raw,
        site.span,
      );
    thing.entries?.clear();
    machine.write(frame, contentCell(machine, thing), 'clear', undefinedValue, thing, site.span);
    return undefinedValue;
  }),
  forEach: keyed(({ machine, frame, thing, values, site }) => {
    machine.turns.touch(contentCell(machine, thing).key, false);
    for (const { key, value } of [...(thing.entries?.values() ?? [])]) {
      const deps = machine.read(frame, contentCell(machine, thing), thing, site.span);
      callValue(
        machine,
        frame,
        values[0] ?? undefinedValue,
        undefinedValue,
        [withDeps(value, deps), withDeps(key, deps)],
        { ...site, use: 'value' },
      );
    }
    return undefinedValue;
  }),
  keys: listing(({ key }) => key),
  values: listing(({ value }) => value),
  entries: keyed(({ machine, frame, thing, site }) =>
    stepping(machine, newArray(machine, itemsOf(machine, frame, plain(thing), site.span))),
  ),
};

function listing(part: (entry: { readonly key: Value; readonly value: Value }) => Value): Native {
  return keyed(({ machine, frame, thing, site }) => {
    const deps = machine.read(frame, contentCell(machine, thing), thing, site.span);
    const parts = [...(thing.entries?.values() ?? [])].map((entry) => withDeps(part(entry), deps));
    return withDeps(stepping(machine, newArray(machine, parts)), deps);
  });
}

/** `map.keys().next().value` */
function stepping(machine: Machine, list: Value): Value {
  const { raw } = list;
  if (!(raw instanceof Thing)) return list;
  const next = machine.newThing('function', 'next');
  let at = 0;
  next.native = (inner) => {
    const record = inner.newThing('object', 'Object');
    record.properties.set('done', plain(at >= raw.items.length));
    record.properties.set('value', raw.items[at++] ?? undefinedValue);
    return plain(record);
  };
  raw.properties.set('next', plain(next));
  return list;
}

const methodNamed = nativeTable(natives);

export function collectionMember(
  machine: Machine,
  frame: Frame,
  thing: Thing,
  property: string,
  span: Span,
): Value | undefined {
  if (property === 'size') {
    const size = thing.entries?.size ?? 0;
    return { raw: size, deps: machine.read(frame, contentCell(machine, thing), size, span) };
  }
  const method = thing.properties.has(property) ? undefined : methodNamed(property);
  return method && plain(method);
}
