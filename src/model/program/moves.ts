// Which steps a state allows. A thread moves along one edge of its innermost function, or leaves the edge at which it was
// suspended (after `wait`, or in an event loop); a step with a free value (`choose`, which waiter to notify) is one move
// per value.

import { evaluate } from './evaluate.js';
import { type Action, type Edge, isAwaiting, outgoingEdges, type Program } from './program.js';
import { type Frame, isAvailable, type State, type Thread, topFrame } from './state.js';

export type Move =
  | { readonly kind: 'edge'; readonly thread: number; readonly edge: Edge; readonly value?: number }
  /** A suspended thread leaves along `edge`; one that was notified takes its lock again. */
  | { readonly kind: 'resume'; readonly thread: number; readonly edge: Edge };

export function movesOf(program: Program, state: State): Move[] {
  const moves: Move[] = [];
  for (let thread = 0; thread < state.threads.length; thread++) {
    if (hasTurn(state, thread)) moves.push(...movesOfThread(program, state, thread));
  }
  return moves;
}

/** Whoever is running goes on; then the microtasks come, first in first out; then anybody. */
export function hasTurn(state: State, thread: number): boolean {
  if (state.running !== -1) return state.running === thread;
  return state.microtasks.length === 0 || state.microtasks[0] === thread;
}

/** What one thread could do next, whoever's turn it is. */
export function movesOfThread(program: Program, state: State, thread: number): Move[] {
  const { status } = state.threads[thread]!;
  switch (status.kind) {
    case 'ended':
    case 'wrong':
    case 'awaiting':
    case 'blocked':
    case 'deferred':
      return [];
    case 'waiting':
      if (!isTimed(program, state.threads[thread]!)) return [];
      return isAvailable(state, status.lock, thread, false) ? resumptions(program, state, thread) : [];
    case 'notified':
      return isAvailable(state, status.lock, thread, false) ? resumptions(program, state, thread) : [];
    case 'queued':
    case 'external':
      return resumptions(program, state, thread);
    case 'ready':
      return nextEdges(program, state.threads[thread]!).flatMap((edge) => movesAlong(program, state, thread, edge));
  }
}

function resumptions(program: Program, state: State, thread: number): Move[] {
  return nextEdges(program, state.threads[thread]!).map((edge) => ({ kind: 'resume', thread, edge }));
}

/** Whether the thread is in a `wait` that may end by itself. */
export function isTimed(program: Program, thread: Thread): boolean {
  return nextEdges(program, thread).some(({ action }) => action.kind === 'wait' && action.timed);
}

export function nextEdges(program: Program, thread: Thread): readonly Edge[] {
  const frame = topFrame(thread);
  return frame ? outgoingEdges(program.functions[frame.function]!)[frame.node]! : [];
}

function movesAlong(program: Program, state: State, thread: number, edge: Edge): Move[] {
  const frame = topFrame(state.threads[thread]!)!;
  const mayWait = program.scheduling === 'event-loop' && isAwaiting(edge.action);
  const values = mayWait ? undefined : freeValues(state, frame, edge);
  if (values) return values.map((value) => ({ kind: 'edge', thread, edge, value }));
  return mayWait || isPassable(state, thread, frame, edge) ? [{ kind: 'edge', thread, edge }] : [];
}

/** The values a step may choose from; undefined when there is nothing to choose. */
function freeValues(state: State, frame: Frame, edge: Edge): number[] | undefined {
  const { action } = edge;
  if (action.kind === 'choose') {
    const low = evaluate(action.low, frame.locals);
    const high = evaluate(action.high, frame.locals);
    if (typeof low === 'string' || typeof high === 'string' || low > high) return undefined;
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  }
  if (action.kind === 'notify' && !action.all) {
    const lock = evaluate(action.lock, frame.locals);
    const waiting = typeof lock === 'string' ? [] : waitersOf(state, lock);
    return waiting.length > 1 ? waiting : undefined;
  }
  if (action.kind !== 'join-any') return undefined;
  const handles = action.threads.map((thread) => evaluate(thread, frame.locals));
  return [...new Set(handles.filter((handle) => typeof handle === 'number'))].filter((handle) =>
    hasEnded(state, handle),
  );
}

export function waitersOf(state: State, lock: number): number[] {
  const waits = (thread: Thread) => thread.status.kind === 'waiting' && thread.status.lock === lock;
  return state.threads.flatMap((thread, id) => (waits(thread) ? [id] : []));
}

/** Steps that would go wrong are passable: the thread takes them and goes wrong. */
function isPassable(state: State, thread: number, frame: Frame, edge: Edge): boolean {
  const { action } = edge;
  switch (action.kind) {
    case 'assume':
      return evaluate(action.condition, frame.locals) !== 0;
    case 'acquire':
      return canAcquire(state, thread, frame, action);
    case 'unavailable':
      return !canAcquire(state, thread, frame, action);
    case 'join':
      return action.thread
        ? hasEnded(state, evaluate(action.thread, frame.locals))
        : state.threads[thread]!.children.every((child) => hasEnded(state, child + 1));
    default:
      return true;
  }
}

/** What is no lock can be acquired: then the step goes wrong. */
function canAcquire(
  state: State,
  thread: number,
  frame: Frame,
  { lock, shared }: Extract<Action, { kind: 'acquire' | 'unavailable' }>,
): boolean {
  const address = evaluate(lock, frame.locals);
  if (typeof address === 'string' || address === 0) return true;
  return isAvailable(state, address, thread, shared === true);
}

/** A handle is a thread's index plus one; a handle that never got a thread is 0 and is waited for in vain. */
function hasEnded(state: State, handle: number | string): boolean {
  return typeof handle === 'number' && state.threads[handle - 1]?.status.kind === 'ended';
}
