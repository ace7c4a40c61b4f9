// The concrete interleaving semantics: what a move does to a state. Locks are reentrant per thread; a step that fails
// makes its thread go wrong, where it stays and keeps its locks (language.md, "Meaning").

import { evaluate, fitsType, initialValue } from './evaluate.js';
import { type Move, nextEdges, waitersOf } from './moves.js';
import type { Action, Edge, Expression, LocalId, Location, Program, Type } from './program.js';
import {
  type Address,
  type Frame,
  type HeapObject,
  newFrame,
  newThread,
  ownerOf,
  ready,
  type State,
  type Thread,
  topFrame,
} from './state.js';

export interface Failure {
  readonly kind: 'assertion' | 'error';
  /** `assertion failed`, `null dereference`, … */
  readonly reason: string;
}

export interface Outcome {
  readonly state: State;
  readonly failure?: Failure;
}

/** The state after a move that `movesOf` allows. */
export function applyMove(program: Program, state: State, move: Move): Outcome {
  const step = new Step(program, state, move.thread);
  if (move.kind === 'resume') step.resume();
  else step.perform(move.edge.action, move.value);
  if (!step.failure) step.advance(move.edge, move.kind === 'edge');
  return step.outcome();
}

/** One step in the making: a state whose parts are replaced as the action asks. */
class Step {
  failure: Failure | undefined;
  #shared: readonly number[];
  #heap: readonly HeapObject[];
  readonly #threads: Thread[];

  constructor(
    readonly program: Program,
    readonly before: State,
    readonly id: number,
  ) {
    this.#shared = before.shared;
    this.#heap = before.heap;
    this.#threads = [...before.threads];
  }

  get #thread(): Thread {
    return this.#threads[this.id]!;
  }

  get #frame(): Frame {
    return topFrame(this.#thread)!;
  }

  #update(change: Partial<Thread>): void {
    this.#threads[this.id] = { ...this.#thread, ...change };
  }

  #fail(reason: string, kind: Failure['kind'] = 'error'): undefined {
    this.failure = { kind, reason };
    return undefined;
  }

  outcome(): Outcome {
    if (this.failure) this.#update({ status: { kind: 'wrong' } });
    const state: State = { shared: this.#shared, heap: this.#heap, threads: this.#threads, running: -1 };
    const running = this.#goesOn(state) ? this.id : -1;
    return { state: { ...state, running }, ...(this.failure ? { failure: this.failure } : {}) };
  }

  /** Cooperative: the thread keeps the processor unless it is at a switch point. */
  #goesOn(state: State): boolean {
    if (this.program.scheduling === 'preemptive' || this.#thread.status.kind !== 'ready') return false;
    return !nextEdges(this.program, this.#thread).some((edge) => this.#isSwitchPoint(state, edge.action));
  }

  #isSwitchPoint(state: State, action: Action): boolean {
    if (action.kind === 'yield' || action.kind === 'join') return true;
    if (action.kind !== 'acquire') return false;
    const lock = evaluate(action.lock, this.#frame.locals);
    return typeof lock === 'string' || ownerOf(state, lock) !== this.id;
  }

  perform(action: Action, value: number | undefined): void {
    switch (action.kind) {
      case 'skip':
      case 'yield':
      case 'label':
      case 'join':
        return;
      case 'read':
        return this.#read(action.location, action.into);
      case 'write':
        return this.#write(action.location, action.value);
      case 'assign':
        return this.#assign(action.local, this.#value(action.value));
      case 'choose':
        return value === undefined ? this.#fail('empty choice') : this.#assign(action.local, value);
      case 'allocate':
        return this.#allocate(action.local, this.#newObject(action.class));
      case 'allocate-array':
        return this.#allocateArray(action.local, action.element, action.length);
      case 'assume':
        this.#value(action.condition);
        return;
      case 'assert':
        if (this.#value(action.condition) === 0) this.#fail('assertion failed', 'assertion');
        return;
      case 'acquire':
        return this.#acquire(action.lock);
      case 'release':
        return this.#release(action.lock);
      case 'begin-unit':
        return this.#update({ unitDepth: this.#thread.unitDepth + 1 });
      case 'end-unit':
        return this.#update({ unitDepth: this.#thread.unitDepth - 1 });
      case 'call':
      case 'return':
        return; // frames change in `advance`
      case 'spawn':
        return this.#spawn(action);
      case 'wait':
        return this.#wait(action.lock);
      case 'notify':
        return this.#notify(action.lock, action.all, value);
    }
  }

  /** Moves the innermost frame along the edge; calls push a frame, `return` pops one. */
  advance(edge: Edge, mayWait: boolean): void {
    const { action } = edge;
    if (action.kind === 'wait' && mayWait) return; // the thread leaves along this edge when it resumes
    if (action.kind === 'join') this.#forgetJoined(action.thread);
    if (action.kind === 'return') this.#return(action.value);
    else if (action.kind === 'call') this.#call(action, edge);
    else this.#moveTo(edge);
  }

  #moveTo(edge: Edge): void {
    const frame = { ...this.#frame, node: edge.to };
    this.#update({ frames: [...this.#thread.frames.slice(0, -1), frame] });
  }

  #call(action: Extract<Action, { kind: 'call' }>, edge: Edge): void {
    const values = this.#parameterValues(action.function, action.arguments);
    if (!values) return;
    const caller = { ...this.#frame, node: edge.to };
    const callee = newFrame(this.program, action.function, values, action.result);
    this.#update({ frames: [...this.#thread.frames.slice(0, -1), caller, callee] });
  }

  #return(value: Expression | undefined): void {
    const returned = value ? this.#value(value) : 0;
    if (returned === undefined) return;
    const type = this.program.functions[this.#frame.function]!.returnType;
    if (!fitsType(type, returned)) return this.#fail('value out of range');
    this.#popFrame(returned);
  }

  #popFrame(returned: number): void {
    const { result } = this.#frame;
    this.#update({ frames: this.#thread.frames.slice(0, -1) });
    if (this.#thread.frames.length === 0) this.#update({ status: { kind: 'ended' } });
    else if (result !== undefined) this.#assign(result, returned);
  }

  #parameterValues(callee: number, expressions: readonly Expression[]): number[] | undefined {
    const graph = this.program.functions[callee]!;
    const values: number[] = [];
    for (const [i, expression] of expressions.entries()) {
      const value = this.#value(expression);
      if (value === undefined) return undefined;
      if (!fitsType(graph.locals[graph.parameters[i]!]!.type, value)) return this.#fail('value out of range');
      values.push(value);
    }
    return values;
  }

  #value(expression: Expression): number | undefined {
    const value = evaluate(expression, this.#frame.locals);
    return typeof value === 'string' ? this.#fail(value) : value;
  }

  #assign(local: LocalId, value: number | undefined): void {
    if (value === undefined) return;
    const frame = this.#frame;
    const { type } = this.program.functions[frame.function]!.locals[local]!;
    if (!fitsType(type, value)) return this.#fail('value out of range');
    const locals = frame.locals.with(local, value);
    this.#update({ frames: [...this.#thread.frames.slice(0, -1), { ...frame, locals }] });
  }

  #read(location: Location, into: LocalId | undefined): void {
    const cell = this.#cell(location);
    if (cell && into !== undefined) this.#assign(into, cell.get());
  }

  #write(location: Location, value: Expression | undefined): void {
    const cell = this.#cell(location);
    const written = cell && value ? this.#value(value) : undefined;
    if (!cell || written === undefined) return;
    if (!fitsType(cell.type, written)) return this.#fail('value out of range');
    cell.set(written);
  }

  #cell(location: Location): Cell | undefined {
    switch (location.kind) {
      case 'variable': {
        const id = location.variable;
        return {
          type: this.program.variables[id]!.type,
          get: () => this.#shared[id]!,
          set: (value) => {
            this.#shared = this.#shared.with(id, value);
          },
        };
      }
      case 'field':
        return this.#fieldCell(location);
      case 'element':
        return this.#elementCell(location);
    }
  }

  #fieldCell(location: Extract<Location, { kind: 'field' }>): Cell | undefined {
    const address = this.#value(location.object);
    if (address === undefined) return undefined;
    const object = this.#heap[address - 1];
    if (object?.kind !== 'object') return this.#fail('null dereference');
    return {
      type: this.program.classes[object.class]!.fields[location.field]!.type,
      get: () => object.fields[location.field]!,
      set: (value) => this.#replace(address, { ...object, fields: object.fields.with(location.field, value) }),
    };
  }

  #elementCell(location: Extract<Location, { kind: 'element' }>): Cell | undefined {
    const address = this.#value(location.array);
    const index = this.#value(location.index);
    if (address === undefined || index === undefined) return undefined;
    const array = this.#heap[address - 1];
    if (array?.kind !== 'array') return this.#fail('null dereference');
    if (index < 0 || index >= array.cells.length) return this.#fail('index out of range');
    return {
      type: array.element,
      get: () => array.cells[index]!,
      set: (value) => this.#replace(address, { ...array, cells: array.cells.with(index, value) }),
    };
  }

  #replace(address: Address, object: HeapObject): void {
    this.#heap = this.#heap.with(address - 1, object);
  }

  #newObject(id: number): HeapObject {
    return {
      kind: 'object',
      class: id,
      fields: this.program.classes[id]!.fields.map((field) => initialValue(field.type)),
    };
  }

  #allocate(local: LocalId, object: HeapObject): void {
    this.#heap = [...this.#heap, object];
    this.#assign(local, this.#heap.length);
  }

  #allocateArray(local: LocalId, element: Type, length: Expression): void {
    const size = this.#value(length);
    if (size === undefined) return;
    if (size < 0) return this.#fail('negative array length');
    const cells = Array.from({ length: size }, () => initialValue(element));
    this.#allocate(local, { kind: 'array', element, cells });
  }

  #lockAddress(lock: Expression): Address | undefined {
    const address = this.#value(lock);
    return address === 0 ? this.#fail('null dereference') : address;
  }

  #acquire(lock: Expression): void {
    const address = this.#lockAddress(lock);
    if (address !== undefined) this.#update({ held: [...this.#thread.held, address] });
  }

  #release(lock: Expression): void {
    const address = this.#lockAddress(lock);
    if (address === undefined) return;
    const last = this.#thread.held.lastIndexOf(address);
    if (last === -1) return this.#fail('release of a lock not held');
    this.#update({ held: this.#thread.held.toSpliced(last, 1) });
  }

  #spawn(action: Extract<Action, { kind: 'spawn' }>): void {
    const values = this.#parameterValues(action.function, action.arguments);
    if (!values) return;
    const child = this.#threads.length;
    const name = this.#childName(this.program.functions[action.function]!.shortName);
    this.#threads.push(newThread(this.program, name, this.#thread.process, action.function, values));
    this.#update({ children: [...this.#thread.children, child] });
    if (action.handle !== undefined) this.#assign(action.handle, child + 1);
  }

  #childName(shortName: string): string {
    const stem = `${this.program.processes[this.#thread.process]!.name}/${shortName}#`;
    return `${stem}${this.#threads.filter((thread) => thread.name.startsWith(stem)).length + 1}`;
  }

  #forgetJoined(handle: Expression | undefined): void {
    const joined = handle ? this.#value(handle) : undefined;
    const children = handle ? this.#thread.children.filter((child) => child + 1 !== joined) : [];
    this.#update({ children });
  }

  /** Gives the lock back on all levels and waits; only the innermost held lock can be waited on. */
  #wait(lock: Expression): void {
    const address = this.#lockAddress(lock);
    if (address === undefined) return;
    const { held } = this.#thread;
    if (held[held.length - 1] !== address) return this.#fail('wait on a lock that is not the innermost held');
    const kept = held.filter((other) => other !== address);
    this.#update({ held: kept, status: { kind: 'waiting', lock: address, levels: held.length - kept.length } });
  }

  #notify(lock: Expression, all: boolean, chosen: number | undefined): void {
    const address = this.#lockAddress(lock);
    if (address === undefined) return;
    if (!this.#thread.held.includes(address)) return this.#fail('notify without the lock');
    const waiting = waitersOf(this.before, address);
    for (const id of all ? waiting : [chosen ?? waiting[0] ?? -1]) {
      const thread = this.#threads[id];
      if (thread?.status.kind !== 'waiting') continue;
      this.#threads[id] = { ...thread, status: { ...thread.status, kind: 'notified' } };
    }
  }

  resume(): void {
    const { status, held } = this.#thread;
    if (status.kind !== 'notified') throw new Error('resume of a thread that was not notified');
    const levels = Array.from({ length: status.levels }, () => status.lock);
    this.#update({ status: ready, held: [...held, ...levels] });
  }
}

interface Cell {
  readonly type: Type | undefined;
  get(): number;
  set(value: number): void;
}
