// The locksets of a state in canonical names: a list of (slot, lockset) pairs that can be compared between two visits of
// one state. A set that contains every thread that can still move is left out: no access will ever conflict with its slot,
// exactly as if nobody had accessed it (a forked thread is in every set its parent is in).

import { PairTable } from '../../../base/pair-table.js';
import { grownTo } from '../../../base/typed-array.js';
import type { CanonicalState } from '../machine/canonical-state.js';
import { threadStatus } from '../machine/layout.js';
import { everything, type Lockset, Locksets } from './locksets.js';
import { elementKinds, lockCell, type Slot, type Slots } from './slots.js';

export class CanonicalLocksets {
  readonly locksets = new Locksets();
  /** Slot and lockset in turn. */
  entries = new Int32Array(64);
  length = 0;
  readonly #elements = new PairTable();
  #renamedAt = new Int32Array(64);
  #renamed = new Int32Array(64);
  #encodings = 0;
  #naming = 0;
  readonly #renamings = new PairTable();
  #renaming = new Int32Array(64);
  readonly #moving: number[] = [];

  constructor(
    readonly names: CanonicalState,
    readonly slots: Slots,
  ) {}

  /** After `names.encode()`. */
  encode(): void {
    this.#encodings++;
    this.#naming = this.names.naming();
    this.#findMoving();
    this.length = 0;
    const { slots } = this;
    const count = slots.listedCount;
    this.entries = grownTo(this.entries, 2 * count);
    for (let i = 0; i < count; i++) {
      const slot = slots.listed(i);
      const set = this.#rename(slots.locksetOf(slot));
      if (set === everything) continue;
      const named = this.nameOf(slot);
      if (named === 0) continue;
      this.entries[this.length++] = named;
      this.entries[this.length++] = set;
    }
  }

  /** The canonical name of a slot, or 0 if nobody can reach its cell. */
  nameOf(slot: Slot): number {
    const { slots, names } = this;
    const cell = names.cellName(slots.objectOf(slot), slots.cellOf(slot));
    const role = slots.roleOf(slot);
    return cell * (names.order.length + 1) + (cell === 0 || role === 0 ? 0 : 1 + names.numberOf[role - 1]!);
  }

  /** The slot with a canonical name. */
  slotNamed(name: number): Slot {
    const { slots, names } = this;
    const roles = names.order.length + 1;
    const role = name % roles;
    const cell = (name - role) / roles;
    const object = names.objectNamed(cell);
    const number = object === 0 ? cell - 1 : cell - names.nameOf(object) + lockCell;
    return slots.slot(object, number, role === 0 ? 0 : 1 + names.order[role - 1]!);
  }

  #findMoving(): void {
    const { machine } = this.names;
    this.#moving.length = 0;
    for (let id = 0; id < machine.threadCount; id++)
      if (machine.statusOf(machine.thread(id)) < threadStatus.ended) this.#moving.push(this.slots.threadElement(id));
  }

  #rename(set: Lockset): Lockset {
    if (set === everything) return everything;
    if (set >= this.#renamedAt.length) {
      this.#renamedAt = grownTo(this.#renamedAt, set);
      this.#renamed = grownTo(this.#renamed, set);
    }
    if (this.#renamedAt[set] !== this.#encodings) {
      this.#renamedAt[set] = this.#encodings;
      this.#renamed[set] = this.#isSettled(set) ? everything : this.#renameAgain(set);
    }
    return this.#renamed[set]!;
  }

  #isSettled(set: Lockset): boolean {
    const { locksets } = this.slots;
    for (const element of this.#moving) if (!locksets.has(set, element)) return false;
    return true;
  }

  /** States in a row mostly have the same names: what was renamed under these names before is known. */
  #renameAgain(set: Lockset): Lockset {
    const known = this.#renamings.size;
    const renaming = this.#renamings.intern(this.#naming, set);
    if (renaming < known) return this.#renaming[renaming]!;
    const renamed = this.#renameElements(set);
    this.#renaming = grownTo(this.#renaming, renaming);
    this.#renaming[renaming] = renamed;
    return renamed;
  }

  #renameElements(set: Lockset): Lockset {
    const renamed: number[] = [];
    for (const element of this.slots.locksets.elements(set)) {
      const name = this.#nameOfElement(element);
      if (name >= 0) renamed.push(name);
    }
    return this.locksets.of([...new Set(renamed)].sort((a, b) => a - b));
  }

  /** -1 for threads nobody can join and locks and volatile cells nobody can reach: they will order nothing any more. */
  #nameOfElement(element: number): number {
    const { slots, names } = this;
    const kind = slots.elementKind(element);
    const subject = slots.elementSubject(element);
    if (kind === elementKinds.thread) {
      const number = names.elementOf(subject);
      return number < 0 ? -1 : this.#elements.intern(kind, number);
    }
    const name =
      kind === elementKinds.lock
        ? names.nameOf(subject)
        : names.cellName(slots.cellObject(subject), slots.cellNumber(subject));
    return name === 0 ? -1 : this.#elements.intern(kind, name);
  }
}
