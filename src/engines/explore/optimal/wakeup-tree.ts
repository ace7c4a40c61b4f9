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
    let rest = sequence;
    for (;;) {
      const child = tree.children.find(({ event }) => isWeakInitial(event!, rest));
      if (!child) break;
      if (child.isLeaf) return; // everything that continues from the leaf will be explored
      rest = without(rest, child.event!);
      tree = child;
    }
    for (const event of rest) {
      const child = new WakeupTree(event);
      tree.children.push(child);
      tree = child;
    }
  }

  /** The first branch is done. */
  removeFirst(): void {
    this.children.shift();
  }
}

function without(sequence: readonly Event[], event: Event): readonly Event[] {
  const at = sequence.findIndex((other) => isSameEvent(other, event));
  return at < 0 ? sequence : sequence.toSpliced(at, 1);
}
