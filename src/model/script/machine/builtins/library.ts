// Packages whose behaviour decides what interferes: locks, limiters and emitters. Everything else that is imported and not
// part of the program is outside.

import type { StandIn } from '../../library/model.js';
import { standInOf } from '../../library/models.js';
import { callThing } from '../calls.js';
import { entryCell } from '../cells.js';
import type { Frame, Unit } from '../frame.js';
import { acquire, Lock, runIn } from '../locks.js';
import { type Machine, spotOf } from '../machine.js';
import { isStandIn } from '../outside/verbs.js';
import { subscribe, toPromise } from '../promises.js';
import { findMethod } from '../properties.js';
import {
  type CallSite,
  isCallable,
  type Native,
  plain,
  type Raw,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
} from '../value.js';
import { nativeFunction } from './native.js';
import { deferredPromise } from './promise-class.js';

/** What the user says goes before what is known (library/models.ts). */
export function libraryValue({ options }: Machine, from: string, imported: string): Value | undefined {
  const said = options.treated.get(`${from}#${imported}`);
  const known = said !== undefined && isStandIn(said) ? said : standInOf(from, imported);
  return known && plain(implementations[known]);
}

function numberOf(value: Value | undefined, otherwise: number): number {
  return typeof value?.raw === 'number' ? value.raw : otherwise;
}

function lockObject(machine: Machine, name: string, places: number): Thing {
  const lock = new Lock(machine.nextId(), places);
  const thing = machine.newThing('object', name);
  const define = (key: string, native: Native) => thing.properties.set(key, plain(nativeFunction(key, native)));
  define('acquire', (inner, frame, _self, _values, site) => plain(acquire(inner, frame, lock, site)));
  define('lock', (inner, frame, _self, _values, site) => plain(acquire(inner, frame, lock, site)));
  define('runExclusive', (inner, frame, _self, [work], site) => plain(guarded(inner, frame, lock, work, site)));
  define('release', (inner) => {
    lock.leave(inner);
    return undefinedValue;
  });
  define('unlock', (inner) => {
    lock.leave(inner);
    return undefinedValue;
  });
  define('isLocked', (inner) => plain(lock.isLockedFor(inner)));
  define('waitForUnlock', (inner, frame, _self, _values, site) => plain(guarded(inner, frame, lock, undefined, site)));
  const prototype = machine.newThing('object', name);
  for (const [key, value] of thing.properties) prototype.properties.set(key, value);
  thing.properties.clear();
  thing.prototype = prototype;
  return thing;
}

function guarded(machine: Machine, frame: Frame, lock: Lock, work: Value | undefined, site: CallSite): Thing {
  return runIn(machine, frame, lock, () => called(machine, frame, work, site), site);
}

function called(machine: Machine, frame: Frame, work: Value | undefined, site: CallSite): Value {
  const thing = work?.raw;
  if (!isCallable(thing)) return undefinedValue;
  return plain(toPromise(machine, callThing(machine, frame, thing, undefinedValue, [], { ...site, use: 'awaited' })));
}

const mutex = nativeFunction('Mutex', (machine) => plain(lockObject(machine, 'Mutex', 1)));
const semaphore = nativeFunction('Semaphore', (machine, _f, _s, [places]) =>
  plain(lockObject(machine, 'Semaphore', numberOf(places, 1))),
);

/** p-limit: a function that runs what it is given, so many at a time. */
const limiter = nativeFunction('pLimit', (machine, _f, _s, [places]) => {
  const lock = new Lock(machine.nextId(), numberOf(places, 1));
  const limit = machine.newThing('function', 'limit');
  limit.native = (inner, frame, _self, [work], site) => plain(guarded(inner, frame, lock, work, site));
  return plain(limit);
});

const queue = nativeFunction('PQueue', (machine, _f, _s, [options]) => {
  const concurrency = options?.raw instanceof Thing ? options.raw.properties.get('concurrency') : undefined;
  const lock = new Lock(machine.nextId(), numberOf(concurrency, Number.POSITIVE_INFINITY));
  const thing = machine.newThing('object', 'PQueue');
  thing.prototype = machine.newThing('object', 'PQueue');
  const add = nativeFunction('add', (inner, frame, _self, [work], site) =>
    plain(guarded(inner, frame, lock, work, site)),
  );
  thing.prototype.properties.set('add', plain(add));
  for (const name of ['onIdle', 'onEmpty', 'clear', 'pause', 'start'])
    thing.prototype.properties.set(
      name,
      plain(nativeFunction(name, (inner) => plain(toPromise(inner, undefinedValue)))),
    );
  return plain(thing);
});

/** async-lock: one lock per key. */
const keyedLock = nativeFunction('AsyncLock', (machine) => {
  const locks = new Map<string, Lock>();
  const thing = machine.newThing('object', 'AsyncLock');
  thing.prototype = machine.newThing('object', 'AsyncLock');
  const acquireKey = nativeFunction('acquire', (inner, frame, _self, [key, work], site) => {
    const name = String(key?.raw instanceof Unknown ? key.raw.term : key?.raw);
    const lock = locks.get(name) ?? new Lock(`${thing.id} ${name}`, 1);
    locks.set(name, lock);
    return plain(guarded(inner, frame, lock, work, site));
  });
  thing.prototype.properties.set('acquire', plain(acquireKey));
  return plain(thing);
});

type Listeners = Map<string, { readonly callback: Thing; readonly once: boolean }[]>;

/** Listeners are called at once, in order. What else emits is not known, so each is an entry as well. */
export const emitterClass = nativeFunction('EventEmitter', (machine) => {
  const thing = machine.newThing('object', 'EventEmitter');
  const listeners: Listeners = new Map();
  thing.slot = listeners;
  const listen =
    (once: boolean): Native =>
    (inner, frame, self, [name, callback], site) => {
      const key = String(name?.raw instanceof Unknown ? name.raw.term : name?.raw);
      if (!isCallable(callback?.raw)) return self;
      inner.turns.touch(`listeners ${thing.id}`, true);
      listeners.set(key, [...(listeners.get(key) ?? []), { callback: callback.raw, once }]);
      inner.write(frame, entryCell(inner, thing, key, key), 'add', undefinedValue, undefined, site.span);
      inner.registrations.push({
        name: `${site.text} '${key}'`,
        callback: callback.raw,
        spot: spotOf(frame, site.span),
      });
      return self;
    };
  const emit: Native = (inner, frame, _self, [name, ...values], site) => {
    inner.turns.touch(`listeners ${thing.id}`, true);
    const key = String(name?.raw instanceof Unknown ? name.raw.term : name?.raw);
    const called = listeners.get(key) ?? [];
    if (called.length === 0) {
      inner.unheard.push({ emitter: thing, key, index: inner.events.length });
      inner.turns.touch('begun', true);
    }
    inner.read(frame, entryCell(inner, thing, key, key), called.length > 0, site.span);
    listeners.set(
      key,
      called.filter(({ once }) => !once),
    );
    for (const { callback } of called)
      callThing(inner, frame, callback, undefinedValue, values, { ...site, use: 'promise' });
    return plain(called.length > 0);
  };
  const remove: Native = (inner, _frame, self, [name, callback]) => {
    inner.turns.touch(`listeners ${thing.id}`, true);
    const key = String(name?.raw instanceof Unknown ? name.raw.term : name?.raw);
    listeners.set(
      key,
      callback ? (listeners.get(key) ?? []).filter((listener) => listener.callback !== callback.raw) : [],
    );
    return self;
  };
  const count: Native = (inner, _frame, _self, [name]) => {
    inner.turns.touch(`listeners ${thing.id}`, false);
    return plain(listeners.get(String(name?.raw instanceof Unknown ? name.raw.term : name?.raw))?.length ?? 0);
  };
  const members = {
    on: listen(false),
    addListener: listen(false),
    addEventListener: listen(false),
    once: listen(true),
    emit,
    dispatchEvent: emit,
    off: remove,
    removeListener: remove,
    removeEventListener: remove,
    removeAllListeners: remove,
    listenerCount: count,
    setMaxListeners: ((_inner, _frame, self) => self) satisfies Native,
  };
  for (const [key, native] of Object.entries(members)) thing.properties.set(key, plain(nativeFunction(key, native)));
  return plain(thing);
});

/** `await once(emitter, name)`: what it waits for may have come before. */
const nextEvent = nativeFunction('once', (machine, frame, _self, [emitter, name], site) => {
  const listen = emitter?.raw instanceof Thing ? findMethod(emitter.raw, 'once') : undefined;
  const heard = listen && {
    listen: (settler: Thing) => {
      callThing(machine, frame, listen, emitter!, [name ?? undefinedValue, plain(settler)], { ...site, use: 'value' });
    },
  };
  const promise = deferredPromise(machine, frame, site.span, (settler) => heard?.listen(settler));
  const spot = spotOf(frame, site.span);
  const { unit } = frame;
  const missed = heard ? -1 : askedBefore(machine, unit, emitter?.raw, name?.raw);
  const what = `an event of ${emitter ? termOf(emitter.raw) : ''}`;
  if (missed !== -1) machine.emit({ kind: 'deadlock', unit, spot, what, lost: missed });
  if (!heard) machine.await({ unit, what: site.text, spot, promise, mayReject: true, touches: false });
  return plain(promise);
});

const replies = /data|message|repl|response|result|ack|answer/i;

/** The wait in which what is told about a question may have come: it was asked before, and nobody listened yet. */
function askedBefore({ events }: Machine, unit: Unit, emitter: Raw | undefined, name: Raw | undefined): number {
  if (!(emitter instanceof Unknown) || !replies.test(termOf(name))) return -1;
  const asked = events.findIndex(
    (event) => event.kind === 'effect' && event.unit === unit && event.term.startsWith(`${emitter.term}.`),
  );
  return asked === -1
    ? -1
    : events.findIndex((event, index) => index > asked && event.kind === 'pause' && event.unit === unit);
}

/** `coalesceAsync(key, work)`: calls with one key that overlap share one promise. */
const coalescing = nativeFunction('coalesceAsync', (machine, frame, _self, [key, work], site) => {
  const name = `${key?.raw instanceof Unknown ? key.raw.term : String(key?.raw)}`;
  machine.turns.touch(`coalesced ${name}`, true);
  const known = machine.underWay.get(name);
  if (known) return plain(known);
  const result = toPromise(machine, called(machine, frame, work, site));
  machine.underWay.set(name, result);
  subscribe(machine, result, () => {
    machine.turns.touch(`coalesced ${name}`, true);
    machine.underWay.delete(name);
  });
  return plain(result);
});

const implementations: Readonly<Record<StandIn, Thing>> = {
  mutex,
  semaphore,
  limiter,
  queue,
  'keyed-lock': keyedLock,
  coalescing,
  emitter: emitterClass,
  once: nextEvent,
  map: nativeFunction('LRUCache', (machine) => plain(machine.newThing('map', 'LRUCache'))),
};
