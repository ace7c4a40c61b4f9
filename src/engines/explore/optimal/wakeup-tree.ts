// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 64:4, section 6): what remains to be explored from a
// state, as an ordered tree of events. Its leaves are initial fragments of executions that no execution so far is
// equivalent to; following one to its leaf, the search never runs into events that all sleep.

import { type Event, isSameEvent, isWeakInitial } from './event.js';

export class WakeupTree {
  readonly children: WakeupTree[] = [];

  /** `event` leads here from the tree above; the root has none. */
  constructor(readonly event?: Event) {}

  get isLeaf(): boolean {
    return this.children.length === 0;
  }

  /** Makes sure that some leaf leads into executions that begin, up to equivalence, with this sequence. */
  insert(sequence: readonly Event[]): void {
    let tree: WakeupTree = this;
    const rest = sequence.slice();
    let from = 0; // events are mostly taken from the front, so the front moves instead of the rest
    for (;;) {
      const child = tree.children.find(({ event }) => isWeakInitial(event!, rest, from));
      if (!child) break;
      if (child.isLeaf) return; // everything that continues from the leaf will be explored
      const at = rest.findIndex((other, i) => i >= from && isSameEvent(other, child.event!));
      if (at === from) from++;
      else if (at > from) rest.splice(at, 1);
      tree = child;
    }
    for (let at = from; at < rest.length; at++) {
      const child = new WakeupTree(rest[at]!);
      tree.children.push(child);
      tree = child;
    }
  }

  /** The first branch is done. */
  removeFirst(): void {
    this.children.shift();
  }
}
