// `AbortController`: whether it was aborted is a location like any other.

import { makeError, ScriptError } from '../flow/errors.js';
import { type Native, plain, undefinedValue } from '../value.js';
import { nativeFunction } from './native.js';

export const abortController: Native = (machine) => {
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
