// What a step means to an observer: a memory access, a synchronisation, or nothing but local progress. Happens-before,
// access patterns and trace printers all watch executions through these events.

import { evaluate } from './evaluate.js';
import { cellAt } from './memory-cell.js';
import type { Move } from './moves.js';
import { type Action, type Expression, isAwaiting, type Location, type Program } from './program.js';
import { type Address, heldAs, type LockAction, ownerOf, type State, topFrame } from './state.js';
import { type Failure, WorkingState } from './working-state.js';

export type StepEvent =
  /** An update is a read and a write in one step. */
  | { readonly kind: 'access'; readonly mode: 'read' | 'write' | 'update'; readonly cell: MemoryCell }
  /** `outermost`: ownership changes; inner levels of a reentrant lock do not synchronise. */
  | {
      readonly kind: 'acquire' | 'release';
      readonly lock: Address;
      readonly outermost: boolean;
      /** Orders nothing among those who hold it in shared mode. */
      readonly shared?: true;
    }
  | { readonly kind: 'fork'; readonly child: number }
  | { readonly kind: 'join'; readonly children: readonly number[] }
  /** A deferred promise: whatever comes before is before the joins of the promise. */
  | { readonly kind: 'settle'; readonly promise: number }
  | { readonly kind: 'local' };

/** What an access counts as in a history of reads and writes. */
export function kindsOf({ mode }: Extract<StepEvent, { kind: 'access' }>): readonly ('R' | 'W')[] {
  return mode === 'update' ? ['R', 'W'] : [mode === 'read' ? 'R' : 'W'];
}

export interface MemoryCell {
  /** Unique in the state: two accesses touch the same memory iff their keys are equal. */
  readonly key: string;
  /** The name that properties use: `x`, `Box.value`, `[]`. */
  readonly name: string;
  readonly volatile: boolean;
}

const local: StepEvent = { kind: 'local' };

/**
 * A step that goes wrong accesses nothing and starts nobody. Only a read that finds a value for which its local has no room
 * has read: whether it goes wrong depends on what others wrote (front ends read into a local of the cell's own type).
 * An update that goes wrong has read, too.
 */
export function eventOf(program: Program, before: State, move: Move, failure: Failure | undefined): StepEvent {
  const planned = plannedEvent(program, before, move);
  if (!failure || (planned.kind === 'access' && planned.mode === 'read')) return planned;
  return planned.kind === 'access' && planned.mode === 'update' ? { ...planned, mode: 'read' } : local;
}

function plannedEvent(program: Program, before: State, move: Move): StepEvent {
  const thread = before.threads[move.thread]!;
  const locals = topFrame(thread)!.locals;
  const { action } = move.edge;
  if (program.scheduling === 'event-loop' && isAwaiting(action)) return awaitEvent(before, move, action, locals);
  switch (action.kind) {
    case 'read':
    case 'write': {
      const cell = cellOf(program, before, action.location, locals);
      return cell ? { kind: 'access', mode: action.kind, cell } : local;
    }
    case 'update': {
      const cell = cellOf(program, before, action.location, locals);
      return cell ? { kind: 'access', mode: isWriting(program, before, move) ? 'update' : 'read', cell } : local;
    }
    case 'acquire': {
      const lock = addressOf(action.lock, locals);
      if (lock === 0) return local;
      return { kind: 'acquire', lock, outermost: !thread.held.includes(heldAs(lock, action)), ...modeOf(action) };
    }
    case 'release': {
      const lock = addressOf(action.lock, locals);
      const levels = thread.held.filter((held) => held === heldAs(lock, action)).length;
      return levels === 0 ? local : { kind: 'release', lock, outermost: levels === 1, ...modeOf(action) };
    }
    case 'wait': {
      const lock = addressOf(action.lock, locals);
      if (move.kind === 'resume') return { kind: 'acquire', lock, outermost: true };
      const isInnermost = thread.held[thread.held.length - 1] === lock;
      return isInnermost ? { kind: 'release', lock, outermost: true } : local;
    }
    case 'spawn':
      return { kind: 'fork', child: before.threads.length };
    case 'join':
      return {
        kind: 'join',
        children: action.thread ? [addressOf(action.thread, locals) - 1] : thread.children,
      };
    case 'join-any':
      return move.kind === 'edge' ? { kind: 'join', children: [(move.value ?? 0) - 1] } : local;
    case 'settle':
      return settleEvent(before, addressOf(action.promise, locals) - 1);
    default:
      return local;
  }
}

/** The locks whose users before are before an acquire, and those whose users after are after a release. */
export function syncNames({ kind, lock, shared }: Extract<StepEvent, { kind: 'acquire' | 'release' }>): string[] {
  if (kind === 'release') return [shared ? `readers ${lock}` : `lock ${lock}`];
  return shared ? [`lock ${lock}`] : [`lock ${lock}`, `readers ${lock}`];
}

function modeOf({ shared }: LockAction): { readonly shared?: true } {
  return shared ? { shared } : {};
}

/** Whether the condition of an update holds, if it has one; it may speak of the value that is read. */
function isWriting(program: Program, before: State, { edge, thread }: Move): boolean {
  const { action } = edge;
  if (action.kind !== 'update' || action.condition === undefined) return true;
  const work = new WorkingState(program, before, thread);
  const cell = cellAt(work, action.location);
  if (cell && action.into !== undefined) work.assign(action.into, cell.get());
  return work.value(action.condition) !== 0;
}

/** Only the first settlement of a deferred promise counts. */
function settleEvent({ threads }: State, promise: number): StepEvent {
  return threads[promise]?.status.kind === 'deferred' ? { kind: 'settle', promise } : local;
}

type AwaitAction = Extract<Action, { kind: 'join' | 'join-any' | 'acquire' }>;

/** Event loop: a thread is suspended by one move and synchronises with what it waited for by the next. */
function awaitEvent(before: State, move: Move, action: AwaitAction, locals: readonly number[]): StepEvent {
  const { status, held } = before.threads[move.thread]!;
  if (action.kind !== 'acquire') return status.kind === 'queued' ? { kind: 'join', children: [status.by] } : local;
  const lock = addressOf(action.lock, locals);
  if (move.kind === 'resume') return { kind: 'acquire', lock, outermost: true };
  const owner = lock === 0 ? -1 : ownerOf(before, lock);
  if (lock === 0 || (owner !== -1 && owner !== move.thread)) return local;
  return { kind: 'acquire', lock, outermost: !held.includes(lock) };
}

function addressOf(expression: Expression, locals: readonly number[]): Address {
  const value = evaluate(expression, locals);
  return typeof value === 'string' ? 0 : value;
}

/** Undefined when there is no such cell: the step fails and touches nothing. */
function cellOf(program: Program, state: State, location: Location, locals: readonly number[]): MemoryCell | undefined {
  switch (location.kind) {
    case 'variable': {
      const { name, volatile } = program.variables[location.variable]!;
      return { key: `v${location.variable}`, name, volatile };
    }
    case 'field': {
      const object = addressOf(location.object, locals);
      const { volatile } = program.classes[location.class]!.fields[location.field]!;
      if (object === 0) return undefined;
      return { key: `o${object}.${location.field}`, name: locationName(program, location), volatile };
    }
    case 'element': {
      const array = addressOf(location.array, locals);
      const index = evaluate(location.index, locals);
      const object = state.heap[array - 1];
      const exists = object?.kind === 'array' && typeof index === 'number' && index in object.cells;
      return exists ? { key: `a${array}[${index}]`, name: '[]', volatile: false } : undefined;
    }
  }
}

/** The name of a location without looking at values: a variable, a field of a class, or an array's elements. */
export function locationName(program: Program, location: Location): string {
  switch (location.kind) {
    case 'variable':
      return program.variables[location.variable]!.name;
    case 'field': {
      const { name, fields } = program.classes[location.class]!;
      return `${name}.${fields[location.field]!.name}`;
    }
    case 'element':
      return '[]';
  }
}

export function lockName(program: Program, lock: Address): string {
  return program.locks[Math.abs(lock) - 1]?.name ?? `object ${Math.abs(lock)}`;
}
