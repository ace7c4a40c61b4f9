// Threads that may go alone (obligations X6 and X7): every edge out of the thread's node changes only its own frames, so
// its moves commute with all steps of others and none of these enables, disables or is touched by them; and every edge
// leads to a node with a higher number (of a call, the caller's), so that no cycle consists of such moves only. From a
// state with such a thread its moves suffice: what others do from here they can do afterwards, too.

import { nextEdges } from '../../model/program/moves.js';
import type { Action, Edge, Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';

/** Preemptive threads that see of each other's ends only that they have ended: what X5 and X6 are argued for. */
export function hasPlainThreads({ scheduling, functions }: Program): boolean {
  return scheduling === 'preemptive' && functions.every(({ edges }) => edges.every(({ action }) => isPlain(action)));
}

function isPlain(action: Action): boolean {
  switch (action.kind) {
    case 'join-any':
    case 'fail':
    case 'deferred':
    case 'settle':
    case 'inspect':
    // An attempt fails because of a lock that others hold, and nothing orders it after their taking it.
    case 'unavailable':
      return false;
    case 'spawn':
      return !action.eager;
    case 'join':
      return action.into === undefined;
    default:
      return true;
  }
}

/** A thread that may go alone and can move, or -1. */
export function threadThatGoesAlone(program: Program, state: State, canMove: (thread: number) => boolean): number {
  return state.threads.findIndex((thread, id) => {
    if (thread.status.kind !== 'ready') return false;
    const edges = nextEdges(program, thread);
    return edges.length > 0 && edges.every(isLocal) && canMove(id);
  });
}

function isLocal({ action, from, to }: Edge): boolean {
  switch (action.kind) {
    case 'skip':
    case 'label':
    case 'yield':
    case 'assign':
    case 'choose':
    case 'assume':
    case 'assert':
    case 'begin-unit':
    case 'end-unit':
    case 'call':
      return to > from;
    // The frame is gone; the caller went on when it called.
    case 'return':
      return true;
    default:
      return false;
  }
}
