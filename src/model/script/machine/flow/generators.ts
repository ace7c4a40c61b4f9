// Generators, plain and async. An async generator serves its requests one after the other.

import { awaitPromise, type Body } from '../calls.js';
import type { Suspension } from '../expressions/suspension.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { newPromise, settle, toPromise } from '../promises.js';
import { plain, type Thing, undefinedValue, type Value } from '../value.js';
import { ScriptError } from './errors.js';

interface State {
  readonly id: number;
  readonly frame: Frame;
  readonly body: Body;
  readonly isAsync: boolean;
  readonly requests: { readonly promise: Thing; readonly ends: boolean }[];
  running: boolean;
  finished: boolean;
}

export function makeGenerator(machine: Machine, frame: Frame, body: Body, isAsync: boolean): Value {
  const thing = machine.newThing('generator', isAsync ? 'AsyncGenerator' : 'Generator');
  const state: State = { id: thing.id, frame, body, isAsync, requests: [], running: false, finished: false };
  thing.slot = state;
  const method = (name: string, ends: boolean) => {
    const native = machine.newThing('function', name);
    native.native = () =>
      isAsync ? plain(request(machine, state, ends)) : ends ? finish(machine, state) : step(machine, state);
    thing.properties.set(name, plain(native));
  };
  method('next', false);
  method('return', true);
  return plain(thing);
}

export function nextOf(machine: Machine, _frame: Frame, generator: Thing): Value {
  const state = generator.slot as State;
  return state.isAsync ? plain(request(machine, state, false)) : step(machine, state);
}

function record(machine: Machine, value: Value, done: boolean): Value {
  const thing = machine.newThing('object', 'Object');
  thing.properties.set('value', value);
  thing.properties.set('done', plain(done));
  return { raw: thing, deps: value.deps };
}

function finish(machine: Machine, state: State): Value {
  machine.turns.touch(`generator ${state.id}`, true);
  state.finished = true;
  state.body.return(undefinedValue);
  return record(machine, undefinedValue, true);
}

function step(machine: Machine, state: State): Value {
  machine.turns.touch(`generator ${state.id}`, true);
  if (state.finished) return record(machine, undefinedValue, true);
  const { value, done } = state.body.next(undefinedValue);
  if (done) state.finished = true;
  return record(machine, done ? (value as Value) : (value as Suspension).value, done === true);
}

function request(machine: Machine, state: State, ends: boolean): Thing {
  const promise = newPromise(machine);
  machine.turns.touch(`generator ${state.id}`, true);
  state.requests.push({ promise, ends });
  if (!state.running) serve(machine, state);
  return promise;
}

function serve(machine: Machine, state: State): void {
  const next = state.requests[0];
  if (!next) return;
  if (next.ends || state.finished) {
    state.requests.shift();
    settle(
      machine,
      next.promise,
      'fulfilled',
      next.ends ? finish(machine, state) : record(machine, undefinedValue, true),
    );
    return serve(machine, state);
  }
  state.running = true;
  proceed(machine, state, () => state.body.next(undefinedValue));
}

function proceed(machine: Machine, state: State, next: () => IteratorResult<Suspension, Value>): void {
  let result: IteratorResult<Suspension, Value>;
  machine.turns.touch(`generator ${state.id}`, true);
  try {
    result = next();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    state.finished = true;
    return answer(machine, state, 'rejected', error.value);
  }
  if (result.done) {
    state.finished = true;
    return answer(machine, state, 'fulfilled', record(machine, result.value, true));
  }
  const suspension = result.value;
  if (suspension.kind === 'yield') return answer(machine, state, 'fulfilled', record(machine, suspension.value, false));
  awaitPromise(machine, state.frame, toPromise(machine, suspension.value), suspension, (resume) =>
    proceed(machine, state, () => resume(state.body)),
  );
}

function answer(machine: Machine, state: State, status: 'fulfilled' | 'rejected', value: Value): void {
  const { promise } = state.requests.shift()!;
  state.running = false;
  settle(machine, promise, status, value, state.frame.guard);
  serve(machine, state);
}
