// `Promise`: its constructor and what combines promises.

import { callThing } from '../calls.js';
import { ScriptError } from '../flow/errors.js';
import { itemsOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import { type Machine, spotOf } from '../machine.js';
import { combine, newPromise, resolve, settle, toPromise } from '../promises.js';
import { isCallable, type Native, plain, undefinedValue, type Value } from '../value.js';
import { holder, nativeFunction } from './native.js';

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

export const promiseClass = holder(
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
);
