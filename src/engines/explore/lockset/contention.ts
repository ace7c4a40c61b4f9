// Which thread to try first. Any choice is exact; a good one puts off the steps that others conflict with, so that the
// orders of conflicting steps branch near the end of executions, where little is left to explore; and it lets threads that
// conflict with each other run one after the other, so that all their orders come to few states before others go on. The
// search learns which cells and locks are contended, and by whom, as it meets conflicts.

import { threadWord } from '../machine/layout.js';
import { isEnabled } from '../machine/moves.js';
import { pendingAccess } from '../machine/pending-access.js';
import type { StepMachine } from '../machine/step-machine.js';
import { IndexSet } from './index-set.js';
import type { Cell, Slots } from './slots.js';

export class Contention {
  readonly #contended = new IndexSet();
  #size = 0;
  /** Of each thread one that it conflicts with, directly or through others; itself if it is the group's own. */
  readonly #groups: number[] = [];
  /** By thread: what it is about to do does not change while it does not change, nor what is contended while that is so much. */
  readonly #seenVersion: number[] = [];
  readonly #seenSize: number[] = [];
  readonly #seen: boolean[] = [];
  readonly #isContended = (object: number, number: number) => {
    const cell = this.slots.knownCell(object, number);
    return cell >= 0 && this.#contended.has(cell);
  };

  constructor(
    readonly machine: StepMachine,
    readonly slots: Slots,
  ) {}

  /** How many contended cells are known. */
  get size(): number {
    return this.#size;
  }

  /** Two threads conflict on a cell. */
  note(cell: Cell, thread: number, rival: number): void {
    if (!this.#contended.has(cell)) this.#size++;
    this.#contended.add(cell);
    this.#groups[this.#groupOf(thread)] = this.#groupOf(rival);
  }

  #groupOf(thread: number): number {
    let group = thread;
    for (let next = this.#groups[group]; next !== undefined && next !== group; next = this.#groups[group]) group = next;
    return group;
  }

  /**
   * An enabled thread that is not excluded, undefined if there is none: one that is about to do something uncontended, else
   * one of the group of the thread that moved last; if possible that thread itself.
   */
  choose(last: number, excluded: IndexSet): number | undefined {
    const { machine } = this;
    let fallback: number | undefined;
    let related: number | undefined;
    for (let i = -1; i < machine.threadCount; i++) {
      const id = i === -1 ? last : i;
      if (id < 0 || excluded.has(id) || !isEnabled(machine, id)) continue;
      if (!this.isAtContention(id)) return id;
      fallback ??= id;
      if (last >= 0 && this.#groupOf(id) === this.#groupOf(last)) related ??= id;
    }
    return related ?? fallback;
  }

  /** An enabled thread that is not excluded and about to do something uncontended. */
  chooseUncontended(excluded: IndexSet): number | undefined {
    for (let id = 0; id < this.machine.threadCount; id++)
      if (!excluded.has(id) && isEnabled(this.machine, id) && !this.isAtContention(id)) return id;
    return undefined;
  }

  /** Whether a thread is about to do something contended. */
  isAtContention(id: number): boolean {
    if (this.#size === 0) return false;
    const version = this.machine.memory.words[this.machine.thread(id) + threadWord.version]!;
    if (this.#seenVersion[id] !== version || this.#seenSize[id] !== this.#size) {
      this.#seenVersion[id] = version;
      this.#seenSize[id] = this.#size;
      this.#seen[id] = pendingAccess(this.machine, id, this.#isContended);
    }
    return this.#seen[id]!;
  }
}
