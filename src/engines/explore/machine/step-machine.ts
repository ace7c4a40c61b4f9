// What a step does to the machine's state: the same semantics as model/program/step.ts, in place. The differential tests
// run both side by side.

import type { Failure } from '../../../model/program/step.js';
import { type CompiledCell, type CompiledStep, type PlaceType, valueKind } from './compiled-program.js';
import { type Evaluator, failureOf } from './evaluator.js';
import { frameWord, listWord, objectWord, threadStatus, threadWord } from './layout.js';
import { Machine } from './machine.js';
import { MachineEvent } from './step-event.js';

/** The value of a step that chooses nothing: no 32-bit integer. */
export const noValue = Number.MIN_SAFE_INTEGER;

const assertionFailed: Failure = { kind: 'assertion', reason: 'assertion failed' };

export class StepMachine extends Machine {
  readonly event = new MachineEvent();
  failure: Failure | undefined;
  #thread = 0;
  #id = 0;
  #frame = 0;

  /** Takes a step that `moves.ts` allows; fills `event` and `failure`. A step that fails makes the thread go wrong. */
  perform(id: number, step: CompiledStep, value: number): void {
    this.event.clear();
    this.failure = undefined;
    this.#id = id;
    this.#thread = this.thread(id);
    this.#frame = this.frameOf(this.#thread);
    this.touch(this.#thread + threadWord.version);
    if (this.statusOf(this.#thread) === threadStatus.notified) this.#resume();
    else this.#act(step, value);
    if (this.failure) this.#goWrong();
    else this.#advance(step);
  }

  /** A step that goes wrong accesses nothing, but for a read that found a value for which there is no room. */
  #goWrong(): void {
    if (this.event.kind === 'write' && this.event.isUpdate) this.event.isWritten = false;
    else if (this.event.kind !== 'read') this.event.clear();
    this.memory.set(this.#thread + threadWord.status, threadStatus.wrong);
  }

  #fail(reason: string): void {
    this.failure = { kind: 'error', reason };
  }

  #act(step: CompiledStep, value: number): void {
    switch (step.kind) {
      case 'read':
        return this.#read(step);
      case 'write':
        return this.#write(step);
      case 'update':
        return this.#update(step);
      case 'assign':
        return this.#assign(step.local, step.operand!(this.#frame));
      case 'assume':
        this.#evaluated(step.operand!(this.#frame));
        return;
      case 'assert':
        return this.#assert(step.operand!(this.#frame));
      case 'acquire':
        return this.#acquire(step);
      case 'release':
        return this.#release(step);
      case 'choose':
        return value === noValue ? this.#fail('empty choice') : this.#assign(step.local, value);
      case 'allocate':
        return this.#allocate(step);
      case 'allocate-array':
        return this.#allocateArray(step);
      case 'begin-unit':
        return this.#changeUnitDepth(1);
      case 'end-unit':
        return this.#changeUnitDepth(-1);
      case 'call':
        return this.#call(step);
      case 'return':
        return this.#return(step);
      case 'spawn':
        return this.#spawn(step);
      case 'join':
        return this.#join(step);
      case 'wait':
        return this.#wait(step);
      case 'notify':
        return this.#notify(step, value);
      case 'skip':
      case 'label':
      case 'yield':
        return;
      case 'join-any':
      case 'fail':
      case 'deferred':
      case 'settle':
      case 'inspect':
      case 'unavailable':
        throw new Error(`${step.kind} is searched in full`); // plan-searches.ts
    }
  }

  /** The innermost frame follows the edge; calls, returns and waits have moved, or move later, by themselves. */
  #advance({ kind, to }: CompiledStep): void {
    if (kind === 'return' || kind === 'call') return;
    if (this.statusOf(this.#thread) === threadStatus.waiting) return;
    this.memory.set(this.#frame + frameWord.node, to);
  }

  /** Whether there is a value; if not, the step fails. */
  #evaluated(value: number): boolean {
    if (value - value === 0) return true;
    this.#fail(failureOf(value)!);
    return false;
  }

  #fits(type: PlaceType, value: number): boolean {
    if (!this.#evaluated(value)) return false;
    if (value >= type.low && value <= type.high) return true;
    this.#fail('value out of range');
    return false;
  }

  #assert(value: number): void {
    if (this.#evaluated(value) && value === 0) this.failure = assertionFailed;
  }

  #assign(local: number, value: number): void {
    this.#assignIn(this.#frame, local, value);
  }

  #assignIn(frame: number, local: number, value: number): void {
    const { locals } = this.code.functions[this.memory.words[frame + frameWord.function]!]!;
    if (this.#fits(locals[local]!, value)) this.memory.set(frame + frameWord.locals + local, value);
  }

  #read({ cell, local }: CompiledStep): void {
    const at = this.#locate(cell!, 'read');
    if (at !== 0 && local >= 0) this.#assign(local, this.memory.words[at]!);
  }

  #write({ cell, operand }: CompiledStep): void {
    const at = this.#locate(cell!, 'write');
    if (at !== 0 && operand) this.#store(at, cell!, operand);
  }

  /** The operands speak of the value that was read. */
  #update({ cell, operand, second, local }: CompiledStep): void {
    const at = this.#locate(cell!, 'write');
    if (at === 0) return;
    this.event.isUpdate = true;
    if (local >= 0) this.#assign(local, this.memory.words[at]!);
    const holds = this.failure || !second ? 1 : second(this.#frame);
    if (this.failure || !this.#evaluated(holds)) return;
    this.event.isWritten = holds !== 0;
    if (holds !== 0 && operand) this.#store(at, cell!, operand);
  }

  #store(at: number, cell: CompiledCell, operand: Evaluator): void {
    const value = operand(this.#frame);
    const type = cell.kind === 'variable' ? cell.type : this.cellType(this.event.object, this.event.cell);
    if (!this.#fits(type, value)) return;
    this.memory.set(at, value);
    const { object } = this.event;
    if (object === 0 || type.kind === valueKind.thread) return; // these are looked at every time
    this.touch(type.kind === valueKind.plain ? object + objectWord.version : this.code.layout.heapVersion);
  }

  /** The word of a cell, noted as accessed; 0 when there is no such cell and the step fails. */
  #locate(cell: CompiledCell, mode: 'read' | 'write'): number {
    if (cell.kind === 'variable') {
      this.event.access(mode, 0, cell.variable, cell);
      return this.code.layout.shared + cell.variable;
    }
    const object = (cell.kind === 'field' ? cell.object : cell.array)(this.#frame);
    const number = cell.kind === 'field' ? cell.field : cell.index(this.#frame);
    if (!this.#evaluated(object) || !this.#evaluated(number)) return 0;
    if (!(cell.kind === 'field' ? this.isInstance(object) : this.isArray(object)))
      return this.#missing('null dereference');
    if (number < 0 || number >= this.memory.words[object + objectWord.length]!)
      return this.#missing('index out of range');
    this.event.access(mode, object, number, cell);
    return object + objectWord.cells + number;
  }

  #missing(reason: string): 0 {
    this.#fail(reason);
    return 0;
  }

  #allocate({ local, target }: CompiledStep): void {
    const fields = this.code.classes[target]!;
    this.#assign(
      local,
      this.newObject(1 + target, fields.length, (field) => fields[field]!),
    );
  }

  #allocateArray({ operand, element, local }: CompiledStep): void {
    const length = operand!(this.#frame);
    if (!this.#evaluated(length)) return;
    if (length < 0) return this.#fail('negative array length');
    const type = this.code.elements[element]!;
    this.#assign(
      local,
      this.newObject(1 + this.code.classes.length + element, length, () => type),
    );
  }

  #changeUnitDepth(by: number): void {
    const word = this.#thread + threadWord.unitDepth;
    this.memory.set(word, this.memory.words[word]! + by);
  }

  /** The arguments of a call, or undefined if one of them fails. */
  #arguments(callee: number, { arguments: operands }: CompiledStep): number[] | undefined {
    const { locals, parameters } = this.code.functions[callee]!;
    const values = operands.map((operand) => operand(this.#frame));
    return values.every((value, i) => this.#fits(locals[parameters[i]!]!, value)) ? values : undefined;
  }

  #call(step: CompiledStep): void {
    const values = this.#arguments(step.target, step);
    if (!values) return;
    this.memory.set(this.#frame + frameWord.node, step.to);
    this.pushFrame(this.#thread, step.target, values, step.local);
  }

  #return({ operand }: CompiledStep): void {
    const { words } = this.memory;
    const value = operand ? operand(this.#frame) : 0;
    if (!this.#fits(this.code.functions[words[this.#frame + frameWord.function]!]!.returns, value)) return;
    const result = words[this.#frame + frameWord.result]!;
    this.popFrame(this.#thread);
    const caller = this.frameOf(this.#thread);
    if (caller !== 0 && result !== -1) this.#assignIn(caller, result, value);
  }

  #spawn(step: CompiledStep): void {
    const values = this.#arguments(step.target, step);
    if (!values) return;
    const child = this.newThread(this.#childKind(step.target), step.target, values);
    this.prepend(this.#thread + threadWord.children, child);
    this.event.kind = 'fork';
    this.event.children.push(child);
    if (step.local >= 0) this.#assign(step.local, child + 1);
  }

  #childKind(callee: number): number {
    const { processes, functions } = this.code.program;
    const kind = this.memory.words[this.#thread + threadWord.kind]!;
    const process = kind < processes.length ? kind : Math.floor((kind - processes.length) / functions.length);
    return processes.length + process * functions.length + callee;
  }

  #join({ operand }: CompiledStep): void {
    const list = this.#thread + threadWord.children;
    this.event.kind = 'join';
    if (operand) this.event.children.push(operand(this.#frame) - 1);
    else this.#copyList(list, this.event.children);
    for (const child of this.event.children) this.removeFirst(list, child);
  }

  #copyList(list: number, into: number[]): void {
    const { words } = this.memory;
    for (let entry = words[list]!; entry !== 0; entry = words[entry + listWord.next]!)
      into.push(words[entry + listWord.value]!);
  }

  /** The lock a step works on, or 0 when there is none and the step fails. */
  #lock({ operand }: CompiledStep): number {
    const lock = operand!(this.#frame);
    if (!this.#evaluated(lock)) return 0;
    return lock === 0 ? this.#missing('null dereference') : lock;
  }

  #acquire(step: CompiledStep): void {
    const lock = this.#lock(step);
    if (lock === 0) return;
    if (this.ownerOf(lock) === 0) this.event.lock('acquire', lock);
    this.#own(lock, this.memory.words[lock + objectWord.levels]! + 1);
    this.prepend(this.#thread + threadWord.held, lock);
  }

  #own(lock: number, levels: number): void {
    this.memory.set(lock + objectWord.owner, levels === 0 ? 0 : this.#id + 1);
    this.memory.set(lock + objectWord.levels, levels);
  }

  #release(step: CompiledStep): void {
    const lock = this.#lock(step);
    if (lock === 0) return;
    if (this.ownerOf(lock) !== this.#id + 1) return this.#fail('release of a lock not held');
    const levels = this.memory.words[lock + objectWord.levels]! - 1;
    this.#own(lock, levels);
    this.removeFirst(this.#thread + threadWord.held, lock);
    if (levels === 0) this.event.lock('release', lock);
  }

  #wait(step: CompiledStep): void {
    const lock = this.#lock(step);
    if (lock === 0) return;
    const { memory } = this;
    const held = this.#thread + threadWord.held;
    const innermost = memory.words[held]!;
    if (innermost === 0 || memory.words[innermost + listWord.value] !== lock)
      return this.#fail('wait on a lock that is not the innermost held');
    const levels = memory.words[lock + objectWord.levels]!;
    for (let i = 0; i < levels; i++) this.removeFirst(held, lock);
    this.#own(lock, 0);
    memory.set(this.#thread + threadWord.status, threadStatus.waiting);
    memory.set(this.#thread + threadWord.lock, lock);
    memory.set(this.#thread + threadWord.levels, levels);
    this.event.lock('release', lock);
  }

  #notify(step: CompiledStep, chosen: number): void {
    const lock = this.#lock(step);
    if (lock === 0) return;
    if (this.ownerOf(lock) !== this.#id + 1) return this.#fail('notify without the lock');
    const waiting = this.waitersOf(lock);
    const woken = step.isAll ? waiting : chosen === noValue ? waiting.slice(0, 1) : [chosen];
    for (const id of woken) this.#wake(this.thread(id));
  }

  #wake(thread: number): void {
    this.memory.set(thread + threadWord.status, threadStatus.notified);
    this.touch(thread + threadWord.version);
  }

  waitersOf(lock: number): number[] {
    const waiting: number[] = [];
    for (let id = 0; id < this.threadCount; id++) {
      const thread = this.thread(id);
      if (this.statusOf(thread) !== threadStatus.waiting) continue;
      if (this.memory.words[thread + threadWord.lock] === lock) waiting.push(id);
    }
    return waiting;
  }

  /** A notified thread takes its lock again, as often as it held it. */
  #resume(): void {
    const { memory } = this;
    const lock = memory.words[this.#thread + threadWord.lock]!;
    const levels = memory.words[this.#thread + threadWord.levels]!;
    this.#own(lock, levels);
    for (let i = 0; i < levels; i++) this.prepend(this.#thread + threadWord.held, lock);
    memory.set(this.#thread + threadWord.status, threadStatus.ready);
    memory.set(this.#thread + threadWord.lock, 0);
    memory.set(this.#thread + threadWord.levels, 0);
    this.event.lock('acquire', lock);
  }
}
