// Threads as promises, as in JavaScript (ECMA-262, 27.2 and 27.7): whoever awaits a promise is registered with it; when it
// settles, the registered threads become microtasks in the order in which they came; to await one that has settled takes
// a microtask as well. A thread settles when it ends, a deferred promise when somebody settles it.
// Outside of an event loop nobody is registered: a join is a step that is possible once the thread has settled.

import { initialValue } from './evaluate.js';
import type { Action } from './program.js';
import type { Settlement } from './state.js';
import type { WorkingState } from './working-state.js';

type JoinAction = Extract<Action, { kind: 'join' }>;

export function settle(work: WorkingState, id: number, settled: Settlement): void {
  const { waiters } = work.threads[id]!;
  work.update({ status: { kind: 'ended' }, settled, waiters: [] }, id);
  for (const waiter of waiters) enqueue(work, waiter, id);
}

/** The thread of the step suspends itself until one of these has settled; the first of those that already have counts. */
export function awaitSettlement(work: WorkingState, handles: readonly number[]): void {
  const settled = handles.find((handle) => work.threads[handle - 1]?.settled);
  if (settled !== undefined) return enqueue(work, work.id, settled - 1);
  work.update({ status: { kind: 'awaiting' } });
  for (const handle of new Set(handles)) {
    const promise = work.threads[handle - 1];
    if (promise) work.update({ waiters: [...promise.waiters, work.id] }, handle - 1);
  }
}

/** `by`: the thread whose settlement is the cause, or -1. Whoever waited for one of several no longer does. */
export function enqueue(work: WorkingState, id: number, by: number): void {
  work.threads.forEach(({ waiters }, other) => {
    if (waiters.includes(id)) work.update({ waiters: waiters.filter((waiter) => waiter !== id) }, other);
  });
  work.update({ status: { kind: 'queued', by } }, id);
  work.microtasks = [...work.microtasks, id];
}

/** What a join does once its thread has settled. */
export function takeResult(work: WorkingState, action: JoinAction, id: number): void {
  work.update({ children: work.thread.children.filter((child) => child !== id) });
  if (action.into === undefined) return;
  const { type } = work.program.functions[work.frame.function]!.locals[action.into]!;
  const { failed, value } = work.threads[id]!.settled!;
  work.assign(action.into, failed ? initialValue(type) : value);
}

export function settleDeferred(work: WorkingState, action: Extract<Action, { kind: 'settle' }>): void {
  const handle = work.reference(action.promise);
  const value = action.value ? work.value(action.value) : 0;
  if (handle === undefined || value === undefined) return;
  const promise = work.threads[handle - 1]!;
  if (!promise.isDeferred) return work.fail('settle of a thread that is not deferred');
  if (!promise.settled) settle(work, handle - 1, { failed: action.failed, value });
}

export function inspect(work: WorkingState, action: Extract<Action, { kind: 'inspect' }>): void {
  const handle = work.reference(action.thread);
  if (handle === undefined) return;
  const { settled } = work.threads[handle - 1]!;
  if (!settled) return work.fail('the thread has not settled');
  const seen = action.of === 'failed' ? Number(settled.failed) : settled.failed ? settled.value : 0;
  work.assign(action.into, seen);
}
