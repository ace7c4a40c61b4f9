// `AbortController` and `AbortSignal`: whether it was aborted is a location like any other, and who listens is called at once.

import { callThing } from '../calls.js';
import { makeError, ScriptError } from '../flow/errors.js';
import { itemsOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import { type Machine, spotOf } from '../machine.js';
import { type CallSite, isCallable, type Native, plain, Thing, undefinedValue, type Value } from '../value.js';
import { holder, nativeFunction } from './native.js';

interface Listening {
  readonly listeners: Thing[];
  /** Signals that follow this one. */
  readonly followers: Thing[];
}

function newSignal(machine: Machine): Thing {
  const signal = machine.newThing('object', 'AbortSignal');
  signal.properties.set('aborted', plain(false));
  signal.slot = { listeners: [], followers: [] } satisfies Listening;
  signal.prototype = machine.newThing('object', 'AbortSignal');
  const define = (name: string, native: Native) =>
    signal.prototype!.properties.set(name, plain(nativeFunction(name, native)));
  define('throwIfAborted', (inner, frame, _self, _values, site) => throwIfAborted(inner, frame, signal, site));
  define('addEventListener', (inner, _frame, _self, [, callback]) => {
    inner.turns.touch(`listeners ${signal.id}`, true);
    if (isCallable(callback?.raw)) listeningOf(signal).listeners.push(callback.raw);
    return undefinedValue;
  });
  define('removeEventListener', (inner, _frame, _self, [, callback]) => {
    inner.turns.touch(`listeners ${signal.id}`, true);
    const { listeners } = listeningOf(signal);
    const at = isCallable(callback?.raw) ? listeners.indexOf(callback.raw) : -1;
    if (at !== -1) listeners.splice(at, 1);
    return undefinedValue;
  });
  return signal;
}

function listeningOf(signal: Thing): Listening {
  return signal.slot as Listening;
}

function cellOf(signal: Thing) {
  return { key: `${signal.id}.aborted`, name: 'signal.aborted', owner: `${signal.id}`, external: false };
}

function throwIfAborted(machine: Machine, frame: Frame, signal: Thing, site: CallSite): Value {
  const raw = signal.properties.get('aborted')?.raw;
  const deps = machine.read(frame, cellOf(signal), raw, site.span);
  frame.control |= deps;
  frame.guard |= deps;
  if (raw === true) throw new ScriptError(signal.properties.get('reason') ?? abortError(machine), frame.control);
  return undefinedValue;
}

function abortError(machine: Machine): Value {
  return makeError(machine, 'AbortError', 'aborted');
}

function abort(machine: Machine, frame: Frame, signal: Thing, reason: Value | undefined, site: CallSite): void {
  machine.turns.touch(`listeners ${signal.id}`, true);
  const isFirst = signal.properties.get('aborted')?.raw !== true;
  signal.properties.set('aborted', plain(true));
  machine.write(frame, cellOf(signal), 'set', plain(true), !isFirst, site.span);
  if (!isFirst) return;
  signal.properties.set('reason', reason ?? abortError(machine));
  const { listeners, followers } = listeningOf(signal);
  const own = signal.properties.get('onabort')?.raw;
  for (const listener of isCallable(own) ? [own, ...listeners] : [...listeners])
    callThing(machine, frame, listener, plain(signal), [plain(signal)], { ...site, use: 'promise' });
  for (const follower of followers) abort(machine, frame, follower, reason, site);
}

export const abortController: Native = (machine) => {
  const controller = machine.newThing('object', 'AbortController');
  const signal = newSignal(machine);
  controller.properties.set('signal', plain(signal));
  controller.prototype = machine.newThing('object', 'AbortController');
  const native = nativeFunction('abort', (inner, frame, _self, [reason], site) => {
    abort(inner, frame, signal, reason, site);
    return undefinedValue;
  });
  controller.prototype.properties.set('abort', plain(native));
  return plain(controller);
};

export const abortSignalClass = holder('AbortSignal', {
  abort: (machine, frame, _self, [reason], site) => {
    const signal = newSignal(machine);
    abort(machine, frame, signal, reason, site);
    return plain(signal);
  },
  timeout: (machine, frame, _self, _values, site) => {
    const signal = newSignal(machine);
    const fire = nativeFunction('timeout', (inner, own, _s, _v, at) => {
      abort(inner, own, signal, makeError(inner, 'TimeoutError', 'timed out'), at);
      return undefinedValue;
    });
    machine.timers.push({
      id: machine.nextId(),
      label: machine.turns.nextLabel(),
      round: (frame.unit.rounds ?? 0) + 1,
      unit: frame.unit,
      callback: plain(fire),
      values: [],
      spot: spotOf(frame, site.span),
    });
    return plain(signal);
  },
  any: (machine, frame, _self, [list = undefinedValue], site) => {
    const signal = newSignal(machine);
    for (const { raw } of itemsOf(machine, frame, list, site.span))
      if (raw instanceof Thing && raw.slot) {
        listeningOf(raw).followers.push(signal);
        if (raw.properties.get('aborted')?.raw === true) signal.properties.set('aborted', plain(true));
      }
    return plain(signal);
  },
});
