// States in which nothing can move and somebody waits: who waits for whom, and why.

import { type DeadlockCause, deadlockCauses, type Wait } from '../waits-for/causes.js';
import { evaluate } from './evaluate.js';
import { movesOf, movesOfThread, nextEdges } from './moves.js';
import { type Action, type Edge, type Expression, isAwaiting, type Program } from './program.js';
import { type Address, ownerOf, type State, type Thread, topFrame } from './state.js';

/** Threads that wait for a lock, another thread's end or a notification. Not those that fail an `assume`. */
export function blockedThreads(program: Program, state: State): number[] {
  return state.threads.flatMap((thread, id) => (isBlocked(program, state, thread, id) ? [id] : []));
}

function isBlocked(program: Program, state: State, thread: Thread, id: number): boolean {
  switch (thread.status.kind) {
    case 'waiting':
    case 'awaiting':
    case 'blocked':
      return true;
    case 'ended':
    case 'wrong':
    case 'deferred':
      return false;
    default:
      if (movesOfThread(program, state, id).length > 0) return false;
      return thread.status.kind === 'notified' || nextEdges(program, thread).some(({ action }) => isAwaiting(action));
  }
}

/**
 * Nothing can move and somebody waits, other than for a thread that went wrong: that is reported already. An execution that
 * fails an `assume` is not one at all.
 */
export function isDeadlock(program: Program, state: State): boolean {
  if (movesOf(program, state).length > 0) return false;
  if (state.threads.some((thread) => failsAssume(program, thread))) return false;
  return causesOfDeadlock(program, state).length > 0;
}

function failsAssume(program: Program, thread: Thread): boolean {
  if (thread.status.kind !== 'ready') return false;
  const edges = nextEdges(program, thread);
  const locals = topFrame(thread)!.locals;
  const fails = (edge: Edge) => edge.action.kind === 'assume' && evaluate(edge.action.condition, locals) === 0;
  return edges.length > 0 && edges.every(fails);
}

/** Asked only where nothing can move. */
export function causesOfDeadlock(program: Program, state: State): DeadlockCause[] {
  const blocked = new Set(blockedThreads(program, state));
  const waits = new Map([...blocked].map((id) => [id, waitsOf(program, state, id)]));
  return deadlockCauses({
    threadCount: state.threads.length,
    waitsOf: (id) => waits.get(id) ?? [],
    fateOf(id) {
      const { kind } = state.threads[id]!.status;
      if (kind === 'wrong') return 'wrong';
      if (kind === 'deferred') return 'unsettled';
      if (blocked.has(id)) return 'blocked';
      // A place without a way out: it was made to stay there, like one that went wrong.
      return kind === 'ended' ? 'ended' : 'wrong';
    },
  });
}

/** What a blocked thread waits for; one of several would do. */
export function waitsOf(program: Program, state: State, id: number): Wait[] {
  const thread = state.threads[id]!;
  const { status } = thread;
  switch (status.kind) {
    case 'waiting':
      return [{ kind: 'notification', lock: status.lock }];
    case 'notified':
    case 'blocked':
      return [{ kind: 'lock', lock: status.lock, owners: ownersOf(state, status.lock) }];
    case 'awaiting':
      return [
        {
          kind: 'threads',
          threads: state.threads.flatMap(({ waiters }, other) => (waiters.includes(id) ? [other] : [])),
        },
      ];
    default:
      return nextEdges(program, thread).flatMap(({ action }) => waitsAt(state, thread, action));
  }
}

function waitsAt(state: State, thread: Thread, action: Action): Wait[] {
  const { locals } = topFrame(thread)!;
  const valueIn = (expression: Expression) => {
    const value = evaluate(expression, locals);
    return typeof value === 'number' ? value : 0;
  };
  switch (action.kind) {
    case 'acquire': {
      const lock = valueIn(action.lock);
      return action.attempt ? [] : [{ kind: 'lock', lock, owners: ownersOf(state, lock) }];
    }
    case 'join':
      return [{ kind: 'threads', threads: unended(state, joined(thread, action.thread && valueIn(action.thread))) }];
    case 'join-any':
      return action.threads.map((handle) => ({ kind: 'threads', threads: unended(state, [valueIn(handle) - 1]) }));
    default:
      return [];
  }
}

/** Who must give a lock back: its owner, or all who hold it in shared mode. */
function ownersOf(state: State, lock: Address): number[] {
  const owner = ownerOf(state, lock);
  if (owner !== -1) return [owner];
  return state.threads.flatMap(({ held }, id) => (held.includes(-lock) ? [id] : []));
}

function joined(thread: Thread, handle: number | undefined): readonly number[] {
  return handle === undefined ? thread.children : [handle - 1];
}

function unended(state: State, threads: readonly number[]): number[] {
  return threads.filter((id) => id >= 0 && state.threads[id]?.status.kind !== 'ended');
}
