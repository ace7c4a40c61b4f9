// Arrays. Their content is one location: whoever looks at an element looks at all of it.

import { callValue } from '../calls.js';
import { contentCell } from '../cells.js';
import { itemsOf, pairOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { strictEquals } from '../operators.js';
import type { WriteKind } from '../trace.js';
import {
  type CallSite,
  type Native,
  none,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from '../value.js';
import { nativeTable } from './native.js';

export function newArray(machine: Machine, items: readonly Value[]): Value {
  const array = machine.newThing('array', 'Array');
  array.items = [...items];
  return plain(array);
}

type Body = (call: ArrayCall) => Value;

interface ArrayCall {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly array: Thing;
  /** The array with what it depends on that it is this one. */
  readonly self: Value;
  readonly values: readonly Value[];
  readonly site: CallSite;
}

function reading(body: (call: ArrayCall, items: readonly Value[]) => Value): Native {
  return method((call) => {
    const { machine, frame, array, site } = call;
    const deps = call.self.deps | machine.read(frame, contentCell(machine, array), array, site.span);
    return withDeps(
      body(
        call,
        array.items.map((item) => withDeps(item, deps)),
      ),
      deps,
    );
  });
}

function method(body: Body): Native {
  return (machine, frame, self, values, site) =>
    self.raw instanceof Thing ? body({ machine, frame, array: self.raw, self, values, site }) : undefinedValue;
}

function writing(how: WriteKind, change: (items: Value[], values: readonly Value[], call: ArrayCall) => Value): Native {
  return method((call) => {
    const { machine, frame, array, values, site } = call;
    const cell = contentCell(machine, array);
    const deps = how === 'add' ? none : call.self.deps | machine.read(frame, cell, array, site.span);
    const result = change(array.items, values, call);
    // What is put in overwrites nothing: where it came from does not matter, what decides the place does.
    const written =
      how === 'add' || call.site.text.endsWith('unshift')
        ? none
        : values.reduce((all, value) => all | value.deps, none);
    // `splice(at, count, …added)`
    const last = (site.text.endsWith('splice') ? values.slice(2) : values).at(-1)?.raw;
    machine.write(frame, cell, how, { raw: last, deps: written }, undefined, site.span);
    return withDeps(result, deps);
  });
}

/** Calls a function of the script on each element, as often as there are elements. */
function each<T>(
  { machine, frame, values, site, array }: ArrayCall,
  items: readonly Value[],
  use: (result: Value, index: number) => T,
): T[] {
  const callback = values[0] ?? undefinedValue;
  return items.map((item, index) => {
    const inner = { span: site.span, use: 'value' as const, text: `${site.text} callback` };
    return use(apply(machine, frame, callback, [item, plain(index), plain(array)], inner), index);
  });
}

function apply(machine: Machine, frame: Frame, callback: Value, values: readonly Value[], site: CallSite): Value {
  if (callback.raw instanceof Unknown)
    return plain(new Unknown(`${callback.raw.term}(${values.map(({ raw }) => termOf(raw)).join()})`));
  return callValue(machine, frame, callback, undefinedValue, values, site);
}

function firstWhere(call: ArrayCall, items: readonly Value[]): { readonly index: number; readonly deps: bigint } {
  const { machine, frame, values, site } = call;
  let deps = none;
  for (const [index, item] of items.entries()) {
    const result = apply(machine, frame, values[0] ?? undefinedValue, [item, plain(index)], { ...site, use: 'value' });
    deps |= result.deps;
    if (machine.isTruthy(result)) return { index, deps };
  }
  return { index: -1, deps };
}

function numberOf(value: Value | undefined, otherwise: number): number {
  return typeof value?.raw === 'number' ? value.raw : otherwise;
}

const natives: Readonly<Record<string, Native>> = {
  push: writing('add', (items, values) => plain(items.push(...values))),
  pop: writing('delete', (items) => items.pop() ?? undefinedValue),
  shift: writing('shift', (items) => items.shift() ?? undefinedValue),
  unshift: writing('shift', (items, values) => plain(items.unshift(...values))),
  splice: writing('shift', (items, values, { machine }) => {
    const [start, count, ...added] = values;
    const from = start?.raw instanceof Unknown ? 0 : numberOf(start, 0);
    return newArray(machine, items.splice(from, count === undefined ? items.length : numberOf(count, 1), ...added));
  }),
  sort: writing('shift', (items, _, call) => {
    items.splice(0, items.length, ...sorted(call, [...items]));
    return plain(call.array);
  }),
  reverse: writing('shift', (items, _, { array }) => {
    items.reverse();
    return plain(array);
  }),
  fill: writing('set', (items, [value], { array }) => {
    items.fill(value ?? undefinedValue);
    return plain(array);
  }),
  map: reading((call, items) =>
    newArray(
      call.machine,
      each(call, items, (result) => result),
    ),
  ),
  flatMap: reading((call, items) => newArray(call.machine, each(call, items, (result) => flattened(result)).flat())),
  forEach: reading((call, items) => {
    each(call, items, () => undefined);
    return undefinedValue;
  }),
  filter: reading((call, items) => {
    let deps = none;
    const kept = each(call, items, (result, index) => {
      deps |= result.deps;
      return call.machine.isTruthy(result) ? [items[index]!] : [];
    }).flat();
    return withDeps(newArray(call.machine, kept), deps);
  }),
  find: reading((call, items) => {
    const { index, deps } = firstWhere(call, items);
    return withDeps(items[index] ?? undefinedValue, deps);
  }),
  findIndex: reading((call, items) => {
    const { index, deps } = firstWhere(call, items);
    return { raw: index, deps };
  }),
  some: reading((call, items) => {
    const { index, deps } = firstWhere(call, items);
    return { raw: index !== -1, deps };
  }),
  every: reading((call, items) => {
    const results = each(call, items, (result) => result);
    return {
      raw: results.every((result) => call.machine.isTruthy(result)),
      deps: results.reduce((all, { deps }) => all | deps, none),
    };
  }),
  reduce: reading(({ machine, frame, values, site }, items) => {
    const hasStart = values.length > 1;
    let result = hasStart ? values[1]! : (items[0] ?? undefinedValue);
    for (const [index, item] of items.slice(hasStart ? 0 : 1).entries())
      result = apply(machine, frame, values[0]!, [result, item, plain(index)], { ...site, use: 'value' });
    return result;
  }),
  includes: reading(({ machine, values }, items) => ({
    raw: items.some((item) => strictEquals(machine, item, values[0] ?? undefinedValue)),
    deps: none,
  })),
  indexOf: reading(({ machine, values }, items) =>
    plain(items.findIndex((item) => strictEquals(machine, item, values[0] ?? undefinedValue))),
  ),
  slice: reading(({ machine, values }, items) =>
    newArray(
      machine,
      items.slice(numberOf(values[0], 0), values[1] === undefined ? undefined : numberOf(values[1], items.length)),
    ),
  ),
  concat: reading(({ machine, frame, values, site }, items) => {
    const more = values.flatMap((value) =>
      value.raw instanceof Thing && value.raw.kind === 'array' ? itemsOf(machine, frame, value, site.span) : [value],
    );
    return newArray(machine, [...items, ...more]);
  }),
  join: reading(({ values }, items) => plain(joined(items, values[0]?.raw))),
  flat: reading(({ machine, values }, items) => {
    let flat = [...items];
    for (let depth = Math.min(numberOf(values[0], 1), 5); depth > 0; depth--) flat = flat.flatMap(flattened);
    return newArray(machine, flat);
  }),
  at: reading(({ values }, items) => items.at(numberOf(values[0], 0)) ?? undefinedValue),
  toSorted: reading((call, items) => newArray(call.machine, sorted(call, [...items]))),
  toReversed: reading(({ machine }, items) => newArray(machine, [...items].reverse())),
  toSpliced: reading(({ machine, values: [start, count, ...added] }, items) => {
    const copy = [...items];
    copy.splice(numberOf(start, 0), count === undefined ? copy.length : numberOf(count, 1), ...added);
    return newArray(machine, copy);
  }),
  with: reading(({ machine, values: [index, value] }, items) => {
    const copy = [...items];
    copy[numberOf(index, 0)] = value ?? undefinedValue;
    return newArray(machine, copy);
  }),
  findLast: reading((call, items) => {
    const { index, deps } = firstWhere(call, [...items].reverse());
    return withDeps(items[items.length - 1 - index] ?? undefinedValue, deps);
  }),
  findLastIndex: reading((call, items) => {
    const { index, deps } = firstWhere(call, [...items].reverse());
    return { raw: index === -1 ? -1 : items.length - 1 - index, deps };
  }),
  lastIndexOf: reading(({ machine, values }, items) =>
    plain(items.findLastIndex((item) => strictEquals(machine, item, values[0] ?? undefinedValue))),
  ),
  reduceRight: reading(({ machine, frame, values, site }, items) => {
    const turned = [...items].reverse();
    let result = values.length > 1 ? values[1]! : (turned.shift() ?? undefinedValue);
    for (const item of turned) result = apply(machine, frame, values[0]!, [result, item], { ...site, use: 'value' });
    return result;
  }),
  toString: reading((_, items) => plain(joined(items, ','))),
  values: reading(({ machine }, items) => newArray(machine, items)),
  keys: reading(({ machine }, items) =>
    newArray(
      machine,
      items.map((_, index) => plain(index)),
    ),
  ),
  entries: reading(({ machine }, items) =>
    newArray(
      machine,
      items.map((item, index) => pairOf(machine, plain(index), item)),
    ),
  ),
};

function joined(items: readonly Value[], between: Value['raw'] = ','): Value['raw'] {
  const isKnown = items.every(({ raw }) => !(raw instanceof Thing) && !(raw instanceof Unknown));
  if (isKnown && typeof between === 'string') return items.map(({ raw }) => raw ?? '').join(between);
  return new Unknown(`join(${items.map(({ raw }) => termOf(raw)).join()})`, { type: { kind: 'string' } });
}

/** By insertion, which asks in a fixed order; what cannot be compared stays where it is. */
function sorted({ machine, frame, values, site }: ArrayCall, items: readonly Value[]): Value[] {
  const compare = values[0];
  const isAfter = (one: Value, other: Value): boolean => {
    if (!compare || compare.raw === undefined) {
      const isKnown = [one, other].every(({ raw }) => !(raw instanceof Thing) && !(raw instanceof Unknown));
      return isKnown && String(one.raw) > String(other.raw);
    }
    const { raw } = apply(machine, frame, compare, [one, other], { ...site, use: 'value' });
    return typeof raw === 'number' && raw > 0;
  };
  const result: Value[] = [];
  for (const item of items) {
    let at = result.length;
    while (at > 0 && isAfter(result[at - 1]!, item)) at--;
    result.splice(at, 0, item);
  }
  return result;
}

function flattened(value: Value): Value[] {
  return value.raw instanceof Thing && value.raw.kind === 'array' ? value.raw.items : [value];
}

export const arrayMethod = nativeTable(natives);
