// Deadlocks as properties: one per cause (model/waits-for/causes.ts), told apart by the kind of the cause, the lock, and where its
// threads wait. Threads that only wait for those of the cause do not count: they go on when it is gone.

import { causesOfDeadlock, isDeadlock } from '../../model/program/deadlock.js';
import { lockName } from '../../model/program/event.js';
import { nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';
import type { DeadlockCause } from '../../model/waits-for/causes.js';
import { finalState, type ProgramRun } from '../program-run.js';
import type { DeadlockProperty } from '../property.js';
import { typeName } from '../state-words.js';

export interface Deadlock {
  readonly cause: DeadlockCause;
  readonly property: DeadlockProperty;
  /** The same for all deadlocks that one change would mend. */
  readonly id: string;
}

/** The deadlocks of a state: none if it is no deadlock. */
export function deadlocksOf(program: Program, state: State): Deadlock[] {
  if (!isDeadlock(program, state)) return [];
  return causesOfDeadlock(program, state).map((cause) => {
    const blocked = [...new Set(cause.threads.map((id) => locationOf(program, state, id)))].sort();
    const lock = 'lock' in cause ? { lock: kindOfLock(program, state, cause.lock) } : {};
    const property: DeadlockProperty = { kind: 'deadlock', cause: cause.kind, ...lock, blocked };
    // Whoever waits for a notification that does not come: it is the same one that is missing.
    const id = cause.kind === 'notification' ? `notification ${lock.lock}` : JSON.stringify(property);
    return { cause, property, id: `deadlock ${id}` };
  });
}

export function checkDeadlock(run: ProgramRun, property: DeadlockProperty): string | undefined {
  const shown = deadlocksOf(run.program, finalState(run)).map((deadlock) => JSON.stringify(deadlock.property));
  if (shown.length === 0) return 'the final state is not a deadlock';
  return shown.includes(JSON.stringify(property))
    ? undefined
    : `the deadlocks of the final state are ${shown.join(', ')}`;
}

/** `P at 12:5`. */
function locationOf(program: Program, state: State, id: number): string {
  const thread = state.threads[id]!;
  const { line, column } = program.source.place(nextEdges(program, thread)[0]!.origin);
  return `${thread.name.replace(/#\d+$/, '')} at ${line}:${column}`;
}

/** A declared lock by its name, another object by its class. */
function kindOfLock(program: Program, { heap }: State, lock: number): string {
  const object = heap[lock - 1];
  if (object?.kind === 'object') return program.classes[object.class]!.name;
  return object?.kind === 'array' ? typeName(program, object.element, '[]') : lockName(program, lock);
}
