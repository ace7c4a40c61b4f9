// States of the reference semantics as short sequences of integers: every thread, heap object, row of shared variables and
// whole memory that occurs has a number. Steps copy only what they change (state.ts), so what a step left alone is found by
// identity, and only what it made is written down as text. Texts have every field: no two parts are taken for one.

import { Interner } from '../../../base/interner.js';
import type { State, Thread } from '../../../model/program/state.js';
import { StateTable } from '../machine/state-table.js';

/** Parts of one sort. The part that came first stands for all equal ones. */
class Parts<T extends object> {
  readonly #byText = new Interner<T>((part) => JSON.stringify(part));
  readonly #byIdentity = new Map<T, number>();

  id(part: T): number {
    const known = this.#byIdentity.get(part);
    if (known !== undefined) return known;
    const id = this.#byText.intern(part);
    if (this.#byText.value(id) === part) this.#byIdentity.set(part, id);
    return id;
  }

  part(id: number): T {
    return this.#byText.value(id);
  }
}

type Memory = Pick<State, 'shared' | 'heap'>;

export class StateParts {
  readonly #threads = new Parts<Thread>();
  readonly #shared = new Parts<State['shared']>();
  readonly #objects = new Parts<State['heap'][number]>();
  readonly #memories: Memory[] = [];
  readonly #memoryWords = new StateTable();
  /** Whose turn it is, and whatever else a scheduling keeps in the state. */
  readonly #rests = new Parts<State>();
  #words = new Int32Array(64);

  thread(thread: Thread): number {
    return this.#threads.id(thread);
  }

  threadOf(id: number): Thread {
    return this.#threads.part(id);
  }

  memory({ shared, heap }: Memory): number {
    if (heap.length >= this.#words.length) this.#words = new Int32Array(2 * heap.length);
    this.#words[0] = this.#shared.id(shared);
    for (let i = 0; i < heap.length; i++) this.#words[i + 1] = this.#objects.id(heap[i]!);
    const id = this.#memoryWords.intern(this.#words, heap.length + 1);
    this.#memories[id] ??= this.#canonical(heap.length);
    return id;
  }

  #canonical(length: number): Memory {
    const objects = Array.from({ length }, (_, i) => this.#objects.part(this.#words[i + 1]!));
    return { shared: this.#shared.part(this.#words[0]!), heap: objects };
  }

  rest(state: State): number {
    return this.#rests.id({ ...state, shared: [], heap: [], threads: [] });
  }

  state(rest: number, memory: number, threads: readonly Thread[]): State {
    return { ...this.#rests.part(rest), ...this.#memories[memory]!, threads };
  }
}
