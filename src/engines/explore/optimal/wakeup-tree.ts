// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 64:4, section 6): what remains to be explored from a
// state, as an ordered tree of events. Its leaves are initial fragments of executions that no execution so far is
// equivalent to; following one to its leaf, the search never runs into events that all sleep. Most nodes have one child, so
// a branch has a whole sequence of events, and is parted where another one leaves it.

import type { Event } from './event.js';
import type { Remainder } from './remainder.js';

/** The events from `begin` up to `end`, and what comes then, if anything does. */
class Branch {
  constructor(
    readonly events: readonly Event[],
    readonly begin: number,
    readonly end: number,
    readonly after: WakeupTree | undefined,
  ) {}
}

export class WakeupTree {
  readonly #branches: Branch[] = [];

  get isLeaf(): boolean {
    return this.#branches.length === 0;
  }

  /** The event of the first branch; only ask when there is one. */
  get first(): Event {
    const { events, begin } = this.#branches[0]!;
    return events[begin]!;
  }

  /** What remains when the event of the first branch has happened. */
  afterFirst(): WakeupTree {
    const { events, begin, end, after } = this.#branches[0]!;
    if (begin + 1 === end) return after ?? new WakeupTree();
    const tree = new WakeupTree();
    tree.#branches.push(new Branch(events, begin + 1, end, after));
    return tree;
  }

  /** The first branch is done. */
  removeFirst(): void {
    this.#branches.shift();
  }

  clear(): void {
    this.#branches.length = 0;
  }

  /** One more branch, the last one. */
  append(events: readonly Event[]): void {
    if (events.length > 0) this.#branches.push(new Branch(events, 0, events.length, undefined));
  }

  /** Makes sure that some leaf leads into executions that begin, up to equivalence, with a sequence, of which all is left. */
  insert(rest: Remainder): void {
    let tree: WakeupTree = this;
    for (;;) {
      const at = tree.#fitting(rest);
      if (at < 0) return tree.append(rest.events());
      const branch = tree.#branches[at]!;
      const parting = rest.pass(branch.events, branch.begin, branch.end);
      if (parting < branch.end) return tree.#part(at, parting, rest.events());
      if (!branch.after || branch.after.isLeaf) return; // everything that continues from the leaf will be explored
      tree = branch.after;
    }
  }

  /** The first branch that begins with what may come first in the rest, or -1. */
  #fitting(rest: Remainder): number {
    for (let i = 0; i < this.#branches.length; i++) {
      const { events, begin } = this.#branches[i]!;
      if (rest.mayBeginWith(events[begin]!)) return i;
    }
    return -1;
  }

  /** A branch up to the place where others leave it, and from there on the two. */
  #part(at: number, place: number, others: readonly Event[]): void {
    const branch = this.#branches[at]!;
    const after = new WakeupTree();
    after.#branches.push(new Branch(branch.events, place, branch.end, branch.after));
    after.append(others);
    this.#branches[at] = new Branch(branch.events, branch.begin, place, after);
  }
}
