// How the threads, objects and cells of a state are named in its canonical form. It stays valid when the machine moves on.

import { objectWord } from './layout.js';
import type { Machine } from './machine.js';

export class Naming {
  readonly #numberOf: number[] = [];
  /** Objects in the order of their names, and their names. */
  readonly #names: number[] = [];
  readonly #nameOf = new Map<number, number>();
  /** One above the highest name. */
  readonly end: number;

  constructor(
    machine: Machine,
    /** Threads in the order of their numbers. */
    readonly order: readonly number[],
    /** By thread: its number as an element of locksets, or -1. */
    readonly elements: readonly number[],
    readonly objects: readonly number[],
  ) {
    order.forEach((thread, number) => {
      this.#numberOf[thread] = number;
    });
    let name = 1 + machine.code.variables.length;
    for (const object of objects) {
      this.#names.push(name);
      this.#nameOf.set(object, name);
      name += 1 + machine.memory.words[object + objectWord.length]!;
    }
    this.end = name;
  }

  /** The number of a thread, or -1 if there is no such thread. */
  numberOf(thread: number): number {
    return this.#numberOf[thread] ?? -1;
  }

  /** The name of a reachable object (as a lock), or 0. */
  nameOf(object: number): number {
    return this.#nameOf.get(object) ?? 0;
  }

  /** The name of a cell, or 0 if its object cannot be reached; object 0 holds the shared variables. */
  cellName(object: number, cell: number): number {
    if (object === 0) return 1 + cell;
    const name = this.nameOf(object);
    return name === 0 ? 0 : name + 1 + cell;
  }

  /** The object a name belongs to (0 for a shared variable): the last one whose own name is not above it. */
  objectNamed(name: number): number {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#names[middle]! <= name) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.objects[low - 1]!;
  }

  /** The cell of its object that has a name; -1 for the object itself, as a lock. */
  cellNamed(name: number): number {
    const object = this.objectNamed(name);
    return name - (object === 0 ? 1 : this.nameOf(object) + 1);
  }
}
