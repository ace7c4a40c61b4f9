// Names of threads and objects that do not depend on the order in which threads move: a spawned thread is the k-th child of
// its parent, an object the k-th that its thread made. The machine numbers both in the order in which they come about, so
// two equivalent executions have different numbers for the same thing, but the same names.

import { PairTable } from '../../../base/integers/pair-table.js';
import type { Place } from './independence.js';

const counted = { child: 0, object: 1 } as const;

export class StableNames {
  readonly #children = new PairTable();
  readonly #objects = new PairTable();
  readonly #cells = new PairTable();
  /** By machine number, and back. What is not on the current path is overwritten when it comes about again. */
  readonly #threadNames: number[] = [];
  readonly #threadNumbers: number[] = [];
  readonly #objectNames = new Map<number, number>();
  /** How many children and objects each thread has made, and in which order. */
  readonly #counts: number[] = [];
  readonly #made: number[] = [];

  /** The machine's first threads and its objects below `firstObject` are there from the beginning. */
  constructor(
    readonly firstThreads: number,
    readonly firstObject: number,
  ) {
    for (let id = 0; id < firstThreads; id++) this.#nameThread(id, id);
  }

  #nameThread(number: number, name: number): void {
    this.#threadNames[number] = name;
    this.#threadNumbers[name] = number;
  }

  /** Above every thread's name. */
  get threadCount(): number {
    return this.firstThreads + this.#children.size;
  }

  thread(number: number): number {
    return this.#threadNames[number]!;
  }

  /** The number that the machine gave to a thread when it came about last; undefined if it never did. */
  numberOf(thread: number): number | undefined {
    return this.#threadNumbers[thread];
  }

  /** The name of the next thread that a thread spawns. */
  nextChild(thread: number): number {
    return this.firstThreads + this.#children.intern(thread, this.#countOf(thread, counted.child));
  }

  addChild(thread: number, number: number): void {
    this.#nameThread(number, this.nextChild(thread));
    this.#add(thread, counted.child);
  }

  addObject(thread: number, address: number): void {
    const id = this.#objects.intern(thread, this.#countOf(thread, counted.object));
    this.#objectNames.set(address, this.firstObject + id);
    this.#add(thread, counted.object);
  }

  #countOf(thread: number, what: number): number {
    return this.#counts[2 * thread + what] ?? 0;
  }

  #add(thread: number, what: number): void {
    this.#counts[2 * thread + what] = this.#countOf(thread, what) + 1;
    this.#made.push(2 * thread + what);
  }

  get mark(): number {
    return this.#made.length;
  }

  undoTo(mark: number): void {
    while (this.#made.length > mark) this.#counts[this.#made.pop()!]!--;
  }

  threadPlace(thread: number): Place {
    return 3 * thread;
  }

  cellPlace(address: number, cell: number): Place {
    return 3 * this.#cells.intern(this.#object(address), cell) + 1;
  }

  lockPlace(address: number): Place {
    return 3 * this.#object(address) + 2;
  }

  #object(address: number): number {
    return address < this.firstObject ? address : this.#objectNames.get(address)!;
  }
}
