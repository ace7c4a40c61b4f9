// What the continuations of a node ask the locksets of the node's state: the parts of cells that some step conflicts with
// or is found not to, before it is accessed anew. Locksets of other cells make no difference to what was explored. While a
// continuation leads back to a node on the stack, the footprint lacks what that node has yet to explore.

import { IndexSet } from './index-set.js';

const complete = Number.POSITIVE_INFINITY;
const neverComplete = -1;

export class Footprint {
  readonly parts = new IndexSet();
  /** The depth of the lowest node that the footprint depends on; above it the footprint is not known. */
  #lowest = complete;

  get isComplete(): boolean {
    return this.#lowest === complete;
  }

  clear(): void {
    this.parts.clear();
    this.#lowest = complete;
  }

  dependOn(depth: number): void {
    if (depth < this.#lowest) this.#lowest = depth;
  }

  /** Something that has been explored, but whose footprint is not known. */
  addUnknown(): void {
    this.#lowest = neverComplete;
  }

  /** Nothing is left to explore from the node at this depth: what depends on it, and on none below, is known. */
  closeAt(depth: number): void {
    if (this.#lowest >= depth) this.#lowest = complete;
  }

  addFrom(other: Footprint): void {
    this.parts.addAll(other.parts);
    this.dependOn(other.#lowest);
  }
}
