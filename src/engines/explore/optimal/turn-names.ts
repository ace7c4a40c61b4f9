// Names of threads and objects that do not depend on the order of turns (see stable-names.ts), for states that are kept side
// by side: what has come about up to a state is a value of its own.

import { PairTable } from '../../../base/integers/pair-table.js';
import type { State } from '../../../model/program/state.js';
import type { Place } from './independence.js';

/** Of a state: the names of its threads and objects by position, and how many of each every thread has made. */
export interface TurnNames {
  readonly threads: readonly number[];
  readonly objects: readonly number[];
  readonly childrenOf: readonly number[];
  readonly objectsOf: readonly number[];
}

/** The sorts of places. */
const sort = { progress: 0, promise: 1, cell: 2, lock: 3 } as const;

export class TurnPlaces {
  readonly #children = new PairTable();
  readonly #objects = new PairTable();
  readonly #cells = new PairTable();
  readonly #firstThreads: number;
  readonly #firstObjects: number;
  readonly initial: TurnNames;

  constructor({ threads, heap }: State) {
    this.#firstThreads = threads.length;
    this.#firstObjects = heap.length;
    this.initial = { threads: [...threads.keys()], objects: [...heap.keys()], childrenOf: [], objectsOf: [] };
  }

  /** Above every thread's name. */
  get threadCount(): number {
    return this.#firstThreads + this.#children.size;
  }

  /** After a step of the thread at a position. */
  after(names: TurnNames, mover: number, { threads, heap }: State): TurnNames {
    if (threads.length === names.threads.length && heap.length === names.objects.length) return names;
    const by = names.threads[mover]!;
    const [childrenOf, objectsOf] = [[...names.childrenOf], [...names.objectsOf]];
    const next = (counts: number[]) => {
      const count = counts[by] ?? 0;
      counts[by] = count + 1;
      return count;
    };
    const [newThreads, newObjects] = [[...names.threads], [...names.objects]];
    while (newThreads.length < threads.length)
      newThreads.push(this.#firstThreads + this.#children.intern(by, next(childrenOf)));
    while (newObjects.length < heap.length)
      newObjects.push(this.#firstObjects + this.#objects.intern(by, next(objectsOf)));
    return { threads: newThreads, objects: newObjects, childrenOf, objectsOf };
  }

  /** Where a thread is, and what it waits for. */
  progress(thread: number): Place {
    return 4 * thread + sort.progress;
  }

  /** Whether a thread or deferred promise has settled, and who waits for that. */
  promise(thread: number): Place {
    return 4 * thread + sort.promise;
  }

  variable(variable: number): Place {
    return 4 * this.#cells.intern(-1, variable) + sort.cell;
  }

  /** A field or element of the object at an address. */
  cell(names: TurnNames, address: number, cell: number): Place {
    return 4 * this.#cells.intern(names.objects[address - 1]!, cell) + sort.cell;
  }

  lock(names: TurnNames, address: number): Place {
    return 4 * names.objects[address - 1]! + sort.lock;
  }
}
