// The globals of the language and of Node, as far as scripts are concerned.

import { makeError } from '../flow/errors.js';
import { deepCopy, deepDependences, type Machine, touchAll } from '../machine.js';
import { type Native, plain, Thing, termOf, Unknown, undefinedValue, type Value } from '../value.js';
import { abortController } from './abort-controller.js';
import { arrayClass, collection, objectClass } from './constructors.js';
import { parse, stringify } from './json.js';
import { emitterClass } from './library.js';
import { holder, nativeFunction } from './native.js';
import { conversion, mathMember } from './numbers.js';
import { promiseClass } from './promise-class.js';
import { cancel, interval, microtask, timer } from './timers.js';

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

const term = (text: string, type?: 'number' | 'string' | 'boolean'): Value =>
  plain(new Unknown(text, type ? { type: { kind: type } } : {}));

const fresh =
  (name: string, type?: 'number' | 'string'): Native =>
  (machine) =>
    term(`${name}#${machine.nextId()}`, type);

/** The same for everyone who asks: time does not decide what a service does. */
const clock: Native = () => term('now', 'number');

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
