// `Object`, `Array`, `Map`, `Set`: how they are made, and their static members.

import { callThing } from '../calls.js';
import { copyProperties } from '../expressions/objects.js';
import { itemsOf, namesOf, pairOf } from '../flow/iteration.js';
import { binary, strictEquals } from '../operators.js';
import { propertyKey, setProperty } from '../properties.js';
import {
  isCallable,
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
import { holder } from './native.js';

export const collection =
  (kind: 'map' | 'set', name: string): Native =>
  (machine, frame, _self, [from], site) => {
    const thing = machine.newThing(kind, name);
    for (const item of from && from.raw !== undefined && from.raw !== null
      ? itemsOf(machine, frame, from, site.span)
      : []) {
      const pair = kind === 'map' && item.raw instanceof Thing ? item.raw.items : [item, item];
      const [key = undefinedValue, value = undefinedValue] = pair;
      thing.entries?.set(keyOf(key.raw), { key, value: withDeps(value, item.deps) });
    }
    return plain(thing);
  };

function isLength(raw: Raw): raw is number | Unknown {
  return typeof raw === 'number' || (raw instanceof Unknown && raw.traits.type?.kind === 'number');
}

const mostItems = 8;

/** Two stand for an unknown number, and for many. */
function undefinedItems(length: number | Unknown): Value[] {
  const count = typeof length === 'number' && length <= mostItems ? Math.max(0, Math.floor(length)) : 2;
  return Array.from({ length: count }, () => undefinedValue);
}

export const arrayClass = holder(
  'Array',
  {
    isArray: (_machine, _frame, _self, [value]) => ({
      raw: value?.raw instanceof Thing ? value.raw.kind === 'array' : value?.raw instanceof Unknown,
      deps: value?.deps ?? none,
    }),
    from: (machine, frame, _self, [value, map], site) => {
      const length =
        value?.raw instanceof Thing && value.raw.kind === 'object'
          ? value.raw.properties.get('length')?.raw
          : undefined;
      const items =
        typeof length === 'number' || length instanceof Unknown
          ? undefinedItems(length)
          : value
            ? itemsOf(machine, frame, value, site.span)
            : [];
      const callback = map?.raw;
      if (!isCallable(callback)) return newArray(machine, items);
      return newArray(
        machine,
        items.map((item, index) =>
          callThing(machine, frame, callback, undefinedValue, [item, plain(index)], { ...site, use: 'value' }),
        ),
      );
    },
    of: (machine, _frame, _self, values) => newArray(machine, values),
  },
  (machine, _frame, _self, values) =>
    newArray(machine, values.length === 1 && isLength(values[0]!.raw) ? undefinedItems(values[0]!.raw) : values),
);

export const objectClass = holder('Object', {
  keys: (machine, frame, _self, [value], site) =>
    newArray(
      machine,
      value
        ? namesOf(machine, frame, value, site.span).map((entry) => ({ raw: entry.name, deps: entry.value.deps }))
        : [],
    ),
  values: (machine, frame, _self, [value], site) =>
    newArray(machine, value ? namesOf(machine, frame, value, site.span).map((entry) => entry.value) : []),
  entries: (machine, frame, _self, [value], site) =>
    newArray(
      machine,
      value
        ? namesOf(machine, frame, value, site.span).map((entry) => pairOf(machine, plain(entry.name), entry.value))
        : [],
    ),
  assign: (machine, frame, _self, [target, ...sources], site) => {
    if (target?.raw instanceof Thing)
      for (const source of sources) copyProperties(machine, frame, target.raw, source, site.span);
    return target ?? undefinedValue;
  },
  freeze: (_machine, _frame, _self, [value]) => value ?? undefinedValue,
  seal: (_machine, _frame, _self, [value]) => value ?? undefinedValue,
  preventExtensions: (_machine, _frame, _self, [value]) => value ?? undefinedValue,
  isFrozen: (machine, _frame, _self, [value]) => plain(machine.decide(`isFrozen ${termOf(value?.raw)}`)),
  is: (machine, _frame, _self, [one = undefinedValue, other = undefinedValue]) => ({
    raw: strictEquals(machine, one, other),
    deps: one.deps | other.deps,
  }),
  hasOwn: (machine, _frame, _self, [object = undefinedValue, key = undefinedValue]) =>
    binary(machine, 'in', key, object),
  getPrototypeOf: (_machine, _frame, _self, [value]) =>
    plain(value?.raw instanceof Thing ? (value.raw.prototype ?? null) : null),
  getOwnPropertyNames: (machine, frame, _self, [value], site) =>
    newArray(machine, value ? namesOf(machine, frame, value, site.span).map((entry) => plain(entry.name)) : []),
  defineProperty: (machine, frame, _self, [target = undefinedValue, key, how], site) => {
    const members = how?.raw instanceof Thing ? how.raw.properties : undefined;
    const [get, set] = [members?.get('get')?.raw, members?.get('set')?.raw];
    const name = propertyKey(key ?? undefinedValue).key;
    if (target.raw instanceof Thing && (isCallable(get) || isCallable(set))) {
      target.raw.accessors ??= new Map();
      target.raw.accessors.set(name, {
        ...(isCallable(get) ? { get } : {}),
        ...(isCallable(set) ? { set } : {}),
      });
    } else setProperty(machine, frame, target, name, members?.get('value') ?? undefinedValue, site.span);
    return target;
  },
  groupBy: (machine, frame, _self, [list = undefinedValue, by], site) => {
    const thing = machine.newThing('object', 'Object');
    for (const [index, item] of itemsOf(machine, frame, list, site.span).entries()) {
      const callback = by?.raw;
      if (!isCallable(callback)) continue;
      const given = [item, plain(index)];
      const key = callThing(machine, frame, callback, undefinedValue, given, { ...site, use: 'value' });
      const name = propertyKey(key).key;
      const group = thing.properties.get(name)?.raw;
      if (group instanceof Thing) group.items.push(item);
      else thing.properties.set(name, newArray(machine, [item]));
    }
    return plain(thing);
  },
  create: (machine, _frame, _self, [prototype]) => {
    const thing = machine.newThing('object', 'Object');
    if (prototype?.raw instanceof Thing) thing.prototype = prototype.raw;
    return plain(thing);
  },
  fromEntries: (machine, frame, _self, [value], site) => {
    const thing = machine.newThing('object', 'Object');
    for (const item of value ? itemsOf(machine, frame, value, site.span) : [])
      if (item.raw instanceof Thing)
        thing.properties.set(termOf(item.raw.items[0]?.raw).replace(/^"|"$/g, ''), item.raw.items[1] ?? undefinedValue);
    return plain(thing);
  },
});
