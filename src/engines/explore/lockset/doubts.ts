// What a conflict means for the search: the step that accessed the slot before was taken as if nothing depended on it, so the
// node it was taken from must try the rival too. Conflicts are passed down the stack, for the states of the nodes below.

import type { Contention } from './contention.js';
import type { RaceSet, Races } from './race-set.js';
import { anyThread, type SearchNode } from './search-node.js';
import { cellOfPart, type Part, readersOf, type Slots, writerOf } from './slots.js';

export class Doubts {
  constructor(
    /** By depth. */
    readonly nodes: readonly SearchNode[],
    readonly slots: Slots,
    readonly raceIds: Races,
    readonly contention: Contention,
  ) {}

  /** Step 4: from this node, a rival conflicts with a part that was accessed at depth `la`. */
  conflict(node: SearchNode, part: Part, la: number, rival: number): void {
    if (la >= 0) {
      this.nodes[la]!.doubt(rival);
      this.contention.note(cellOfPart(part), this.nodes[la]!.trying, rival);
    }
    if (!node.races.all) node.races.members.add(this.raceIds.id(part, rival));
  }

  /** The steps that accessed these parts last may not have been the only ones to try where they were taken. */
  raiseAll(races: RaceSet): void {
    races.members.forEach((id) => {
      this.#raise(this.raceIds.part(id), this.raceIds.rival(id));
    });
    if (!races.all) return;
    for (let i = 0; i < this.slots.listedCount; i++) {
      const cell = this.slots.listed(i);
      this.#raise(writerOf(cell), anyThread);
      this.#raise(readersOf(cell), anyThread);
    }
  }

  #raise(part: Part, rival: number): void {
    this.slots.findRivalled(part, rival);
    for (let i = 0; i < this.slots.conflictCount; i++) {
      const la = this.slots.conflictLas[i]!;
      if (la >= 0) this.nodes[la]!.doubt(rival);
    }
  }

  /** What continuations of a node conflict with and ask for, those of the node below do too, but for what lies between. */
  inherit(below: SearchNode, node: SearchNode): void {
    for (const part of node.owned) {
      this.raceIds.remove(part, node.races.members);
      node.footprint.delete(part);
    }
    below.races.addFrom(node.races);
    below.footprint.addAll(node.footprint);
  }
}
