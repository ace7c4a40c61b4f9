// The state of a program in one trailed memory: threads, frames, objects, lists. This file only knows how to look at a state
// and how to change one piece of it; what a step does is in step-machine.ts.

import { Interner } from '../../../base/interner.js';
import type { Program } from '../../../model/program/program.js';
import {
  type CompiledProgram,
  type CompiledStep,
  compileProgram,
  type PlaceType,
  valueKind,
} from './compiled-program.js';
import { frameWord, listWord, lockReference, lockTag, objectWord, threadStatus, threadWord } from './layout.js';
import { TrailedMemory } from './trailed-memory.js';

const noSteps: readonly CompiledStep[] = [];

export class Machine {
  readonly memory = new TrailedMemory();
  readonly code: CompiledProgram;
  readonly #classes = new Interner<string>((name) => name);
  /** How many changes there have been, counting those that were taken back: no two states have the same version of a piece
   * unless they have the same piece. */
  #clock = 0;

  constructor(program: Program) {
    this.code = compileProgram(program, this.memory);
    const { memory, code } = this;
    memory.allocate(code.layout.end - 1);
    code.variables.forEach((variable, id) => {
      memory.set(code.layout.shared + id, variable.initial);
    });
    program.locks.forEach((_, id) => {
      memory.set(lockReference(code.layout, id) + objectWord.tag, lockTag);
    });
    program.processes.forEach((process, id) => {
      const count = process.instances === 'any' ? 0 : process.instances;
      for (let k = 0; k < count; k++) this.newThread(id, process.entry, []);
    });
  }

  get clock(): number {
    return this.#clock;
  }

  /** Notes a change of the piece whose version is in this word. */
  touch(version: number): void {
    this.memory.set(version, ++this.#clock);
  }

  get threadCount(): number {
    return this.memory.words[this.code.layout.threadCount]!;
  }

  /** The record of a thread. */
  thread(id: number): number {
    const { words } = this.memory;
    return words[words[this.code.layout.threadTable]! + id]!;
  }

  statusOf(thread: number): number {
    return this.memory.words[thread + threadWord.status]!;
  }

  frameOf(thread: number): number {
    return this.memory.words[thread + threadWord.frame]!;
  }

  /** The steps that leave the node the thread is at. */
  stepsAt(thread: number): readonly CompiledStep[] {
    const { words } = this.memory;
    const frame = words[thread + threadWord.frame]!;
    if (frame === 0) return noSteps;
    return this.code.functions[words[frame + frameWord.function]!]!.outgoing[words[frame + frameWord.node]!]!;
  }

  newThread(kind: number, entry: number, values: readonly number[]): number {
    const { memory, code } = this;
    const id = this.threadCount;
    const record = memory.allocate(threadWord.size);
    memory.set(record + threadWord.kind, kind);
    memory.set(record + threadWord.class, this.#classOf(kind, entry, values));
    this.touch(record + threadWord.version);
    memory.set(record + threadWord.frame, this.#newFrame(entry, values, 0, -1));
    this.#reserveThread(id);
    memory.set(memory.words[code.layout.threadTable]! + id, record);
    memory.set(code.layout.threadCount, id + 1);
    return id;
  }

  #classOf(kind: number, entry: number, values: readonly number[]): number {
    const { locals, parameters } = this.code.functions[entry]!;
    const plain = values.filter((_, i) => locals[parameters[i]!]!.kind === valueKind.plain);
    return this.#classes.intern(`${kind} ${plain.join()}`);
  }

  /** Doubles the table of threads when it is full; the old one stays behind for those who go back. */
  #reserveThread(id: number): void {
    const { memory } = this;
    const { threadTable } = this.code.layout;
    const capacity = memory.words[threadTable + 1]!;
    if (id < capacity) return;
    const old = memory.words[threadTable]!;
    const table = memory.allocate(Math.max(8, capacity * 2));
    for (let i = 0; i < id; i++) memory.set(table + i, memory.words[old + i]!);
    memory.set(threadTable, table);
    memory.set(threadTable + 1, Math.max(8, capacity * 2));
  }

  pushFrame(thread: number, callee: number, values: readonly number[], result: number): void {
    const frame = this.#newFrame(callee, values, this.frameOf(thread), result);
    this.memory.set(thread + threadWord.frame, frame);
  }

  #newFrame(callee: number, values: readonly number[], caller: number, result: number): number {
    const { memory } = this;
    const { entry, locals, parameters } = this.code.functions[callee]!;
    const frame = this.#takeFree(this.code.layout.freeFrames + callee, frameWord.locals + locals.length);
    memory.set(frame + frameWord.function, callee);
    memory.set(frame + frameWord.node, entry);
    memory.set(frame + frameWord.caller, caller);
    memory.set(frame + frameWord.result, result);
    for (let i = 0; i < locals.length; i++) memory.set(frame + frameWord.locals + i, locals[i]!.initial);
    for (let i = 0; i < values.length; i++) memory.set(frame + frameWord.locals + parameters[i]!, values[i]!);
    return frame;
  }

  popFrame(thread: number): void {
    const { memory } = this;
    const frame = this.frameOf(thread);
    memory.set(thread + threadWord.frame, memory.words[frame + frameWord.caller]!);
    this.#giveBack(this.code.layout.freeFrames + memory.words[frame + frameWord.function]!, frame);
    if (this.frameOf(thread) === 0) memory.set(thread + threadWord.status, threadStatus.ended);
  }

  /** A record from a list of free ones (linked through word 1) or, when there is none, from the end of the memory. */
  #takeFree(list: number, size: number): number {
    const free = this.memory.words[list]!;
    if (free === 0) return this.memory.allocate(size);
    this.memory.set(list, this.memory.words[free + 1]!);
    return free;
  }

  #giveBack(list: number, record: number): void {
    this.memory.set(record + 1, this.memory.words[list]!);
    this.memory.set(list, record);
  }

  prepend(list: number, value: number): void {
    const { memory } = this;
    const entry = this.#takeFree(this.code.layout.freeListCells, listWord.size);
    memory.set(entry + listWord.value, value);
    memory.set(entry + listWord.next, memory.words[list]!);
    memory.set(list, entry);
  }

  /** Removes the newest entry with this value, if there is one. */
  removeFirst(list: number, value: number): void {
    const { memory } = this;
    let link = list;
    for (let entry = memory.words[link]!; entry !== 0; entry = memory.words[link]!) {
      if (memory.words[entry + listWord.value] === value) {
        memory.set(link, memory.words[entry + listWord.next]!);
        return this.#giveBack(this.code.layout.freeListCells, entry);
      }
      link = entry + listWord.next;
    }
  }

  newObject(tag: number, length: number, typeOf: (cell: number) => PlaceType): number {
    const { memory } = this;
    const object = memory.allocate(objectWord.cells + length);
    memory.set(object + objectWord.tag, tag);
    memory.set(object + objectWord.length, length);
    this.touch(object + objectWord.version);
    this.touch(this.code.layout.heapVersion);
    for (let i = 0; i < length; i++) memory.set(object + objectWord.cells + i, typeOf(i).initial);
    return object;
  }

  /** The type of a cell of an object or array. */
  cellType(object: number, cell: number): PlaceType {
    const tag = this.memory.words[object]! - 1;
    const { classes, elements } = this.code;
    return tag < classes.length ? classes[tag]![cell]! : elements[tag - classes.length]!;
  }

  /** Whether two accesses of a cell can be a data race: it is neither volatile nor a lock (a negative number). */
  isData(object: number, cell: number): boolean {
    if (cell < 0) return false;
    const { classes, variables } = this.code.program;
    if (object === 0) return !variables[cell]!.volatile;
    return this.isArray(object) || !classes[this.memory.words[object]! - 1]!.fields[cell]!.volatile;
  }

  isArray(object: number): boolean {
    return object !== 0 && this.memory.words[object]! > this.code.classes.length;
  }

  isInstance(object: number): boolean {
    const tag = this.memory.words[object]!;
    return object !== 0 && tag > lockTag && tag <= this.code.classes.length;
  }

  /** The owner's number plus one, or 0. */
  ownerOf(lock: number): number {
    return this.memory.words[lock + objectWord.owner]!;
  }
}
