// Timers, intervals and microtasks: what the outside lets happen later.

import { callThing, childUnit } from '../calls.js';
import { spotOf } from '../machine.js';
import { isCallable, type Native, plain, undefinedValue } from '../value.js';

export const timer: Native = (machine, frame, _self, [callback, _delay, ...values], site) => {
  const id = machine.nextId();
  machine.timerIds.add(id);
  if (callback && isCallable(callback.raw))
    machine.timers.push({
      id,
      label: machine.turns.nextLabel(),
      round: (frame.unit.rounds ?? 0) + 1,
      unit: frame.unit,
      callback,
      values,
      spot: spotOf(frame, site.span),
    });
  return plain(id);
};

/** `setImmediate(f, a)`: there is no time before what it hands over. */
export const immediate: Native = (machine, frame, self, [callback, ...values], site) =>
  timer(machine, frame, self, [callback ?? undefinedValue, undefinedValue, ...values], site);

export const interval: Native = (machine, frame, _self, [callback], site) => {
  const id = machine.nextId();
  machine.timerIds.add(id);
  if (callback && isCallable(callback.raw))
    machine.registrations.push({ name: 'setInterval', callback: callback.raw, spot: spotOf(frame, site.span), id });
  return plain(id);
};

export const cancel: Native = (machine, _frame, _self, [id]) => {
  machine.turns.touch(`timer ${String(id?.raw)}`, true);
  for (const timer of machine.timers) if (timer.id === id?.raw) machine.turns.prevent(timer.label);
  machine.timers = machine.timers.filter((candidate) => candidate.id !== id?.raw);
  if (typeof id?.raw === 'number') machine.cleared.add(id.raw);
  return undefinedValue;
};

export const microtask: Native = (machine, frame, _self, [callback], site) => {
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
