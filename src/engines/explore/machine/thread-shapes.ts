// What threads look like from inside: where they are, plain values, and which references and handles they have, apart from
// what those refer to. Each distinct shape has a number. A thread is looked at again only when it has changed.

import { grownTo } from '../../../base/integers/typed-array.js';
import { valueKind } from './compiled-program.js';
import { frameWord, listWord, threadStatus, threadWord } from './layout.js';
import type { Machine } from './machine.js';
import { StateTable } from './state-table.js';

export class ThreadShape {
  version = -1;
  /** Equal for two threads exactly when they look the same. */
  id = 0;
  hasEnded = false;
  /** What the thread refers to, in an order that its shape determines: objects, children, threads by their handles. */
  readonly objects: number[] = [];
  readonly children: number[] = [];
  readonly handles: number[] = [];

  clear(): void {
    // setting a length is slow
    if (this.objects.length > 0) this.objects.length = 0;
    if (this.children.length > 0) this.children.length = 0;
    if (this.handles.length > 0) this.handles.length = 0;
  }
}

export class ThreadShapes {
  readonly #table = new StateTable();
  readonly #shapes: ThreadShape[] = [];
  #words = new Int32Array(64);
  #length = 0;
  readonly #frames: number[] = [];

  /** Without `liveLocals`, dead locals count as well. */
  constructor(
    readonly machine: Machine,
    readonly liveLocals: boolean,
  ) {}

  get bytes(): number {
    return this.#table.bytes;
  }

  of(id: number): ThreadShape {
    const thread = this.machine.thread(id);
    const version = this.machine.memory.words[thread + threadWord.version]!;
    this.#shapes[id] ??= new ThreadShape();
    const shape = this.#shapes[id];
    if (shape.version !== version) this.#look(shape, thread);
    shape.version = version;
    return shape;
  }

  #look(shape: ThreadShape, thread: number): void {
    const { words } = this.machine.memory;
    const status = words[thread + threadWord.status]!;
    this.#length = 0;
    shape.clear();
    shape.hasEnded = status === threadStatus.ended;
    this.#emit(words[thread + threadWord.kind]!);
    this.#emit(status);
    if (status < threadStatus.ended) this.#lookInside(shape, thread); // others never move again
    this.#lookAtLocks(shape, thread);
    shape.id = this.#table.intern(this.#words, this.#length);
  }

  #lookAtLocks(shape: ThreadShape, thread: number): void {
    const { words } = this.machine.memory;
    const awaited = words[thread + threadWord.lock]!;
    this.#emit(words[thread + threadWord.levels]!);
    if (awaited !== 0) shape.objects.push(awaited);
    this.#emit(this.#copyList(words[thread + threadWord.held]!, shape.objects));
  }

  /** Callers come before those they call: what they refer to changes less often, and so do the names of objects then. */
  #lookInside(shape: ThreadShape, thread: number): void {
    const { words } = this.machine.memory;
    const frames = this.#frames;
    frames.length = 0;
    for (let frame = words[thread + threadWord.frame]!; frame !== 0; frame = words[frame + frameWord.caller]!)
      frames.push(frame);
    this.#emit(words[thread + threadWord.unitDepth]!);
    this.#emit(this.#copyList(words[thread + threadWord.children]!, shape.children));
    this.#emit(frames.length);
    for (let i = frames.length - 1; i >= 0; i--) this.#lookAtFrame(shape, frames[i]!);
  }

  /** The length of the list. */
  #copyList(first: number, into: number[]): number {
    const { words } = this.machine.memory;
    let count = 0;
    for (let entry = first; entry !== 0; entry = words[entry + listWord.next]!, count++)
      into.push(words[entry + listWord.value]!);
    return count;
  }

  #lookAtFrame(shape: ThreadShape, frame: number): void {
    const { words } = this.machine.memory;
    const id = words[frame + frameWord.function]!;
    const node = words[frame + frameWord.node]!;
    const { locals, live } = this.machine.code.functions[id]!;
    this.#emit(id);
    this.#emit(node);
    this.#emit(words[frame + frameWord.result]!);
    for (let i = 0; i < locals.length; i++) {
      if (this.liveLocals && live[node * locals.length + i] === 0) continue;
      this.#lookAtValue(shape, locals[i]!.kind, words[frame + frameWord.locals + i]!);
    }
  }

  #lookAtValue(shape: ThreadShape, kind: number, value: number): void {
    if (kind === valueKind.plain) return this.#emit(value);
    this.#emit(value === 0 ? 0 : 1);
    if (value === 0) return;
    if (kind === valueKind.reference) shape.objects.push(value);
    else shape.handles.push(value - 1);
  }

  #emit(word: number): void {
    if (this.#length === this.#words.length) this.#words = grownTo(this.#words, this.#length);
    this.#words[this.#length++] = word;
  }
}
