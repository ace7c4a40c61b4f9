// Which thread to try first. Any choice is exact; a good one puts off the steps that others conflict with, so that the
// orders of conflicting steps branch near the end of executions, where little is left to explore. The search learns which
// cells and locks are contended as it meets conflicts.

import { isEnabled } from '../machine/moves.js';
import { pendingAccess } from '../machine/pending-access.js';
import type { StepMachine } from '../machine/step-machine.js';
import { type Slot, type Slots, writerRole } from './slots.js';

export class Contention {
  /** Writer's slots of contended cells. */
  readonly #contended = new Set<Slot>();
  readonly #isContended = (object: number, cell: number) =>
    this.#contended.has(this.slots.slot(object, cell, writerRole));

  constructor(
    readonly machine: StepMachine,
    readonly slots: Slots,
  ) {}

  /** How much has been learnt. */
  get size(): number {
    return this.#contended.size;
  }

  note(slot: Slot): void {
    this.#contended.add(this.slots.slot(this.slots.objectOf(slot), this.slots.cellOf(slot), writerRole));
  }

  /** An enabled candidate, undefined if there is none: an uncontended one, if possible the thread that moved last. */
  choose(last: number, isCandidate: (thread: number) => boolean): number | undefined {
    const { machine } = this;
    let fallback: number | undefined;
    for (let i = -1; i < machine.threadCount; i++) {
      const id = i === -1 ? last : i;
      if (id < 0 || !isCandidate(id) || !isEnabled(machine, id)) continue;
      if (!this.#isAtContention(id)) return id;
      fallback ??= id;
    }
    return fallback;
  }

  /** An enabled candidate whose next step is not contended. */
  chooseUncontended(isCandidate: (thread: number) => boolean): number | undefined {
    for (let id = 0; id < this.machine.threadCount; id++)
      if (isCandidate(id) && isEnabled(this.machine, id) && !this.#isAtContention(id)) return id;
    return undefined;
  }

  #isAtContention(id: number): boolean {
    return this.#contended.size > 0 && pendingAccess(this.machine, id, this.#isContended);
  }
}
