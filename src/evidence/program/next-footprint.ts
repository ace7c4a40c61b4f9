// What the next step of a thread may look at or change outside its own frames, whichever of its moves it is and whether or
// not it can be made now (obligation X9). Two steps of different threads whose footprints do not conflict commute, and
// neither enables or disables the other: all that `movesOf` and `applyMove` read and write of a state is here. Too large a
// footprint is sound. Only for plain threads (`hasPlainThreads`).

import { evaluate } from '../../model/program/evaluate.js';
import { nextEdges } from '../../model/program/moves.js';
import type { Action, Expression, Location, Program } from '../../model/program/program.js';
import { type State, type Thread, topFrame } from '../../model/program/state.js';

/** `take` and `end`, `join` tell apart which of two that conflict can never both be next and possible. */
export interface Use {
  readonly object: string;
  readonly mode: 'read' | 'write' | 'take' | 'end' | 'join';
}

export function nextFootprint(program: Program, state: State, id: number): readonly Use[] {
  const thread = state.threads[id]!;
  const { status } = thread;
  if (status.kind === 'waiting' || status.kind === 'notified') return [lockUse(status.lock, 'take')];
  if (status.kind !== 'ready') return [];
  return nextEdges(program, thread).flatMap(({ action }) => usesOf(action, thread, id));
}

export function conflict(one: Use, other: Use): boolean {
  return one.object === other.object && (isChange(one) || isChange(other));
}

function isChange({ mode }: Use): boolean {
  return mode !== 'read' && mode !== 'join';
}

function usesOf(action: Action, thread: Thread, id: number): readonly Use[] {
  const value = (expression: Expression) => evaluate(expression, topFrame(thread)!.locals);
  switch (action.kind) {
    case 'skip':
    case 'assign':
    case 'choose':
    case 'assume':
    case 'assert':
    case 'begin-unit':
    case 'end-unit':
    case 'call':
    case 'label':
    case 'yield':
      return [];
    case 'read':
      return [{ object: cellName(action.location, value), mode: 'read' }];
    case 'write':
    case 'update':
      return [{ object: cellName(action.location, value), mode: 'write' }];
    case 'acquire':
      return [lockUse(value(action.lock), 'take')];
    case 'release':
    case 'wait':
    case 'notify':
      return [lockUse(value(action.lock), 'write')];
    // New objects and threads are numbered in the order in which they come.
    case 'allocate':
    case 'allocate-array':
      return [{ object: 'heap', mode: 'write' }];
    case 'spawn':
      return [{ object: 'threads', mode: 'write' }];
    case 'return':
      return thread.frames.length === 1 ? [{ object: `end ${id}`, mode: 'end' }] : [];
    case 'join': {
      const joined = action.thread ? [Number(value(action.thread)) - 1] : thread.children;
      return joined.map((child) => ({ object: `end ${child}`, mode: 'join' }));
    }
    default:
      throw new Error(`no footprint for ${action.kind}`);
  }
}

function lockUse(lock: number | string, mode: Use['mode']): Use {
  return { object: `lock ${lock}`, mode };
}

/** Where there is no such cell the step fails, looking at nothing. */
function cellName(location: Location, value: (expression: Expression) => number | string): string {
  switch (location.kind) {
    case 'variable':
      return `variable ${location.variable}`;
    case 'field':
      return `field ${value(location.object)}.${location.field}`;
    case 'element':
      return `element ${value(location.array)}[${value(location.index)}]`;
  }
}
