// The conflicts that some continuation of a node shows (`races` in paper 001, Fig. 5), or all there could be. A conflict is
// a part of a cell with the thread that was seen to conflict, its rival: the one to try where the part was accessed.

import { IntMultiMap } from '../../../base/integers/int-list.js';
import { PairTable } from '../../../base/integers/pair-table.js';
import { IndexSet } from './index-set.js';
import type { Part } from './slots.js';

/** Numbers for pairs of part and rival. */
export class Races {
  readonly #pairs = new PairTable();
  readonly #ofPart = new IntMultiMap();

  id(part: Part, rival: number): number {
    const known = this.#pairs.size;
    const id = this.#pairs.intern(part, rival);
    if (id === known) this.#ofPart.add(part, id);
    return id;
  }

  part(id: number): Part {
    return this.#pairs.first(id);
  }

  rival(id: number): number {
    return this.#pairs.second(id);
  }

  /** Takes the races on a part out of a set. */
  remove(part: Part, from: IndexSet): void {
    for (let entry = this.#ofPart.first(part); entry >= 0; entry = this.#ofPart.next(entry))
      from.delete(this.#ofPart.value(entry));
  }
}

export class RaceSet {
  all = false;
  readonly members = new IndexSet();

  get isEmpty(): boolean {
    return !this.all && this.members.isEmpty;
  }

  clear(): void {
    this.all = false;
    this.members.clear();
  }

  addEvery(): void {
    this.all = true;
    this.members.clear();
  }

  addFrom(other: RaceSet): void {
    if (other.all) this.addEvery();
    if (!this.all) this.members.addAll(other.members);
  }
}
