// The globals of the language and of Node, as far as scripts are concerned.

import { callThing, childUnit } from '../calls.js';
import { copyProperties } from '../expressions.js';
import { makeError, ScriptError } from '../flow/errors.js';
import { itemsOf, namesOf, pairOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import { deepCopy, deepDependences, type Machine, spotOf, touchAll } from '../machine.js';
import { combine, newPromise, resolve, settle, toPromise } from '../promises.js';
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
  type Value,
  withDeps,
} from '../value.js';
import { newArray } from './arrays.js';
import { emitterClass } from './library.js';
import { nativeFunction } from './native.js';

export function globalValue(machine: Machine, name: string): Value | undefined {
  const shared = table.get(name);
  if (shared) return plain(shared);
  if (errors.has(name)) return plain(errorClass(name));
  if (name === 'NaN') return plain(Number.NaN);
  if (name === 'Infinity') return plain(Number.POSITIVE_INFINITY);
  if (name === 'eval' || name === 'Proxy' || name === 'SharedArrayBuffer' || name === 'Worker')
    machine.gap(`${name} is not modelled`, undefined, undefined);
  return undefined;
}

const errors = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'DOMException']);

function errorClass(name: string): Thing {
  return nativeFunction(name, (machine, _frame, self, values) => {
    const error = makeError(machine, name, '').raw as Thing;
    error.properties.set('message', values[0] ?? undefinedValue);
    if (self.raw instanceof Thing) for (const [key, value] of error.properties) self.raw.properties.set(key, value);
    return plain(error);
  });
}

function holder(name: string, members: Readonly<Record<string, Native>>, native?: Native): Thing {
  const thing = nativeFunction(name, native ?? (() => undefinedValue));
  for (const [key, member] of Object.entries(members)) thing.properties.set(key, plain(nativeFunction(key, member)));
  return thing;
}

const term = (text: string, type?: 'number' | 'string' | 'boolean'): Value =>
  plain(new Unknown(text, type ? { type: { kind: type } } : {}));

const fresh =
  (name: string, type?: 'number' | 'string'): Native =>
  (machine) =>
    term(`${name}#${machine.nextId()}`, type);

/** The same for everyone who asks: time does not decide what a service does. */
const clock: Native = () => term('now', 'number');

function executor(
  machine: Machine,
  frame: Frame,
  values: readonly Value[],
  site: { readonly span: { readonly start: number; readonly end: number } },
): Value {
  const promise = newPromise(machine);
  const done = machine.newThing('function', 'resolve');
  done.native = (inner, _frame, _self, [value]) => {
    resolve(inner, promise, value ?? undefinedValue);
    return undefinedValue;
  };
  const failed = machine.newThing('function', 'reject');
  failed.native = (inner, _frame, _self, [value]) => {
    settle(inner, promise, 'rejected', value ?? undefinedValue);
    return undefinedValue;
  };
  machine.deferreds.push({ promise, settlers: [done, failed], unit: frame.unit, spot: spotOf(frame, site.span) });
  const callback = values[0]?.raw;
  if (isCallable(callback)) {
    try {
      callThing(machine, frame, callback, undefinedValue, [plain(done), plain(failed)], {
        span: site.span,
        use: 'awaited',
        text: 'executor',
      });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      settle(machine, promise, 'rejected', error.value, error.guard);
    }
  }
  return plain(promise);
}

const combiner =
  (how: string): Native =>
  (machine, frame, _self, [list], site) => {
    const items = list ? itemsOf(machine, frame, list, site.span) : [];
    return plain(
      combine(
        machine,
        how,
        items.map((item) => toPromise(machine, item)),
      ),
    );
  };

const collection =
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

const timer: Native = (machine, frame, _self, [callback], site) => {
  const id = machine.nextId();
  if (callback && isCallable(callback.raw))
    machine.timers.push({
      id,
      label: machine.turns.nextLabel(),
      round: (frame.unit.rounds ?? 0) + 1,
      unit: frame.unit,
      callback,
      spot: spotOf(frame, site.span),
    });
  return plain(id);
};

const interval: Native = (machine, frame, _self, [callback], site) => {
  const id = machine.nextId();
  if (callback && isCallable(callback.raw))
    machine.registrations.push({ name: 'setInterval', callback: callback.raw, spot: spotOf(frame, site.span), id });
  return plain(id);
};

const cancel: Native = (machine, _frame, _self, [id]) => {
  machine.turns.touch(`timer ${String(id?.raw)}`, true);
  for (const timer of machine.timers) if (timer.id === id?.raw) machine.turns.prevent(timer.label);
  machine.timers = machine.timers.filter((candidate) => candidate.id !== id?.raw);
  if (typeof id?.raw === 'number') machine.cleared.add(id.raw);
  return undefinedValue;
};

const microtask: Native = (machine, frame, _self, [callback], site) => {
  const thing = callback?.raw;
  if (isCallable(thing)) {
    const unit = childUnit(machine, frame.unit, thing.name);
    machine.microtasks.push(() => {
      callThing(machine, { ...frame, unit }, thing, undefinedValue, [], {
        span: site.span,
        use: 'promise',
        text: 'microtask',
      });
    });
  }
  return undefinedValue;
};

const abortController: Native = (machine) => {
  const controller = machine.newThing('object', 'AbortController');
  const signal = machine.newThing('object', 'AbortSignal');
  signal.properties.set('aborted', plain(false));
  controller.properties.set('signal', plain(signal));
  const abort = nativeFunction('abort', (inner, frame, _self, _values, site) => {
    const cell = { key: `${signal.id}.aborted`, name: 'signal.aborted', owner: `${signal.id}`, external: false };
    signal.properties.set('aborted', plain(true));
    inner.write(frame, cell, 'set', plain(true), false, site.span);
    return undefinedValue;
  });
  controller.prototype = machine.newThing('object', 'AbortController');
  controller.prototype.properties.set('abort', plain(abort));
  signal.prototype = machine.newThing('object', 'AbortSignal');
  const check = nativeFunction('throwIfAborted', (inner, frame, _self, _values, site) => {
    const raw = signal.properties.get('aborted')?.raw;
    const cell = { key: `${signal.id}.aborted`, name: 'signal.aborted', owner: `${signal.id}`, external: false };
    const deps = inner.read(frame, cell, raw, site.span);
    frame.control |= deps;
    frame.guard |= deps;
    if (raw === true) throw new ScriptError(makeError(inner, 'AbortError', 'aborted'), frame.control);
    return undefinedValue;
  });
  signal.prototype.properties.set('throwIfAborted', plain(check));
  for (const name of ['addEventListener', 'removeEventListener'])
    signal.prototype.properties.set(name, plain(nativeFunction(name, () => undefinedValue)));
  return plain(controller);
};

const parse: Native = (machine, _frame, _self, [text]) => {
  const raw = text?.raw;
  const deps = text?.deps ?? none;
  if (raw instanceof Unknown && raw.traits.json) return withDeps(deepCopy(machine, raw.traits.json), deps);
  if (typeof raw === 'string') {
    try {
      return withDeps(fromJson(machine, JSON.parse(raw)), deps);
    } catch {
      return { raw: undefined, deps };
    }
  }
  return { raw: new Unknown(`parse(${termOf(raw)})`, { identity: `parse#${machine.nextId()}` }), deps };
};

function fromJson(machine: Machine, json: unknown): Value {
  if (Array.isArray(json))
    return newArray(
      machine,
      json.map((item) => fromJson(machine, item)),
    );
  if (json === null || typeof json !== 'object') return plain(json as string | number | boolean | null);
  const thing = machine.newThing('object', 'Object');
  for (const [name, value] of Object.entries(json)) thing.properties.set(name, fromJson(machine, value));
  return plain(thing);
}

const stringify: Native = (machine, _frame, _self, [value = undefinedValue]) => {
  touchAll(machine.turns, value);
  return {
    raw: new Unknown(`json(${termOf(value.raw)})`, { type: { kind: 'string' }, json: deepCopy(machine, value) }),
    deps: deepDependences(value),
  };
};

const mathMember =
  (name: string): Native =>
  (_machine, _frame, _self, values) => {
    const deps = values.reduce((all, value) => all | value.deps, none);
    const numbers = values.map(({ raw }) => raw);
    const known = numbers.every((raw) => typeof raw === 'number');
    const compute = Math[name as 'max'];
    if (known && typeof compute === 'function') return { raw: compute(...(numbers as number[])), deps };
    return {
      raw: new Unknown(`Math.${name}(${numbers.map((raw) => termOf(raw)).join()})`, { type: { kind: 'number' } }),
      deps,
    };
  };

const conversion =
  (
    name: string,
    convert: (raw: string | number | boolean | null | undefined | bigint) => string | number | boolean,
  ): Native =>
  (machine, _frame, _self, [value = undefinedValue]) => {
    const { raw, deps } = value;
    if (name === 'Boolean') return { raw: machine.isTruthy(value), deps };
    if (raw instanceof Thing || raw instanceof Unknown)
      return {
        raw: new Unknown(raw instanceof Unknown && name === 'String' ? raw.term : `${name}(${termOf(raw)})`, {
          type: { kind: name === 'Number' ? 'number' : 'string' },
        }),
        deps,
      };
    return { raw: convert(raw), deps };
  };

const table = new Map<string, Thing>();

function define(name: string, thing: Thing): void {
  table.set(name, thing);
}

define(
  'Promise',
  holder(
    'Promise',
    {
      resolve: (machine, _frame, _self, [value]) => plain(toPromise(machine, value ?? undefinedValue)),
      reject: (machine, _frame, _self, [value]) => {
        const promise = newPromise(machine);
        settle(machine, promise, 'rejected', value ?? undefinedValue);
        return plain(promise);
      },
      all: combiner('all'),
      allSettled: combiner('allSettled'),
      race: combiner('race'),
      any: combiner('any'),
      withResolvers: (machine, frame, _self, _values, site) => {
        const record = machine.newThing('object', 'Object');
        const capture = nativeFunction('capture', (_m, _f, _s, [done, failed]) => {
          record.properties.set('resolve', done!);
          record.properties.set('reject', failed!);
          return undefinedValue;
        });
        record.properties.set('promise', executor(machine, frame, [plain(capture)], site));
        return plain(record);
      },
    },
    (machine, frame, _self, values, site) => executor(machine, frame, values, site),
  ),
);
define('Map', holder('Map', {}, collection('map', 'Map')));
define('Set', holder('Set', {}, collection('set', 'Set')));
define('WeakMap', holder('WeakMap', {}, collection('map', 'WeakMap')));
define('WeakSet', holder('WeakSet', {}, collection('set', 'WeakSet')));
define(
  'Array',
  holder(
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
  ),
);
define(
  'Object',
  holder('Object', {
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
          thing.properties.set(
            termOf(item.raw.items[0]?.raw).replace(/^"|"$/g, ''),
            item.raw.items[1] ?? undefinedValue,
          );
      return plain(thing);
    },
  }),
);
define('JSON', holder('JSON', { parse, stringify }));
define(
  'Math',
  holder(
    'Math',
    Object.fromEntries([
      ...['max', 'min', 'floor', 'ceil', 'round', 'abs', 'trunc', 'sqrt', 'pow', 'sign'].map(
        (name) => [name, mathMember(name)] as const,
      ),
      ['random', fresh('random', 'number')] as const,
    ]),
  ),
);
define(
  'Date',
  holder('Date', { now: clock }, () =>
    plain(new Unknown('now', { type: { kind: 'reference', name: 'Date', module: 0, arguments: [] } })),
  ),
);
define('performance', holder('performance', { now: clock }));
define(
  'console',
  holder(
    'console',
    Object.fromEntries(['log', 'error', 'warn', 'info', 'debug', 'trace'].map((name) => [name, () => undefinedValue])),
  ),
);
define('crypto', holder('crypto', { randomUUID: fresh('uuid', 'string') }));
define('randomUUID', nativeFunction('randomUUID', fresh('uuid', 'string')));
define('String', nativeFunction('String', conversion('String', String)));
define(
  'Number',
  holder(
    'Number',
    {
      isInteger: () => plain(true),
      isFinite: () => plain(true),
      isNaN: () => plain(false),
      parseInt: conversion('Number', Number),
      parseFloat: conversion('Number', Number),
    },
    conversion('Number', Number),
  ),
);
define('Boolean', nativeFunction('Boolean', conversion('Boolean', Boolean)));
define('BigInt', nativeFunction('BigInt', conversion('Number', Number)));
define(
  'parseInt',
  nativeFunction(
    'parseInt',
    conversion('Number', (raw) => Number.parseInt(String(raw), 10)),
  ),
);
define('parseFloat', nativeFunction('parseFloat', conversion('Number', Number)));
define(
  'isNaN',
  nativeFunction('isNaN', () => plain(false)),
);
define(
  'Symbol',
  nativeFunction('Symbol', (machine, _f, _s, [name]) =>
    plain(new Unknown(`Symbol(${termOf(name?.raw)})#${machine.nextId()}`)),
  ),
);
define(
  'structuredClone',
  nativeFunction('structuredClone', (machine, _f, _s, [value = undefinedValue]) => {
    touchAll(machine.turns, value);
    return { ...deepCopy(machine, value), deps: deepDependences(value) };
  }),
);
define('setTimeout', nativeFunction('setTimeout', timer));
define('setImmediate', nativeFunction('setImmediate', timer));
define('setInterval', nativeFunction('setInterval', interval));
for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) define(name, nativeFunction(name, cancel));
define('queueMicrotask', nativeFunction('queueMicrotask', microtask));
define('AbortController', nativeFunction('AbortController', abortController));
define('EventEmitter', emitterClass);
define('EventTarget', emitterClass);
define(
  'require',
  nativeFunction('require', (_m, _f, _s, [name]) =>
    plain(new Unknown(`require(${termOf(name?.raw)})`, { external: true })),
  ),
);
