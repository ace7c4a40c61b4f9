// The canonical form of the machine's state: a sequence of words that two states share only if one is the other with its
// threads and heap objects renamed (paper 001, section 5, `Canonize`). Threads are put in the order of their classes and of
// what they look like from inside, objects in the order in which a traversal from the shared variables and then the threads
// meets them. Objects nobody can reach and locals nobody will read are left out. Threads and objects stand in the form with
// the numbers of what they contain, so that only those that changed are looked at again. Two symmetric states may get
// different forms (ties in the order of the threads): that costs time, never exactness.

import { grownTo } from '../../../base/integers/typed-array.js';
import { valueKind } from './compiled-program.js';
import { HeapNames } from './heap-names.js';
import { threadWord } from './layout.js';
import { Naming } from './naming.js';
import { PlainContents } from './plain-contents.js';
import { StateTable } from './state-table.js';
import type { StepMachine } from './step-machine.js';
import { type ThreadShape, ThreadShapes } from './thread-shapes.js';

export interface CanonicalOptions {
  /** Put threads in a canonical order. */
  readonly threadSymmetry: boolean;
  /** Leave dead locals out. */
  readonly liveLocals: boolean;
}

const noParent = -1;
/** Namings that are kept to be found again; what depends on them is kept with them. */
const mostNamings = 1024;

export class CanonicalState {
  words = new Int32Array(256);
  length = 0;
  readonly #shapes: ThreadShapes;
  readonly #heap: HeapNames;
  readonly #contents: PlainContents;
  readonly #shapeOf: ThreadShape[] = [];
  readonly #classOf: number[] = [];
  /** Threads in canonical order, and the number of each. */
  readonly #order: number[] = [];
  readonly #numberOf: number[] = [];
  /** Threads that some handle in the state names, and who has them among its children. */
  readonly #isNamed: number[] = [];
  readonly #parents: number[] = [];
  readonly #orders = new StateTable();
  #orderWords = new Int32Array(32);
  readonly #namings = new Map<number, Map<number, Naming>>();
  #namingCount = 0;

  constructor(
    readonly machine: StepMachine,
    readonly options: CanonicalOptions,
  ) {
    this.#shapes = new ThreadShapes(machine, options.liveLocals);
    this.#heap = new HeapNames(machine);
    this.#contents = new PlainContents(machine);
  }

  get bytes(): number {
    return this.#shapes.bytes + this.#heap.bytes + this.#contents.bytes + this.#orders.bytes;
  }

  encode(): void {
    this.#lookAtThreads();
    this.#heap.begin();
    this.length = 0;
    this.#emit(0); // the structure of the heap, once it is known
    this.#emit(this.#order.length);
    this.#emitShared();
    for (const id of this.#order) this.#emitThread(id);
    this.words[0] = this.#heap.structure;
    for (let i = 0; i < this.#heap.plainCount; i++) this.#emit(this.#contents.of(this.#heap.plainObject(i)));
    for (let i = 0; i < this.#heap.handleCount; i++)
      this.#emitHandle(this.machine.memory.words[this.#heap.handleCell(i)]!);
  }

  /** A number for what a thread looks like from inside now. */
  shapeOf(thread: number): number {
    return this.#shapes.of(thread).id;
  }

  /** How things are named in the state that was encoded last. */
  naming(): Naming {
    const heap = this.#heap.naming;
    const order = this.#internOrder();
    const known = this.#namings.get(heap)?.get(order);
    return known ?? this.#addNaming(heap, order);
  }

  #addNaming(heap: number, order: number): Naming {
    if (this.#namingCount++ % mostNamings === mostNamings - 1) this.#namings.clear();
    const { machine } = this;
    const elements = this.#order.map((_, id) => this.#elementOf(id));
    const naming = new Naming(machine, this.#order.slice(), elements, this.#heap.objects());
    const ofHeap = this.#namings.get(heap) ?? new Map<number, Naming>();
    this.#namings.set(heap, ofHeap.set(order, naming));
    return naming;
  }

  #internOrder(): number {
    const count = this.#order.length;
    this.#orderWords = grownTo(this.#orderWords, 2 * count);
    for (let i = 0; i < count; i++) {
      this.#orderWords[i] = this.#order[i]!;
      this.#orderWords[count + i] = this.#elementOf(i);
    }
    return this.#orders.intern(this.#orderWords, 2 * count);
  }

  /**
   * The number of a thread as an element of locksets, which only joins look at once it has ended. Ended threads that no
   * handle names share a number with those that the same `join` of their parent waits for; -1 if nobody waits for them.
   */
  #elementOf(thread: number): number {
    if (!this.#shapeOf[thread]!.hasEnded || this.#isNamed[thread] === 1) return this.#numberOf[thread]!;
    const parent = this.#parents[thread]!;
    return parent === noParent ? noParent : this.#order.length + this.#numberOf[parent]!;
  }

  #lookAtThreads(): void {
    const { machine } = this;
    const count = machine.threadCount;
    for (let id = 0; id < count; id++) {
      this.#shapeOf[id] = this.#shapes.of(id);
      this.#classOf[id] = machine.memory.words[machine.thread(id) + threadWord.class]!;
      this.#isNamed[id] = 0;
      this.#parents[id] = noParent;
    }
    this.#orderThreads(count);
    for (let i = 0; i < count; i++) this.#numberOf[this.#order[i]!] = i;
  }

  /** By insertion into the order of the state before: from state to state little changes. */
  #orderThreads(count: number): void {
    const order = this.#order;
    if (order.length !== count) {
      order.length = count;
      for (let id = 0; id < count; id++) order[id] = id;
    }
    if (!this.options.threadSymmetry) return;
    for (let i = 1; i < count; i++) {
      const id = order[i]!;
      let at = i;
      for (; at > 0 && this.#isBefore(id, order[at - 1]!); at--) order[at] = order[at - 1]!;
      order[at] = id;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const byClass = this.#classOf[a]! - this.#classOf[b]!;
    if (byClass !== 0) return byClass < 0;
    const byShape = this.#shapeOf[a]!.id - this.#shapeOf[b]!.id;
    return byShape === 0 ? a < b : byShape < 0;
  }

  #emit(word: number): void {
    if (this.length === this.words.length) this.words = grownTo(this.words, this.length);
    this.words[this.length++] = word;
  }

  #emitHandle(handle: number): void {
    if (handle !== 0) this.#isNamed[handle - 1] = 1;
    this.#emit(handle === 0 ? 0 : 1 + this.#numberOf[handle - 1]!);
  }

  #emitShared(): void {
    const { code, memory } = this.machine;
    const { shared } = code.layout;
    for (let i = 0; i < code.variables.length; i++) {
      const value = memory.words[shared + i]!;
      const { kind } = code.variables[i]!;
      if (kind === valueKind.thread) this.#emitHandle(value);
      else this.#emit(kind === valueKind.plain || value === 0 ? value : this.#heap.name(value));
    }
  }

  #emitThread(id: number): void {
    const { id: shape, objects, children, handles } = this.#shapeOf[id]!;
    this.#emit(shape);
    for (const object of objects) this.#emit(this.#heap.name(object));
    for (const child of children) {
      this.#parents[child] = id;
      this.#emit(this.#numberOf[child]!);
    }
    for (const thread of handles) this.#emitHandle(thread + 1);
  }
}
