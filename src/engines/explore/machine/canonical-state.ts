// The canonical form of the machine's state: a sequence of words that two states share only if one is the other with its
// threads and heap objects renamed (paper 001, section 5, `Canonize`). Threads are put in the order of what they look like
// from inside, objects in the order in which a traversal from the shared variables and then the threads meets them.
// Objects nobody can reach and locals nobody will read are left out. Two symmetric states may get different forms (ties in
// the order of the threads): that costs time, never exactness.

import { grownTo } from '../../../base/typed-array.js';
import { type PlaceType, valueKind } from './compiled-program.js';
import { frameWord, listWord, objectWord, threadStatus, threadWord } from './layout.js';
import { StateTable } from './state-table.js';
import type { StepMachine } from './step-machine.js';

export interface CanonicalOptions {
  /** Put threads in a canonical order. */
  readonly threadSymmetry: boolean;
  /** Leave dead locals out. */
  readonly liveLocals: boolean;
}

const noParent = -1;

export class CanonicalState {
  words = new Int32Array(256);
  length = 0;
  /** Canonical number of each thread, and back. */
  readonly numberOf: number[] = [];
  readonly order: number[] = [];
  /** Objects in the order of their canonical numbers. */
  readonly objects: number[] = [];
  /** Canonical number by reference; 0 is unknown. An object and its cells have numbers of their own. */
  #names = new Int32Array(256);
  #nextName = 0;
  readonly #looks: number[] = [];
  readonly #namings = new StateTable();
  /** Threads that some handle in the state names, and who has them among its children. */
  readonly #isNamed: number[] = [];
  readonly #parents: number[] = [];

  constructor(
    readonly machine: StepMachine,
    readonly options: CanonicalOptions,
  ) {}

  /** Number of threads, and of names for variables, objects and their cells. */
  get nameCount(): number {
    return this.#nextName;
  }

  encode(): void {
    this.#forget();
    this.#orderThreads();
    this.#nameLocks();
    this.#emitShared();
    this.#emit(this.order.length);
    for (const id of this.order) this.#emitThread(id);
    for (let i = this.#lockCount; i < this.objects.length; i++) this.#emitObject(this.objects[i]!);
  }

  get #lockCount(): number {
    return this.machine.code.program.locks.length;
  }

  /**
   * The number of a thread as an element of locksets, which only joins look at once it has ended. Ended threads that no
   * handle names share a number with those that the same `join` of their parent waits for; -1 if nobody waits for them.
   */
  elementOf(thread: number): number {
    const ended = this.machine.statusOf(this.machine.thread(thread)) === threadStatus.ended;
    if (!ended || this.#isNamed[thread] === 1) return this.numberOf[thread]!;
    const parent = this.#parents[thread]!;
    return parent === noParent ? noParent : this.order.length + this.numberOf[parent]!;
  }

  /** A number for the way things are named: two states with the same number give threads and objects the same names. */
  naming(): number {
    const { order, objects } = this;
    const words = new Int32Array(2 * order.length + objects.length + 1);
    words[0] = order.length;
    words.set(order, 1);
    for (let id = 0; id < order.length; id++) words[1 + order.length + id] = this.elementOf(id);
    words.set(objects, 1 + 2 * order.length);
    return this.#namings.intern(words, words.length);
  }

  /** The name of a reachable object (as a lock), or 0. */
  nameOf(object: number): number {
    return this.#names[object]!;
  }

  /** The name of a cell, or 0 if its object cannot be reached; object 0 holds the shared variables. */
  cellName(object: number, cell: number): number {
    if (object === 0) return 1 + cell;
    const name = this.#names[object]!;
    return name === 0 ? 0 : name + 1 + cell;
  }

  /** The object a name belongs to (0 for a shared variable): the last one whose own name is not above it. */
  objectNamed(name: number): number {
    let low = 0;
    let high = this.objects.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#names[this.objects[middle]!]! <= name) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.objects[low - 1]!;
  }

  #forget(): void {
    for (const object of this.objects) this.#names[object] = 0;
    this.#names = grownTo(this.#names, this.machine.memory.words.length - 1);
    this.objects.length = 0;
    this.length = 0;
    this.#nextName = 1 + this.machine.code.variables.length;
  }

  #nameLocks(): void {
    const { locks } = this.machine.code.layout;
    for (let i = 0; i < this.#lockCount; i++) this.#name(locks + i * objectWord.cells);
  }

  #name(object: number): number {
    const known = this.#names[object]!;
    if (known !== 0) return known;
    const name = this.#nextName;
    this.#names[object] = name;
    this.#nextName += 1 + this.machine.memory.words[object + objectWord.length]!;
    this.objects.push(object);
    return name;
  }

  #emit(word: number): void {
    if (this.length === this.words.length) this.words = grownTo(this.words, this.length);
    this.words[this.length++] = word;
  }

  #emitValue(kind: number, value: number): void {
    if (kind === valueKind.plain || value === 0) this.#emit(value);
    else if (kind === valueKind.reference) this.#emit(this.#name(value));
    else {
      this.#isNamed[value - 1] = 1;
      this.#emit(1 + this.numberOf[value - 1]!);
    }
  }

  #emitShared(): void {
    const { code, memory } = this.machine;
    const { shared } = code.layout;
    code.variables.forEach((variable, id) => {
      this.#emitValue(variable.kind, memory.words[shared + id]!);
    });
  }

  #emitThread(id: number): void {
    const { words } = this.machine.memory;
    const thread = this.machine.thread(id);
    this.#emit(words[thread + threadWord.kind]!);
    this.#emit(words[thread + threadWord.status]!);
    if (words[thread + threadWord.lock] !== 0) {
      this.#emit(this.#name(words[thread + threadWord.lock]!));
      this.#emit(words[thread + threadWord.levels]!);
    }
    this.#emitLocks(words[thread + threadWord.held]!);
    if (words[thread + threadWord.status]! >= threadStatus.ended) return; // it never moves again
    this.#emit(words[thread + threadWord.unitDepth]!);
    this.#emitChildren(id);
    for (let frame = words[thread + threadWord.frame]!; frame !== 0; frame = words[frame + frameWord.caller]!)
      this.#emitFrame(frame);
    this.#emit(-1);
  }

  /** Children are named by handles only: the list alone does not tell one from the other. */
  #emitChildren(parent: number): void {
    const { words } = this.machine.memory;
    const thread = this.machine.thread(parent);
    for (let entry = words[thread + threadWord.children]!; entry !== 0; entry = words[entry + listWord.next]!) {
      const child = words[entry + listWord.value]!;
      this.#parents[child] = parent;
      this.#emit(1 + this.numberOf[child]!);
    }
    this.#emit(0);
  }

  #emitLocks(first: number): void {
    const { words } = this.machine.memory;
    for (let entry = first; entry !== 0; entry = words[entry + listWord.next]!)
      this.#emit(this.#name(words[entry + listWord.value]!));
    this.#emit(0);
  }

  #emitFrame(frame: number): void {
    const { words } = this.machine.memory;
    const id = words[frame + frameWord.function]!;
    const node = words[frame + frameWord.node]!;
    const { locals, live } = this.machine.code.functions[id]!;
    this.#emit(id);
    this.#emit(node);
    this.#emit(words[frame + frameWord.result]!);
    for (let i = 0; i < locals.length; i++) {
      if (this.options.liveLocals && live[node * locals.length + i] === 0) continue;
      this.#emitValue(locals[i]!.kind, words[frame + frameWord.locals + i]!);
    }
  }

  #emitObject(object: number): void {
    const { words } = this.machine.memory;
    const length = words[object + objectWord.length]!;
    this.#emit(words[object + objectWord.tag]!);
    this.#emit(length);
    for (let i = 0; i < length; i++) {
      const { kind } = this.machine.cellType(object, i);
      this.#emitValue(kind, words[object + objectWord.cells + i]!);
    }
  }

  /** By insertion: the order changes little from state to state, and there are few threads. */
  #orderThreads(): void {
    const { order, numberOf, machine } = this;
    const count = machine.threadCount;
    order.length = count;
    for (let id = 0; id < count; id++) order[id] = id;
    if (this.options.threadSymmetry) this.#sortByLooks(count);
    for (let i = 0; i < count; i++) {
      numberOf[order[i]!] = i;
      this.#isNamed[i] = 0;
      this.#parents[i] = noParent;
    }
  }

  #sortByLooks(count: number): void {
    const looks = this.#looks;
    for (let id = 0; id < count; id++) looks[id] = this.#looksOf(this.machine.thread(id));
    for (let i = 1; i < count; i++) {
      const id = this.order[i]!;
      let at = i;
      for (; at > 0 && looks[this.order[at - 1]!]! > looks[id]!; at--) this.order[at] = this.order[at - 1]!;
      this.order[at] = id;
    }
  }

  /** A number made of what the thread is and holds, except names that depend on the order of threads and objects. */
  #looksOf(thread: number): number {
    const { words } = this.machine.memory;
    let hash = words[thread + threadWord.kind]!;
    hash = mix(hash, words[thread + threadWord.status]!);
    for (let frame = words[thread + threadWord.frame]!; frame !== 0; frame = words[frame + frameWord.caller]!)
      hash = this.#looksOfFrame(hash, frame);
    return hash;
  }

  #looksOfFrame(start: number, frame: number): number {
    const { words } = this.machine.memory;
    const node = words[frame + frameWord.node]!;
    const { locals, live } = this.machine.code.functions[words[frame + frameWord.function]!]!;
    let hash = mix(mix(start, words[frame + frameWord.function]!), node);
    for (let i = 0; i < locals.length; i++) {
      if (live[node * locals.length + i] === 0) continue;
      const value = words[frame + frameWord.locals + i]!;
      hash = mix(hash, looksOfValue(locals[i]!, value));
    }
    return hash;
  }
}

/** Of a reference or handle only whether it is null. */
function looksOfValue({ kind }: PlaceType, value: number): number {
  return kind === valueKind.plain ? value : value === 0 ? 0 : 1;
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
