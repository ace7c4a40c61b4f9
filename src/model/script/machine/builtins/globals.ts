// The globals of the language and of Node, as far as scripts are concerned.

import { makeError } from '../flow/errors.js';
import { deepCopy, deepDependences, type Machine, touchAll } from '../machine.js';
import { type Native, none, plain, type Raw, Thing, termOf, Unknown, undefinedValue, type Value } from '../value.js';
import { abortController, abortSignalClass } from './abort-controller.js';
import { arrayClass, collection, objectClass } from './constructors.js';
import { parse, stringify } from './json.js';
import { emitterClass } from './library.js';
import { holder, nativeFunction } from './native.js';
import { conversion, isKnownNumber, mathConstants, mathMember, mathNames, numberConstants } from './numbers.js';
import { promiseClass } from './promise-class.js';
import { regexpClass } from './regexp.js';
import { cancel, immediate, interval, microtask, timer } from './timers.js';

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
    error.properties.set('message', (name === 'AggregateError' ? values[1] : values[0]) ?? undefinedValue);
    if (name === 'AggregateError') error.properties.set('errors', values[0] ?? undefinedValue);
    const options = values[name === 'AggregateError' ? 2 : 1]?.raw;
    if (options instanceof Thing) error.properties.set('cause', options.properties.get('cause') ?? undefinedValue);
    if (self.raw instanceof Thing) for (const [key, value] of error.properties) self.raw.properties.set(key, value);
    return plain(error);
  });
}

const term = (text: string, type?: 'number' | 'string' | 'boolean'): Value =>
  plain(new Unknown(text, type ? { type: { kind: type } } : {}));

const fresh =
  (name: string, type?: 'number' | 'string'): Native =>
  (machine) =>
    term(`${name}#${machine.nextId()}`, type);

/** The same for everyone who asks: time does not decide what a service does. */
const clock: Native = () => term('now', 'number');

const dateType = { kind: 'reference', name: 'Date', module: 0, arguments: [] } as const;

/** A point in time and its number; the clock tells nothing. */
function dateAt(at: Value | undefined): { readonly date: Unknown; readonly time: Raw } {
  if (at === undefined) return { date: new Unknown('now', { type: dateType }), time: new Unknown('now') };
  const { raw } = at;
  const time = typeof raw === 'string' ? Date.parse(raw) : raw;
  const named = raw instanceof Unknown && raw.traits.type === dateType ? raw.term : `Date(${termOf(time)})`;
  return {
    date: new Unknown(named, { type: dateType }),
    time: typeof time === 'number' ? time : new Unknown(`${named}.getTime()`, { type: { kind: 'number' } }),
  };
}

function toBigInt(raw: unknown): bigint | undefined {
  try {
    return BigInt(raw as string);
  } catch {
    return undefined;
  }
}

const table = new Map<string, Thing>();

function define(name: string, thing: Thing): void {
  table.set(name, thing);
}

define('Promise', promiseClass);
define('Map', holder('Map', {}, collection('map', 'Map')));
define('Set', holder('Set', {}, collection('set', 'Set')));
define('WeakMap', holder('WeakMap', {}, collection('map', 'WeakMap')));
define('WeakSet', holder('WeakSet', {}, collection('set', 'WeakSet')));
define('Array', arrayClass);
define('Object', objectClass);
define('JSON', holder('JSON', { parse, stringify }));
define(
  'Math',
  holder(
    'Math',
    Object.fromEntries([
      ...mathNames.map((name) => [name, mathMember(name)] as const),
      ['random', fresh('random', 'number')] as const,
    ]),
  ),
);
define(
  'Date',
  holder(
    'Date',
    {
      now: clock,
      parse: (_m, _f, _s, [text]) => ({ raw: dateAt(text).time, deps: text?.deps ?? none }),
      UTC: (_m, _f, _s, values) => term(`Date.UTC(${values.map(({ raw }) => termOf(raw)).join()})`, 'number'),
    },
    (_m, _f, _s, [at]) => ({ raw: dateAt(at).date, deps: at?.deps ?? none }),
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
      isInteger: isKnownNumber('Number.isInteger', Number.isInteger),
      isSafeInteger: isKnownNumber('Number.isSafeInteger', Number.isSafeInteger),
      isFinite: isKnownNumber('Number.isFinite', Number.isFinite),
      isNaN: isKnownNumber('Number.isNaN', Number.isNaN, false),
      parseInt: conversion('Number', (raw) => Number.parseInt(String(raw), 10)),
      parseFloat: conversion('Number', (raw) => Number.parseFloat(String(raw))),
    },
    conversion('Number', Number),
  ),
);
define('Boolean', nativeFunction('Boolean', conversion('Boolean', Boolean)));
define(
  'BigInt',
  nativeFunction(
    'BigInt',
    conversion('BigInt', (raw) => toBigInt(raw)),
  ),
);
define(
  'parseInt',
  nativeFunction(
    'parseInt',
    conversion('Number', (raw) => Number.parseInt(String(raw), 10)),
  ),
);
define(
  'parseFloat',
  nativeFunction(
    'parseFloat',
    conversion('Number', (raw) => Number.parseFloat(String(raw))),
  ),
);
define('isFinite', nativeFunction('isFinite', isKnownNumber('isFinite', Number.isFinite)));
define('RegExp', nativeFunction('RegExp', regexpClass));
define(
  'isNaN',
  nativeFunction(
    'isNaN',
    isKnownNumber('isNaN', (raw) => Number.isNaN(Number(raw)), false),
  ),
);
define(
  'Symbol',
  holder(
    'Symbol',
    { for: (_m, _f, _s, [name]) => plain(new Unknown(`Symbol.for(${termOf(name?.raw)})`)) },
    // Nothing else is the same.
    (machine, _f, _s, [name]) => plain(machine.newThing('object', `Symbol(${termOf(name?.raw)})`)),
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
define('setImmediate', nativeFunction('setImmediate', immediate));
define('setInterval', nativeFunction('setInterval', interval));
for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) define(name, nativeFunction(name, cancel));
define('queueMicrotask', nativeFunction('queueMicrotask', microtask));
define('AbortController', nativeFunction('AbortController', abortController));
define('AbortSignal', abortSignalClass);
define('EventEmitter', emitterClass);
define('EventTarget', emitterClass);
define(
  'require',
  nativeFunction('require', (_m, _f, _s, [name]) =>
    plain(new Unknown(`require(${termOf(name?.raw)})`, { external: true })),
  ),
);

for (const [name, value] of mathConstants) table.get('Math')!.properties.set(name, plain(value));
for (const [name, value] of numberConstants) table.get('Number')!.properties.set(name, plain(value));
for (const name of [
  'iterator',
  'asyncIterator',
  'dispose',
  'asyncDispose',
  'toStringTag',
  'hasInstance',
  'toPrimitive',
])
  table.get('Symbol')!.properties.set(name, plain(`[Symbol.${name}]`));
