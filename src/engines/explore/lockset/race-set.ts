// The slots on which some continuation of a node conflicts (`races` in paper 001, Fig. 5), or all of them.

import type { Slot } from './slots.js';

export class RaceSet {
  all = false;
  readonly #slots = new Set<Slot>();

  get isEmpty(): boolean {
    return !this.all && this.#slots.size === 0;
  }

  get slots(): Iterable<Slot> {
    return this.#slots;
  }

  has(slot: Slot): boolean {
    return this.all || this.#slots.has(slot);
  }

  add(slot: Slot): void {
    if (!this.all) this.#slots.add(slot);
  }

  addAll(): void {
    this.all = true;
    this.#slots.clear();
  }

  /** Adds the slots of another set, but for those that `isOwned` tells of. */
  addFrom(other: RaceSet, isOwned: (slot: Slot) => boolean): void {
    if (other.all) return this.addAll();
    for (const slot of other.#slots) if (!isOwned(slot)) this.add(slot);
  }

  clear(): void {
    this.all = false;
    this.#slots.clear();
  }
}
