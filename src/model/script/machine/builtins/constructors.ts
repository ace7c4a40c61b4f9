// `Object`, `Array`, `Map`, `Set`: how they are made, and their static members.

import { callThing } from '../calls.js';
import { copyProperties } from '../expressions/objects.js';
import { itemsOf, namesOf, pairOf } from '../flow/iteration.js';
import {
  isCallable,
  keyOf,
  type Native,
  none,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
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
        typeof length === 'number'
          ? Array.from({ length: length > 3 ? 2 : length }, () => undefinedValue)
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
    newArray(machine, values.length === 1 && typeof values[0]?.raw === 'number' ? [] : values),
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
  create: (machine) => plain(machine.newThing('object', 'Object')),
  fromEntries: (machine, frame, _self, [value], site) => {
    const thing = machine.newThing('object', 'Object');
    for (const item of value ? itemsOf(machine, frame, value, site.span) : [])
      if (item.raw instanceof Thing)
        thing.properties.set(termOf(item.raw.items[0]?.raw).replace(/^"|"$/g, ''), item.raw.items[1] ?? undefinedValue);
    return plain(thing);
  },
});
