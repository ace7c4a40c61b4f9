// The concrete interleaving semantics: what a move does to a state. Locks are reentrant per thread; a step that fails
// makes its thread go wrong, where it stays and keeps its locks (language.md, "Meaning").
// In an event loop an edge at which the thread suspends itself takes two moves: the first suspends, `resume` leaves along it.

import { evaluate, fitsType } from './evaluate.js';
import { allocateArray, allocateObject, cellAt } from './memory-cell.js';
import { type Move, nextEdges, waitersOf } from './moves.js';
import {
  type Action,
  type Edge,
  type Expression,
  isAwaiting,
  type LocalId,
  type Location,
  type Program,
} from './program.js';
import { awaitSettlement, enqueue, inspect, settle, settleDeferred, takeResult } from './promises.js';
import {
  type Address,
  heldAs,
  type LockAction,
  newDeferred,
  newFrame,
  newThread,
  ownerOf,
  ready,
  type State,
  type Thread,
  topFrame,
} from './state.js';
import { type Failure, WorkingState } from './working-state.js';

export type { Failure } from './working-state.js';

export interface Outcome {
  readonly state: State;
  readonly failure?: Failure;
}

/** The state after a move that `movesOf` allows. */
export function applyMove(program: Program, state: State, move: Move): Outcome {
  const step = new Step(program, state, move.thread);
  const { action } = move.edge;
  if (move.kind === 'resume') step.resume(action);
  else if (!step.suspends(action)) step.perform(action, move.value);
  if (!step.failure && step.thread.status.kind === 'ready') step.advance(move.edge);
  return step.outcome();
}

class Step extends WorkingState {
  /** A thread that was started eagerly by this step, or -1. */
  #started = -1;

  outcome(): Outcome {
    if (this.failure) this.update({ status: { kind: 'wrong' } });
    const { shared, heap, threads, microtasks, lockWaiters } = this;
    const state: State = { shared, heap, threads, running: -1, callers: [], microtasks, lockWaiters };
    return { state: { ...state, ...this.#turn(state) }, ...(this.failure ? { failure: this.failure } : {}) };
  }

  /** Unless it is preemptive: the thread that was started last and is not at a switch point goes on. */
  #turn(state: State): Pick<State, 'running' | 'callers'> {
    if (this.program.scheduling === 'preemptive') return { running: -1, callers: [] };
    const stack = [...this.before.callers, this.id, ...(this.#started === -1 ? [] : [this.#started])];
    for (let top = stack.pop(); top !== undefined; top = stack.pop())
      if (this.#goesOn(state, top)) return { running: top, callers: stack };
    return { running: -1, callers: [] };
  }

  #goesOn(state: State, id: number): boolean {
    const thread = state.threads[id]!;
    if (thread.status.kind !== 'ready') return false;
    if (this.isEventLoop) return true;
    return !nextEdges(this.program, thread).some((edge) => isSwitchPoint(state, id, thread, edge.action));
  }

  /** Event loop: whether the thread suspends itself here, to be resumed along the same edge. */
  suspends(action: Action): boolean {
    if (!this.isEventLoop) return false;
    switch (action.kind) {
      case 'yield':
        if (action.external) this.update({ status: { kind: 'external' } });
        else enqueue(this, this.id, -1);
        return true;
      case 'join':
        return this.#awaitJoined(action.thread);
      case 'join-any':
        return this.#awaitAny(action.threads);
      case 'acquire':
        return !action.attempt && this.#awaitLock(action.lock);
      default:
        return false;
    }
  }

  /** Own children are awaited one after the other; when there is none, there is nothing to await. */
  #awaitJoined(thread: Expression | undefined): boolean {
    const handle = thread ? this.value(thread) : this.thread.children[0];
    if (handle !== undefined) awaitSettlement(this, [thread ? handle : handle + 1]);
    return handle !== undefined || this.failure !== undefined;
  }

  #awaitAny(threads: readonly Expression[]): boolean {
    const handles = threads.map((thread) => this.value(thread));
    if (!this.failure) awaitSettlement(this, handles as number[]);
    return true;
  }

  #awaitLock(lock: Expression): boolean {
    const address = this.reference(lock);
    if (address === undefined) return true;
    const owner = ownerOf(this.before, address);
    if (owner === -1 || owner === this.id) return false;
    this.update({ status: { kind: 'blocked', lock: address } });
    this.lockWaiters = [...this.lockWaiters, this.id];
    return true;
  }

  perform(action: Action, value: number | undefined): void {
    switch (action.kind) {
      case 'skip':
      case 'yield':
      case 'label':
      case 'unavailable':
        return;
      case 'read':
        return this.#read(action.location, action.into);
      case 'write':
        return this.#write(action.location, action.value);
      case 'update':
        return this.#update(action);
      case 'assign':
        return this.assign(action.local, this.value(action.value));
      case 'choose':
        return value === undefined ? this.fail('empty choice') : this.assign(action.local, value);
      case 'allocate':
        return allocateObject(this, action.local, action.class);
      case 'allocate-array':
        return allocateArray(this, action.local, action.element, action.length);
      case 'assume':
        this.value(action.condition);
        return;
      case 'assert':
        if (this.value(action.condition) === 0) this.fail('assertion failed', 'assertion');
        return;
      case 'acquire':
        return this.#acquire(action);
      case 'release':
        return this.#release(action);
      case 'begin-unit':
        return this.update({ unitDepth: this.thread.unitDepth + 1 });
      case 'end-unit':
        return this.update({ unitDepth: this.thread.unitDepth - 1 });
      case 'call':
      case 'return':
        return; // frames change in `advance`
      case 'spawn':
        return this.#spawn(action);
      case 'join':
        return this.#join(action);
      case 'join-any':
        return action.into === undefined ? undefined : this.assign(action.into, value);
      case 'fail':
        return this.#endAsFailed(action.reason);
      case 'deferred':
        return this.#defer(action.local);
      case 'settle':
        return settleDeferred(this, action);
      case 'inspect':
        return inspect(this, action);
      case 'wait':
        return this.#wait(action.lock);
      case 'notify':
        return this.#notify(action.lock, action.all, value);
    }
  }

  /** Moves the innermost frame along the edge; calls push a frame, `return` pops one. */
  advance(edge: Edge): void {
    const { action } = edge;
    if (action.kind === 'return') this.#return(action.value);
    else if (action.kind === 'call') this.#call(action, edge);
    else this.#moveTo(edge);
  }

  #moveTo(edge: Edge): void {
    const frame = { ...this.frame, node: edge.to };
    this.update({ frames: [...this.thread.frames.slice(0, -1), frame] });
  }

  #call(action: Extract<Action, { kind: 'call' }>, edge: Edge): void {
    const values = this.#parameterValues(action.function, action.arguments);
    if (!values) return;
    const caller = { ...this.frame, node: edge.to };
    const callee = newFrame(this.program, action.function, values, action.result);
    this.update({ frames: [...this.thread.frames.slice(0, -1), caller, callee] });
  }

  #return(value: Expression | undefined): void {
    const returned = value ? this.value(value) : 0;
    if (returned === undefined) return;
    const type = this.program.functions[this.frame.function]!.returnType;
    if (!fitsType(type, returned)) return this.fail('value out of range');
    this.#popFrame(returned);
  }

  #popFrame(returned: number): void {
    const { result } = this.frame;
    this.update({ frames: this.thread.frames.slice(0, -1) });
    if (this.thread.frames.length === 0) settle(this, this.id, { failed: false, value: returned });
    else if (result !== undefined) this.assign(result, returned);
  }

  #endAsFailed(reason: Expression | undefined): void {
    const value = reason ? this.value(reason) : 0;
    if (value === undefined) return;
    this.update({ frames: [] });
    settle(this, this.id, { failed: true, value });
  }

  #parameterValues(callee: number, expressions: readonly Expression[]): number[] | undefined {
    const graph = this.program.functions[callee]!;
    const values: number[] = [];
    for (const [i, expression] of expressions.entries()) {
      const value = this.value(expression);
      if (value === undefined) return undefined;
      if (!fitsType(graph.locals[graph.parameters[i]!]!.type, value)) return this.fail('value out of range');
      values.push(value);
    }
    return values;
  }

  #read(location: Location, into: LocalId | undefined): void {
    const cell = cellAt(this, location);
    if (cell && into !== undefined) this.assign(into, cell.get());
  }

  #write(location: Location, value: Expression | undefined): void {
    const cell = cellAt(this, location);
    const written = cell && value ? this.value(value) : undefined;
    if (!cell || written === undefined) return;
    if (!fitsType(cell.type, written)) return this.fail('value out of range');
    cell.set(written);
  }

  #update({ location, into, condition, value }: Extract<Action, { kind: 'update' }>): void {
    this.#read(location, into);
    if (this.failure || (condition && this.value(condition) === 0)) return;
    if (!this.failure) this.#write(location, value);
  }

  #acquire(action: LockAction): void {
    const address = this.reference(action.lock);
    if (address !== undefined) this.update({ held: [...this.thread.held, heldAs(address, action)] });
  }

  #release(action: LockAction): void {
    const address = this.reference(action.lock);
    if (address === undefined) return;
    const last = this.thread.held.lastIndexOf(heldAs(address, action));
    if (last === -1) return this.fail('release of a lock not held');
    this.update({ held: this.thread.held.toSpliced(last, 1) });
    if (!this.thread.held.includes(address)) this.#handOver(address);
  }

  /** Event loop: a lock that is given back belongs at once to the thread that has waited longest. */
  #handOver(lock: Address): void {
    const waitsFor = ({ status }: Thread) => status.kind === 'blocked' && status.lock === lock;
    const next = this.lockWaiters.find((id) => waitsFor(this.threads[id]!));
    if (next === undefined) return;
    this.lockWaiters = this.lockWaiters.filter((id) => id !== next);
    this.update({ held: [...this.threads[next]!.held, lock] }, next);
    enqueue(this, next, -1);
  }

  #spawn(action: Extract<Action, { kind: 'spawn' }>): void {
    const values = this.#parameterValues(action.function, action.arguments);
    if (!values) return;
    const name = this.#childName(this.program.functions[action.function]!.shortName);
    const child = this.threads.push(newThread(this.program, name, this.thread.process, action.function, values)) - 1;
    this.update({ children: [...this.thread.children, child] });
    if (action.eager) this.#started = child;
    if (action.handle !== undefined) this.assign(action.handle, child + 1);
  }

  #defer(local: LocalId): void {
    this.assign(local, this.threads.push(newDeferred(this.#childName('deferred'), this.thread.process)));
  }

  #childName(shortName: string): string {
    const stem = `${this.program.processes[this.thread.process]!.name}/${shortName}#`;
    return `${stem}${this.threads.filter((thread) => thread.name.startsWith(stem)).length + 1}`;
  }

  #join(action: Extract<Action, { kind: 'join' }>): void {
    if (!action.thread) return this.update({ children: [] });
    const handle = this.value(action.thread);
    if (handle !== undefined) takeResult(this, action, handle - 1);
  }

  /** Gives the lock back on all levels and waits; only the innermost held lock can be waited on. */
  #wait(lock: Expression): void {
    const address = this.reference(lock);
    if (address === undefined) return;
    const { held } = this.thread;
    if (held[held.length - 1] !== address) return this.fail('wait on a lock that is not the innermost held');
    const kept = held.filter((other) => other !== address);
    this.update({ held: kept, status: { kind: 'waiting', lock: address, levels: held.length - kept.length } });
  }

  #notify(lock: Expression, all: boolean, chosen: number | undefined): void {
    const address = this.reference(lock);
    if (address === undefined) return;
    if (!this.thread.held.includes(address)) return this.fail('notify without the lock');
    const waiting = waitersOf(this.before, address);
    for (const id of all ? waiting : [chosen ?? waiting[0] ?? -1]) {
      const thread = this.threads[id];
      if (thread?.status.kind !== 'waiting') continue;
      this.threads[id] = { ...thread, status: { ...thread.status, kind: 'notified' } };
    }
  }

  /** What the thread was suspended for has come. */
  resume(action: Action): void {
    const { status } = this.thread;
    this.update({ status: ready });
    if (status.kind === 'notified' || status.kind === 'waiting') this.#takeBack(status.lock, status.levels);
    else if (status.kind === 'queued') this.#continue(action, status.by);
    else if (status.kind !== 'external') throw new Error(`resume of a thread that is ${status.kind}`);
  }

  #takeBack(lock: Address, levels: number): void {
    this.update({ held: [...this.thread.held, ...Array.from({ length: levels }, () => lock)] });
  }

  #continue(action: Action, by: number): void {
    this.microtasks = this.microtasks.slice(1);
    if (action.kind === 'join-any' && action.into !== undefined) this.assign(action.into, by + 1);
    if (action.kind !== 'join') return;
    takeResult(this, action, by);
    if (!action.thread) this.#awaitJoined(undefined);
  }
}

/** Cooperative: where another thread may go on. */
function isSwitchPoint(state: State, id: number, thread: Thread, action: Action): boolean {
  if (action.kind === 'yield') return true;
  if (!isAwaiting(action)) return false;
  if (action.kind !== 'acquire') return true;
  const lock = evaluate(action.lock, topFrame(thread)!.locals);
  if (typeof lock === 'string') return true;
  return ownerOf(state, lock) !== id && !(action.shared && thread.held.includes(-lock));
}
