// The slots on which some continuation of a node conflicts (`races` in paper 001, Fig. 5), or all of them.

import type { Slot } from './slots.js';

const none: ReadonlySet<Slot> = new Set();

export class RaceSet {
  all = false;
  #slots: Set<Slot> | undefined;

  get isEmpty(): boolean {
    return !this.all && this.#slots === undefined;
  }

  get slots(): ReadonlySet<Slot> {
    return this.#slots ?? none;
  }

  add(slot: Slot): void {
    if (this.all) return;
    this.#slots ??= new Set();
    this.#slots.add(slot);
  }

  addAll(): void {
    this.all = true;
    this.#slots = undefined;
  }

  /** Adds the slots of another set, but for those that `isOwned` tells of. */
  addFrom(other: RaceSet, isOwned: (slot: Slot) => boolean): void {
    if (other.all) return this.addAll();
    for (const slot of other.slots) if (!isOwned(slot)) this.add(slot);
  }
}
