// A global state of a program: shared variables, heap, threads with their stacks. Immutable; steps copy what they change.
// An address is a position in the heap plus one; the declared locks are its first objects, so any lock is a reference.
// Who owns a lock is said once, in the owner's `held`.

import { initialValue } from './evaluate.js';
import type { Action, FunctionId, LocalId, NodeId, ProcessId, Program, Type } from './program.js';

export type Address = number;

export interface State {
  /** One value per variable. */
  readonly shared: readonly number[];
  readonly heap: readonly HeapObject[];
  readonly threads: readonly Thread[];
  /** The thread that must go on, or -1 at a switch point. Always -1 when preemptive. */
  readonly running: number;
  /** Threads in the middle of a segment, each waiting for the eager start of the next and the last for `running`'s. */
  readonly callers: readonly number[];
  /** Event loop: threads to be resumed, first in first out. */
  readonly microtasks: readonly number[];
  /** Event loop: threads that wait for locks, in the order in which they came. */
  readonly lockWaiters: readonly number[];
}

export type HeapObject =
  | { readonly kind: 'lock' }
  | { readonly kind: 'object'; readonly class: number; readonly fields: readonly number[] }
  | { readonly kind: 'array'; readonly element: Type; readonly cells: readonly number[] };

export interface Thread {
  readonly name: string;
  readonly process: ProcessId;
  /** Innermost frame last; empty when the thread has ended. */
  readonly frames: readonly Frame[];
  readonly status: ThreadStatus;
  /** Locks in the order of acquisition, once per level of reentrancy; `-lock` if it is held in shared mode. */
  readonly held: readonly Address[];
  readonly unitDepth: number;
  /** Threads spawned and not yet known to have been joined. */
  readonly children: readonly number[];
  /** A promise that `settle` settles, without a thread behind it. */
  readonly isDeferred?: true;
  /** How it ended. */
  readonly settled?: Settlement;
  /** Event loop: who is to be resumed when it settles, in the order in which they came. */
  readonly waiters: readonly number[];
}

export interface Settlement {
  readonly failed: boolean;
  /** The result, or the reason of the failure. */
  readonly value: number;
}

export type ThreadStatus =
  | { readonly kind: 'ready' }
  /** In `wait`: `levels` is how often the lock was held. Notified threads only need the lock again. */
  | { readonly kind: 'waiting' | 'notified'; readonly lock: Address; readonly levels: number }
  /** Event loop: `awaiting` a settlement, a lock (`blocked`) or an `external` completion. */
  | { readonly kind: 'awaiting' | 'external' }
  | { readonly kind: 'blocked'; readonly lock: Address }
  /** Event loop: among the microtasks; `by` is the thread whose settlement put it there, or -1. */
  | { readonly kind: 'queued'; readonly by: number }
  /** No thread: a deferred promise that is not settled yet. */
  | { readonly kind: 'deferred' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'wrong' };

export interface Frame {
  readonly function: FunctionId;
  readonly node: NodeId;
  readonly locals: readonly number[];
  /** Where the caller wants the returned value. */
  readonly result?: LocalId;
}

export const ready: ThreadStatus = { kind: 'ready' };

/** `instances` gives a number to each process declared with `*` (by process id). */
export function initialState(program: Program, instances: ReadonlyMap<ProcessId, number> = new Map()): State {
  const threads: Thread[] = [];
  program.processes.forEach((process, id) => {
    const count = process.instances === 'any' ? (instances.get(id) ?? 0) : process.instances;
    for (let k = 1; k <= count; k++) threads.push(newThread(program, `${process.name}#${k}`, id, process.entry, []));
  });
  return {
    shared: program.variables.map((variable) => variable.initial),
    heap: program.locks.map(() => ({ kind: 'lock' })),
    threads,
    running: -1,
    callers: [],
    microtasks: [],
    lockWaiters: [],
  };
}

export function newThread(
  program: Program,
  name: string,
  process: ProcessId,
  entry: FunctionId,
  values: readonly number[],
): Thread {
  const frames = [newFrame(program, entry, values)];
  return { name, process, frames, status: ready, held: [], unitDepth: 0, children: [], waiters: [] };
}

export function newDeferred(name: string, process: ProcessId): Thread {
  return {
    name,
    process,
    frames: [],
    status: { kind: 'deferred' },
    held: [],
    unitDepth: 0,
    children: [],
    waiters: [],
    isDeferred: true,
  };
}

export function newFrame(program: Program, id: FunctionId, values: readonly number[], result?: LocalId): Frame {
  const graph = program.functions[id]!;
  const locals = graph.locals.map((local) => initialValue(local.type));
  graph.parameters.forEach((parameter, i) => {
    locals[parameter] = values[i]!;
  });
  return { function: id, node: graph.entry, locals, ...(result === undefined ? {} : { result }) };
}

export function topFrame(thread: Thread): Frame | undefined {
  return thread.frames[thread.frames.length - 1];
}

/** The thread that owns a lock, or -1. */
export type LockAction = Extract<Action, { kind: 'acquire' | 'release' | 'unavailable' }>;

/** How `held` says that a lock is held in the mode of the action. */
export function heldAs(lock: Address, { shared }: LockAction): number {
  return shared ? -lock : lock;
}

/** Whether a thread could take the lock now, or once more; in shared mode beside others who have it in shared mode. */
export function isAvailable(state: State, lock: Address, id: number, shared: boolean): boolean {
  const owner = ownerOf(state, lock);
  if (owner !== -1 || shared) return owner === -1 || owner === id;
  return !state.threads.some(({ held }) => held.includes(-lock));
}

export function ownerOf(state: State, lock: Address): number {
  return state.threads.findIndex((thread) => thread.held.includes(lock));
}

/** A text that two states share iff they are the same state (thread names follow from the rest). */
export function stateKey(state: State): string {
  const heap = state.heap.map(heapKey).join(' ');
  const turns = [[state.running, ...state.callers], state.microtasks, state.lockWaiters].map((ids) => ids.join(','));
  return `${state.shared.join(',')}|${heap}|${state.threads.map(threadKey).join('/')}|${turns.join('|')}`;
}

function heapKey(object: HeapObject): string {
  switch (object.kind) {
    case 'lock':
      return '';
    case 'object':
      return `${object.class}:${object.fields.join(',')}`;
    case 'array':
      return `${typeKey(object.element)}[${object.cells.join(',')}]`;
  }
}

function threadKey(thread: Thread): string {
  const { settled, waiters } = thread;
  const promise = `${settled ? `${settled.failed}${settled.value}` : ''}<${waiters.join(',')}`;
  const frames = thread.frames
    .map((frame) => `${frame.function}.${frame.node}${resultKey(frame)}(${frame.locals.join(',')})`)
    .join(';');
  const status = Object.values(thread.status).join();
  return `${frames} ${status} ${thread.held.join(',')} ${thread.unitDepth} ${thread.children.join(',')} ${promise}`;
}

/** Two calls may return to one node and leave their results in different locals. */
function resultKey({ result }: Frame): string {
  return result === undefined ? '' : `>${result}`;
}

/** What may be stored in a cell is part of what can happen. */
function typeKey(type: Type): string {
  return type.kind === 'int' ? `${type.low ?? ''}..${type.high ?? ''}` : '';
}
