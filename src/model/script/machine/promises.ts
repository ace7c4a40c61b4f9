// Promises and the queue of microtasks, as ECMAScript has them: resolving with a promise takes a job of its own.

import { callThing } from './calls.js';
import { ScriptError } from './flow/errors.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import {
  type Dependences,
  isCallable,
  isPromise,
  none,
  type PromiseState,
  Thing,
  Unknown,
  undefinedValue,
  type Value,
} from './value.js';

export function newPromise(machine: Machine): Thing {
  const thing = machine.newThing('promise', 'Promise');
  thing.promise = {
    status: 'pending',
    value: undefinedValue,
    guard: none,
    reactions: [],
    handled: false,
    waitsFor: [],
  };
  return thing;
}

function stateOf(promise: Thing): PromiseState {
  if (!promise.promise) throw new Error('not a promise');
  return promise.promise;
}

export function settle(
  machine: Machine,
  promise: Thing,
  status: 'fulfilled' | 'rejected',
  value: Value,
  guard: Dependences = none,
): void {
  const state = stateOf(promise);
  machine.turns.touch(`promise ${promise.id}`, state.status === 'pending');
  if (state.status !== 'pending') return;
  state.status = status;
  state.value = value;
  state.guard = guard;
  state.waitsFor = [];
  const { reactions } = state;
  state.reactions = [];
  for (const reaction of reactions) machine.microtasks.push(() => reaction(state));
}

/** The resolve function of a promise: follows promises. */
export function resolve(machine: Machine, promise: Thing, value: Value, guard: Dependences = none): void {
  const { raw } = value;
  const inner = raw instanceof Unknown ? promiseOf(machine, value) : isPromise(raw) ? raw : undefined;
  if (!inner && thenOf(raw)) return adopt(machine, promise, value, guard, undefined);
  if (!inner) return settle(machine, promise, 'fulfilled', value, guard);
  stateOf(promise).waitsFor = [inner];
  machine.microtasks.push(() =>
    subscribe(machine, inner, (state) =>
      settle(
        machine,
        promise,
        state.status === 'rejected' ? 'rejected' : 'fulfilled',
        { raw: state.value.raw, deps: state.value.deps | value.deps },
        state.guard | guard,
      ),
    ),
  );
}

/** The promise that an unknown value may be: an answer of the outside that nobody has waited for so far. */
function promiseOf(_machine: Machine, { raw }: Value): Thing | undefined {
  return raw instanceof Unknown ? raw.traits.promise : undefined;
}

/** `then` without a result: the reaction runs as a microtask, once the promise is settled. */
export function subscribe(machine: Machine, promise: Thing, reaction: (state: PromiseState) => void): void {
  const state = stateOf(promise);
  state.handled = true;
  machine.turns.touch(`promise ${promise.id}`, state.status === 'pending');
  if (state.status === 'pending') state.reactions.push(reaction);
  else machine.microtasks.push(() => reaction(state));
}

/** What `await` and `Promise.resolve` make of a value. */
export function toPromise(machine: Machine, value: Value, frame?: Frame): Thing {
  if (isPromise(value.raw)) return value.raw;
  const pending = promiseOf(machine, value);
  if (pending) return pending;
  const promise = newPromise(machine);
  if (thenOf(value.raw)) adopt(machine, promise, value, none, frame);
  else settle(machine, promise, 'fulfilled', value);
  return promise;
}

/** The `then` of an object of the script that is no promise. */
function thenOf(raw: Value['raw']): Thing | undefined {
  if (!(raw instanceof Thing) || raw.kind !== 'object') return undefined;
  for (let next: Thing | undefined = raw; next; next = next.prototype) {
    const then = next.properties.get('then')?.raw;
    if (isCallable(then)) return then;
  }
  return undefined;
}

/** Its `then` is called in a job of its own, with what settles the promise. */
function adopt(machine: Machine, promise: Thing, value: Value, guard: Dependences, frame: Frame | undefined): void {
  if (!frame) {
    machine.gap('an object with a method then that an async function returns is not followed', undefined, undefined);
    return settle(machine, promise, 'fulfilled', { raw: new Unknown('then'), deps: value.deps }, guard);
  }
  const settler = (run: (given: Value) => void): Value => {
    const thing = machine.newThing('function', 'settle');
    thing.native = (_m, _f, _s, [given]) => {
      run(given ?? undefinedValue);
      return undefinedValue;
    };
    return { raw: thing, deps: none };
  };
  const done = settler((given) => resolve(machine, promise, given, guard));
  const failed = settler((given) => settle(machine, promise, 'rejected', given, guard));
  const site = { span: frame.node?.span ?? { start: 0, end: 0 }, use: 'awaited', text: 'then' } as const;
  machine.microtasks.push(() => {
    try {
      callThing(machine, { ...frame }, thenOf(value.raw)!, value, [done, failed], site);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      settle(machine, promise, 'rejected', error.value, error.guard);
    }
  });
}

/** `promise.then(onValue, onError)`: the callbacks are called by `call`. */
export function chain(
  machine: Machine,
  promise: Thing,
  onValue: ((value: Value) => Value) | undefined,
  onError: ((value: Value) => Value) | undefined,
): Thing {
  const result = newPromise(machine);
  stateOf(result).waitsFor = [promise];
  subscribe(machine, promise, (state) => {
    const isRejected = state.status === 'rejected';
    const handler = isRejected ? onError : onValue;
    if (!handler) return settle(machine, result, isRejected ? 'rejected' : 'fulfilled', state.value, state.guard);
    try {
      resolve(machine, result, handler(state.value), state.guard);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      settle(machine, result, 'rejected', error.value, error.guard);
    }
  });
  return result;
}

/** `Promise.all`, `allSettled`, `race`, `any`. */
export function combine(machine: Machine, how: string, promises: readonly Thing[]): Thing {
  const result = newPromise(machine);
  const values: Value[] = promises.map(() => undefinedValue);
  let left = promises.length;
  let guard = none;
  const finish = () => {
    const array = machine.newThing('array', 'Array');
    array.items = values;
    settle(machine, result, how === 'any' ? 'rejected' : 'fulfilled', { raw: array, deps: none }, guard);
  };
  if (how === 'all' || how === 'allSettled') stateOf(result).waitsFor = promises;
  if (left === 0 && how !== 'race') finish();
  promises.forEach((promise, index) => {
    subscribe(machine, promise, (state) => {
      const isRejected = state.status === 'rejected';
      guard |= state.guard;
      if (how === 'race' || (how === 'all' && isRejected) || (how === 'any' && !isRejected)) {
        if (stateOf(result).status === 'pending') leaveBehind(machine, promises);
        return settle(machine, result, isRejected ? 'rejected' : 'fulfilled', state.value, state.guard);
      }
      values[index] = how === 'allSettled' ? settled(machine, state) : state.value;
      if (--left === 0) finish();
    });
  });
  return result;
}

/** Those that have not come to their end go on, though nobody waits for them. */
function leaveBehind(machine: Machine, promises: readonly Thing[]): void {
  const spot = { module: 0, span: { start: 0, end: 0 } };
  for (const promise of promises) {
    const { status, unit } = stateOf(promise);
    if (status === 'pending' && unit) machine.emit({ kind: 'left', unit, spot });
  }
}

function settled(machine: Machine, state: PromiseState): Value {
  const record = machine.newThing('object', 'Object');
  record.properties.set('status', { raw: state.status, deps: state.value.deps });
  record.properties.set(state.status === 'rejected' ? 'reason' : 'value', state.value);
  return { raw: record, deps: state.value.deps };
}

/** Promises that wait for each other in a circle: none of them will ever settle. */
export function waitsForItself(promise: Thing): boolean {
  const open = [...stateOf(promise).waitsFor];
  const seen = new Set<Thing>();
  while (open.length > 0) {
    const next = open.pop()!;
    if (next === promise) return true;
    if (seen.has(next) || next.promise?.status !== 'pending') continue;
    seen.add(next);
    open.push(...next.promise.waitsFor);
  }
  return false;
}
