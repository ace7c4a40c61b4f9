// The locksets of an execution (theory-explore.md, "Algorithm"). A slot is the last write of a cell, a thread's last read
// of a cell since then, or the last acquire of a lock. It has a lockset and `la`, the node of the search from which the
// access was made. A slot that was never accessed, or a reader's slot after a write, has the set of everything.
// Slots have dense numbers and live in trailed memory, so they follow the search back.

import { IntList } from '../../../base/int-list.js';
import { PairTable } from '../../../base/pair-table.js';
import { grownTo } from '../../../base/typed-array.js';
import type { MachineEvent } from '../machine/step-event.js';
import { TrailedMemory } from '../machine/trailed-memory.js';
import { everything, type Lockset, Locksets } from './locksets.js';

export type Slot = number;

/** Roles: the writer's slot, then one per reading thread. Locks have only the first, of a cell before the object's own. */
export const writerRole = 0;
export const lockCell = -1;

export const elementKinds = { thread: 0, lock: 1, volatile: 2 } as const;

/** Words of a slot, and of the list of slots in use at the front of the memory. */
const slotWord = { lockset: 0, la: 1, listed: 2, size: 3 } as const;

export class Slots {
  readonly locksets = new Locksets();
  readonly memory = new TrailedMemory();
  /** Cells by object and number, slots by cell and role. */
  readonly #cells = new PairTable();
  readonly #slots = new PairTable();
  /** Elements of locksets: (thread | lock | volatile cell, which). */
  readonly #elements = new PairTable();
  readonly #listed = new IntList();
  readonly #listedCount: number;
  #grownFrom = new Int32Array(16);
  #grownTo = new Int32Array(16);
  #growths = 0;

  constructor() {
    this.#listedCount = this.memory.allocate(1);
  }

  /** Slots with a lockset, among others that had one: `locksetOf` says `everything` for those. */
  get listedCount(): number {
    return this.memory.words[this.#listedCount]!;
  }

  listed(i: number): Slot {
    return this.#listed.get(i);
  }

  slot(object: number, cell: number, role: number): Slot {
    return this.#slots.intern(this.#cells.intern(object, cell), role);
  }

  objectOf(slot: Slot): number {
    return this.#cells.first(this.#slots.first(slot));
  }

  cellOf(slot: Slot): number {
    return this.#cells.second(this.#slots.first(slot));
  }

  roleOf(slot: Slot): number {
    return this.#slots.second(slot);
  }

  locksetOf(slot: Slot): Lockset {
    return this.memory.words[this.#record(slot) + slotWord.lockset]!;
  }

  /** The depth of the node of the last access, or -1. */
  la(slot: Slot): number {
    return this.memory.words[this.#record(slot) + slotWord.la]! - 1;
  }

  /** Slots are records in order of their numbers; there is always room for those that exist. */
  #record(slot: Slot): number {
    const record = this.#listedCount + 1 + slot * slotWord.size;
    if (record + slotWord.size >= this.memory.words.length)
      this.memory.words = grownTo(this.memory.words, record + slotWord.size);
    return record;
  }

  threadElement(thread: number): number {
    return this.#elements.intern(elementKinds.thread, thread);
  }

  elementKind(element: number): number {
    return this.#elements.first(element);
  }

  /** The thread, the lock's object, or the cell (by `cellObject` and `cellNumber`) of an element. */
  elementSubject(element: number): number {
    return this.#elements.second(element);
  }

  cellObject(cell: number): number {
    return this.#cells.first(cell);
  }

  cellNumber(cell: number): number {
    return this.#cells.second(cell);
  }

  lacks(slot: Slot, thread: number): boolean {
    const set = this.locksetOf(slot);
    return set !== everything && !this.locksets.has(set, this.threadElement(thread));
  }

  lockSlot(lock: number): Slot {
    return this.slot(lock, lockCell, writerRole);
  }

  /** The slots that this event of a thread conflicts with; to be asked before `update`. */
  conflicts(event: MachineEvent, thread: number, threads: number): Slot[] {
    if (event.kind === 'acquire') return this.#lacking([this.lockSlot(event.object)], thread);
    if (event.kind === 'read') return this.#lacking([this.slot(event.object, event.cell, writerRole)], thread);
    return event.kind === 'write' ? this.#lacking(this.#slotsOf(event, threads), thread) : [];
  }

  #lacking(slots: readonly Slot[], thread: number): Slot[] {
    return slots.filter((slot) => this.lacks(slot, thread));
  }

  /** The writer's and all readers' slots of the accessed cell. */
  #slotsOf(event: MachineEvent, threads: number): Slot[] {
    const cell = this.#cells.intern(event.object, event.cell);
    const slots = [this.#slots.intern(cell, writerRole)];
    for (let reader = 1; reader <= threads; reader++) {
      const slot = this.#slots.find(cell, reader);
      if (slot >= 0) slots.push(slot);
    }
    return slots;
  }

  /** Grows the locksets as the event orders things, then gives the thread what it owns by it. `depth` becomes `la`. */
  update(event: MachineEvent, thread: number, threads: number, depth: number): void {
    const self = this.threadElement(thread);
    switch (event.kind) {
      case 'read':
      case 'write':
        return this.#access(event, self, threads, depth);
      case 'acquire':
        this.#grow(this.#elements.intern(elementKinds.lock, event.object), self);
        return this.#own(this.lockSlot(event.object), this.locksets.of([self]), depth);
      case 'release':
        return this.#grow(self, this.#elements.intern(elementKinds.lock, event.object));
      case 'fork':
        for (const child of event.children) this.#grow(self, this.threadElement(child));
        return;
      case 'join':
        for (const child of event.children) this.#grow(this.threadElement(child), self);
        return;
      case 'local':
        return;
    }
  }

  #access(event: MachineEvent, self: number, threads: number, depth: number): void {
    const owned = this.locksets.of([self]);
    if (event.volatile) this.#synchronise(event, self);
    if (event.kind === 'read') {
      const reader = this.#elements.second(self) + 1;
      return this.#own(this.slot(event.object, event.cell, reader), owned, depth);
    }
    const [writer, ...readers] = this.#slotsOf(event, threads);
    for (const reader of readers) this.#own(reader, everything, -1);
    this.#own(writer!, event.volatile ? this.locksets.with(owned, this.#volatileElement(event)) : owned, depth);
  }

  #volatileElement(event: MachineEvent): number {
    return this.#elements.intern(elementKinds.volatile, this.#cells.intern(event.object, event.cell));
  }

  /** A volatile read is ordered after the volatile writes of its cell. */
  #synchronise(event: MachineEvent, self: number): void {
    const cell = this.#volatileElement(event);
    if (event.kind === 'write') this.#grow(self, cell);
    else this.#grow(cell, self);
  }

  #own(slot: Slot, lockset: Lockset, depth: number): void {
    const record = this.#record(slot);
    this.memory.set(record + slotWord.lockset, lockset);
    this.memory.set(record + slotWord.la, depth + 1);
    if (lockset === everything || this.memory.words[record + slotWord.listed] === 1) return;
    this.memory.set(record + slotWord.listed, 1);
    const count = this.listedCount;
    this.#listed.extendTo(count + 1, 0);
    this.#listed.set(count, slot); // beyond the count nothing needs to be restored
    this.memory.set(this.#listedCount, count + 1);
  }

  /** Sets that contain `having` gain `added`; each distinct set is looked at once. */
  #grow(having: number, added: number): void {
    this.#growths++;
    const count = this.listedCount;
    for (let i = 0; i < count; i++) {
      const word = this.#record(this.#listed.get(i)) + slotWord.lockset;
      const set = this.memory.words[word]!;
      if (set === everything || !this.locksets.has(set, having)) continue;
      this.memory.set(word, this.#grown(set, added));
    }
  }

  #grown(set: Lockset, added: number): Lockset {
    if (set >= this.#grownFrom.length) {
      this.#grownFrom = grownTo(this.#grownFrom, set);
      this.#grownTo = grownTo(this.#grownTo, set);
    }
    if (this.#grownFrom[set] === this.#growths) return this.#grownTo[set]!;
    const larger = this.locksets.with(set, added);
    this.#grownFrom[set] = this.#growths;
    this.#grownTo[set] = larger;
    return larger;
  }
}
