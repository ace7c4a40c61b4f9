// A step in the making: a state whose parts are replaced as the step's action asks. One thread takes the step; a failure
// is noted here and makes that thread go wrong when the step is over.

import { evaluate, fitsType } from './evaluate.js';
import type { Expression, LocalId, Program } from './program.js';
import { type Frame, type HeapObject, type State, type Thread, topFrame } from './state.js';

export interface Failure {
  readonly kind: 'assertion' | 'error';
  /** `assertion failed`, `null dereference`, … */
  readonly reason: string;
}

export class WorkingState {
  failure: Failure | undefined;
  shared: readonly number[];
  heap: readonly HeapObject[];
  readonly threads: Thread[];
  microtasks: readonly number[];
  lockWaiters: readonly number[];

  constructor(
    readonly program: Program,
    readonly before: State,
    /** The thread that takes the step. */
    readonly id: number,
  ) {
    this.shared = before.shared;
    this.heap = before.heap;
    this.threads = [...before.threads];
    this.microtasks = before.microtasks;
    this.lockWaiters = before.lockWaiters;
  }

  get thread(): Thread {
    return this.threads[this.id]!;
  }

  get frame(): Frame {
    return topFrame(this.thread)!;
  }

  get isEventLoop(): boolean {
    return this.program.scheduling === 'event-loop';
  }

  update(change: Partial<Thread>, id = this.id): void {
    this.threads[id] = { ...this.threads[id]!, ...change };
  }

  fail(reason: string, kind: Failure['kind'] = 'error'): undefined {
    this.failure = { kind, reason };
    return undefined;
  }

  value(expression: Expression): number | undefined {
    const value = evaluate(expression, this.frame.locals);
    return typeof value === 'string' ? this.fail(value) : value;
  }

  /** A value that must not be null: of a lock, an object, a promise. */
  reference(expression: Expression): number | undefined {
    const value = this.value(expression);
    return value === 0 ? this.fail('null dereference') : value;
  }

  assign(local: LocalId, value: number | undefined): void {
    if (value === undefined) return;
    const frame = this.frame;
    const { type } = this.program.functions[frame.function]!.locals[local]!;
    if (!fitsType(type, value)) return this.fail('value out of range');
    const locals = frame.locals.with(local, value);
    this.update({ frames: [...this.thread.frames.slice(0, -1), { ...frame, locals }] });
  }
}
