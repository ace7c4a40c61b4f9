// `Promise`: its constructor and what combines promises.

import type { Span } from '../../../../base/source-text.js';
import { callThing } from '../calls.js';
import { ScriptError } from '../flow/errors.js';
import { itemsOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import { type Machine, spotOf } from '../machine.js';
import { combine, newPromise, resolve, settle, toPromise } from '../promises.js';
import { isCallable, type Native, plain, type Thing, undefinedValue, type Value } from '../value.js';
import { holder, nativeFunction } from './native.js';

/** A promise that the script settles itself: `begin` is given what does it. */
export function deferredPromise(
  machine: Machine,
  frame: Frame,
  span: Span,
  begin: (done: Thing, failed: Thing, promise: Thing) => void,
): Thing {
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
  const { unit, control } = frame;
  const made = { promise, settlers: [done, failed], unit, control, index: machine.events.length };
  machine.deferreds.push({ ...made, spot: spotOf(frame, span) });
  begin(done, failed, promise);
  return promise;
}

function executor(machine: Machine, frame: Frame, values: readonly Value[], { span }: { readonly span: Span }): Value {
  const callback = values[0]?.raw;
  const begin = (done: Thing, failed: Thing, promise: Thing) => {
    if (!isCallable(callback)) return;
    try {
      const given = [plain(done), plain(failed)];
      callThing(machine, frame, callback, undefinedValue, given, { span, use: 'awaited', text: 'executor' });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      settle(machine, promise, 'rejected', error.value, error.guard);
    }
  };
  return plain(deferredPromise(machine, frame, span, begin));
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

export const promiseClass = holder(
  'Promise',
  {
    resolve: (machine, _frame, _self, [value]) => plain(toPromise(machine, value ?? undefinedValue)),
    reject: (machine, _frame, _self, [value]) => {
      const promise = newPromise(machine);
      settle(machine, promise, 'rejected', value ?? undefinedValue);
      return plain(promise);
    },
    try: (machine, frame, _self, [work, ...values], site) => {
      const begin = nativeFunction('begin', (inner, own, _s, [done]) => {
        const callback = work?.raw;
        const result = isCallable(callback)
          ? callThing(inner, own, callback, undefinedValue, values, { ...site, use: 'awaited' })
          : undefinedValue;
        return callThing(inner, own, done!.raw as Thing, undefinedValue, [result], site);
      });
      return executor(machine, frame, [plain(begin)], site);
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
);
