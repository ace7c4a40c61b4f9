// The slots on which some continuation of a node conflicts (`races` in paper 001, Fig. 5), or all of them. With a slot go
// the threads that were seen to conflict, its rivals: those to try where the slot was accessed.

import type { Slot } from './slots.js';

export interface Race {
  readonly slot: Slot;
  readonly rival: number;
}

const none: ReadonlyMap<number, Race> = new Map();

export class RaceSet {
  all = false;
  /** By a number made of slot and rival. */
  #races: Map<number, Race> | undefined;

  get isEmpty(): boolean {
    return !this.all && this.#races === undefined;
  }

  get races(): Iterable<Race> {
    return (this.#races ?? none).values();
  }

  add(slot: Slot, rival: number): void {
    this.#add({ slot, rival });
  }

  #add(race: Race): void {
    if (this.all) return;
    this.#races ??= new Map();
    this.#races.set(race.slot * 65_536 + race.rival + 1, race);
  }

  addAll(): void {
    this.all = true;
    this.#races = undefined;
  }

  /** Adds the races of another set, but for those on slots that `isOwned` tells of. */
  addFrom(other: RaceSet, isOwned: (slot: Slot) => boolean): void {
    if (other.all) return this.addAll();
    for (const race of other.races) if (!isOwned(race.slot)) this.#add(race);
  }
}
