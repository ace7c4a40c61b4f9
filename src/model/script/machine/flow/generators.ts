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
  readonly requests: Request[];
  running: boolean;
  finished: boolean;
}

/** What `next`, `return` or `throw` was called with. */
interface Request {
  readonly promise: Thing;
  readonly how: How;
  readonly value: Value;
}

type How = 'next' | 'return' | 'throw';

export function makeGenerator(machine: Machine, frame: Frame, body: Body, isAsync: boolean): Value {
  const thing = machine.newThing('generator', isAsync ? 'AsyncGenerator' : 'Generator');
  const state: State = { id: thing.id, frame, body, isAsync, requests: [], running: false, finished: false };
  thing.slot = state;
  for (const how of ['next', 'return', 'throw'] as const) {
    const native = machine.newThing('function', how);
    native.native = (_machine, _frame, _self, [value = undefinedValue]) =>
      isAsync
        ? plain(request(machine, state, how, value))
        : how === 'return'
          ? finish(machine, state, value)
          : step(machine, state, () => resumed(state, how, value));
    thing.properties.set(how, plain(native));
  }
  return plain(thing);
}

export function nextOf(machine: Machine, _frame: Frame, generator: Thing): Value {
  const state = generator.slot as State;
  return state.isAsync
    ? plain(request(machine, state, 'next', undefinedValue))
    : step(machine, state, () => resumed(state, 'next', undefinedValue));
}

function resumed({ body, frame }: State, how: How, value: Value): IteratorResult<Suspension, Value> {
  return how === 'throw' ? body.throw(new ScriptError(value, frame.control | value.deps)) : body.next(value);
}

function record(machine: Machine, value: Value, done: boolean): Value {
  const thing = machine.newThing('object', 'Object');
  thing.properties.set('value', value);
  thing.properties.set('done', plain(done));
  return { raw: thing, deps: value.deps };
}

function ended(machine: Machine): Value {
  return record(machine, undefinedValue, true);
}

function finish(machine: Machine, state: State, value: Value): Value {
  machine.turns.touch(`generator ${state.id}`, true);
  state.finished = true;
  state.body.return(undefinedValue);
  return record(machine, value, true);
}

function step(machine: Machine, state: State, next: () => IteratorResult<Suspension, Value>): Value {
  machine.turns.touch(`generator ${state.id}`, true);
  if (state.finished) return record(machine, undefinedValue, true);
  const { value, done } = next();
  if (done) state.finished = true;
  return record(machine, done ? (value as Value) : (value as Suspension).value, done === true);
}

function request(machine: Machine, state: State, how: How, value: Value): Thing {
  const promise = newPromise(machine);
  machine.turns.touch(`generator ${state.id}`, true);
  state.requests.push({ promise, how, value });
  if (!state.running) serve(machine, state);
  return promise;
}

function serve(machine: Machine, state: State): void {
  const next = state.requests[0];
  if (!next) return;
  const { promise, how, value } = next;
  if (how === 'return' || state.finished) {
    state.requests.shift();
    if (how === 'throw') settle(machine, promise, 'rejected', value);
    else settle(machine, promise, 'fulfilled', how === 'return' ? finish(machine, state, value) : ended(machine));
    return serve(machine, state);
  }
  state.running = true;
  proceed(machine, state, () => resumed(state, how, value));
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
