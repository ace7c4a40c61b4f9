// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 64:4, section 6): what remains to be explored from a
// state, as an ordered tree of events. Its leaves are initial fragments of executions that no execution so far is
// equivalent to; following one to its leaf, the search never runs into events that all sleep. Most nodes have one child, so
// a branch has a whole sequence of events, and is parted where another one leaves it.

import { type Event, isSameEvent, isWeakInitial } from './event.js';

/** The events from `begin` up to `end`, and what comes then. */
interface Branch {
  readonly events: readonly Event[];
  readonly begin: number;
  readonly end: number;
  readonly after: WakeupTree;
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
    if (begin + 1 === end) return after;
    const tree = new WakeupTree();
    tree.#branches.push({ events, begin: begin + 1, end, after });
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
  append(events: readonly Event[], begin = 0): void {
    if (begin < events.length) this.#branches.push({ events, begin, end: events.length, after: new WakeupTree() });
  }

  /** Makes sure that some leaf leads into executions that begin, up to equivalence, with this sequence, which it keeps. */
  insert(sequence: Event[]): void {
    const rest = new Rest(sequence);
    let tree: WakeupTree = this;
    for (;;) {
      const at = tree.#branches.findIndex(({ events, begin }) => rest.mayBeginWith(events[begin]!));
      if (at < 0) return tree.append(rest.events, rest.from);
      const branch = tree.#branches[at]!;
      const parting = rest.follow(branch);
      if (parting < branch.end) return tree.#part(at, parting, rest);
      if (branch.after.isLeaf) return; // everything that continues from the leaf will be explored
      tree = branch.after;
    }
  }

  /** A branch up to the place where the rest leaves it, and from there on the two. */
  #part(at: number, place: number, rest: Rest): void {
    const branch = this.#branches[at]!;
    const after = new WakeupTree();
    after.#branches.push({ ...branch, begin: place });
    after.append(rest.events, rest.from);
    this.#branches[at] = { ...branch, end: place, after };
  }
}

/** What is left of a sequence. Events are mostly taken from its front, so the front moves instead of the rest. */
class Rest {
  from = 0;

  constructor(readonly events: Event[]) {}

  mayBeginWith(event: Event): boolean {
    return this.events[this.from] === event || isWeakInitial(event, this.events, this.from);
  }

  /** Takes out the events of a branch, of which the first may come first; the position of one that may not, or the end. */
  follow({ events, begin, end }: Branch): number {
    let at = begin;
    do this.#takeOut(events[at++]!);
    while (at < end && this.mayBeginWith(events[at]!));
    return at;
  }

  #takeOut(event: Event): void {
    const { events, from } = this;
    for (let at = from; at < events.length; at++) {
      if (events[at] !== event && !isSameEvent(events[at]!, event)) continue;
      if (at === from) this.from++;
      else events.splice(at, 1);
      return;
    }
  }
}
