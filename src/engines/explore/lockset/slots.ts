// The locksets of an execution (theory-explore.md, "Algorithm"). A slot is the last write of a cell, a thread's last read
// of a cell since then, or the last acquire of a lock, which is a cell too. A slot has a lockset and `la`, the node of the
// search from which the access was made. A slot that was never accessed, or a reader's slot after a write, has the set of
// everything. Cells have dense numbers; all slots live in trailed memory, so they follow the search back.

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { MachineEvent } from '../machine/step-event.js';
import { TrailedMemory } from '../machine/trailed-memory.js';
import { IndexSet } from './index-set.js';
import { everything, type Lockset, Locksets } from './locksets.js';
import type { MovingThreads } from './moving-threads.js';
import { noReaders, type ReaderSets, SetLists } from './reader-sets.js';

export type Cell = number;

/** A cell's writer, or its readers together: what a step conflicts with. */
export type Part = number;

export function writerOf(cell: Cell): Part {
  return 2 * cell;
}

export function readersOf(cell: Cell): Part {
  return 2 * cell + 1;
}

export function cellOfPart(part: Part): Cell {
  return part >> 1;
}

export function isReaders(part: Part): boolean {
  return (part & 1) === 1;
}

/** The number that an object's lock has among its cells. */
export const lockCell = -1;

/** Elements of locksets: threads are even, locks and volatile cells odd. */
export function threadElement(thread: number): number {
  return 2 * thread;
}

export function isThreadElement(element: number): boolean {
  return (element & 1) === 0;
}

/** Words of a cell: the writer's slot, the first reader, the list of the readers' sets, one entry of the list of cells in use. */
const cellWord = { lockset: 0, la: 1, readers: 2, readerSets: 3, isListed: 4, listEntry: 5, size: 6 } as const;
const readerWord = { thread: 0, lockset: 1, la: 2, next: 3, size: 4 } as const;
/** Where the length of the list of cells in use is, and where the cells begin. */
const listedCountWord = 1;
const firstCell = 2;

export class Slots {
  readonly locksets = new Locksets();
  readonly #memory = new TrailedMemory();
  readonly #readers = new TrailedMemory();
  /** Cells by object and number; with lockCell the object itself. */
  readonly #cells = new PairTable();
  /** Lists of the sets of readers. */
  readonly readerLists = new SetLists();
  readonly #singletons: Lockset[] = [];
  /** By element. */
  readonly #cellsOf: IndexSet[] = [];
  #grownAt = new Int32Array(16);
  #grown = new Int32Array(16);
  #growths = 0;
  /** The first `conflictCount` are the conflicts of the event that `findConflicts` was asked about. */
  conflictCount = 0;
  readonly conflictParts: Part[] = [];
  readonly conflictLas: number[] = [];

  get bytes(): number {
    return this.#memory.bytes + this.#readers.bytes + this.locksets.bytes;
  }

  get cellMark(): number {
    return this.#memory.mark;
  }

  get readerMark(): number {
    return this.#readers.mark;
  }

  undoTo(cells: number, readers: number): void {
    this.#memory.undoTo(cells);
    this.#readers.undoTo(readers);
  }

  cell(object: number, number: number): Cell {
    return this.#cells.intern(object, number);
  }

  /** The number of a cell that has one, or -1. */
  knownCell(object: number, number: number): Cell {
    return this.#cells.find(object, number);
  }

  objectOf(cell: Cell): number {
    return this.#cells.first(cell);
  }

  numberOf(cell: Cell): number {
    return this.#cells.second(cell);
  }

  /** The lock, or the volatile cell, that an odd element stands for. */
  cellOfElement(element: number): Cell {
    return element >> 1;
  }

  #elementOf(cell: Cell): number {
    return 2 * cell + 1;
  }

  /** Cells that have been accessed and that somebody may still conflict with. */
  get listedCount(): number {
    return this.#memory.words[listedCountWord]!;
  }

  listed(i: number): Cell {
    return this.#memory.words[firstCell + i * cellWord.size + cellWord.listEntry]!;
  }

  #record(cell: Cell): number {
    const record = firstCell + cell * cellWord.size;
    if (record + cellWord.size >= this.#memory.words.length)
      this.#memory.words = grownTo(this.#memory.words, record + cellWord.size);
    return record;
  }

  writerSet(cell: Cell): Lockset {
    return this.#memory.words[this.#record(cell) + cellWord.lockset]!;
  }

  /** The depth of the node of the last write or acquire, or -1. */
  writerLa(cell: Cell): number {
    return this.#memory.words[this.#record(cell) + cellWord.la]! - 1;
  }

  /** Readers are walked with `nextReader`; 0 is none. */
  firstReader(cell: Cell): number {
    return this.#memory.words[this.#record(cell) + cellWord.readers]!;
  }

  /** In `readerLists`. */
  readerSets(cell: Cell): ReaderSets {
    return this.#memory.words[this.#record(cell) + cellWord.readerSets]!;
  }

  /** To be called whenever a reader's set has changed. */
  #listReaders(record: number): void {
    let list = noReaders;
    for (let reader = this.#memory.words[record + cellWord.readers]!; reader !== 0; reader = this.nextReader(reader)) {
      const set = this.readerSet(reader);
      if (set !== everything) list = this.readerLists.with(list, set);
    }
    this.#memory.set(record + cellWord.readerSets, list);
  }

  #singleton(thread: number): Lockset {
    this.#singletons[thread] ??= this.locksets.of([threadElement(thread)]);
    return this.#singletons[thread];
  }

  nextReader(reader: number): number {
    return this.#readers.words[reader + readerWord.next]!;
  }

  readerSet(reader: number): Lockset {
    return this.#readers.words[reader + readerWord.lockset]!;
  }

  readerLa(reader: number): number {
    return this.#readers.words[reader + readerWord.la]! - 1;
  }

  /** Whether a thread would conflict with a slot; no thread (-1) is in any set. */
  lacks(set: Lockset, thread: number): boolean {
    return set !== everything && (thread < 0 || !this.locksets.has(set, threadElement(thread)));
  }

  findNone(): void {
    this.conflictCount = 0;
  }

  /** Finds the slots that this event of a thread conflicts with; to be asked before `update`. */
  findConflicts(event: MachineEvent, thread: number): void {
    this.findNone();
    const { kind } = event;
    if (kind === 'acquire') this.#conflictWithWriter(this.cell(event.object, lockCell), thread);
    if (kind !== 'read' && kind !== 'write') return;
    const cell = this.cell(event.object, event.cell);
    this.#conflictWithWriter(cell, thread);
    if (kind === 'write') this.#conflictWithReaders(cell, thread);
  }

  /** Finds the slots of a part that a rival could conflict with now or later; any thread could, if it is none. */
  findRivalled(part: Part, rival: number): void {
    this.findNone();
    if (isReaders(part)) this.#conflictWithReaders(cellOfPart(part), rival);
    else this.#conflictWithWriter(cellOfPart(part), rival);
  }

  #conflictWithWriter(cell: Cell, thread: number): void {
    if (!this.lacks(this.writerSet(cell), thread)) return;
    this.#conflict(writerOf(cell), this.writerLa(cell));
  }

  #conflictWithReaders(cell: Cell, thread: number): void {
    for (let reader = this.firstReader(cell); reader !== 0; reader = this.nextReader(reader)) {
      if (!this.lacks(this.readerSet(reader), thread)) continue;
      this.#conflict(readersOf(cell), this.readerLa(reader));
    }
  }

  #conflict(part: Part, la: number): void {
    this.conflictParts[this.conflictCount] = part;
    this.conflictLas[this.conflictCount++] = la;
  }

  /** Grows the locksets as the event orders things, then gives the thread what it owns by it. `depth` becomes `la`. */
  update(event: MachineEvent, thread: number, depth: number): void {
    const self = threadElement(thread);
    switch (event.kind) {
      case 'read':
      case 'write':
        return this.#access(event, thread, depth);
      case 'acquire': {
        const lock = this.cell(event.object, lockCell);
        this.#grow(this.#elementOf(lock), self);
        return this.#own(lock, self, this.#singleton(thread), depth);
      }
      case 'release':
        return this.#grow(self, this.#elementOf(this.cell(event.object, lockCell)));
      case 'fork':
        for (const child of event.children) this.#grow(self, threadElement(child));
        return;
      case 'join':
        for (const child of event.children) this.#grow(threadElement(child), self);
        return;
      case 'local':
        return;
    }
  }

  /** A volatile read is ordered after the volatile writes of its cell. */
  #access(event: MachineEvent, thread: number, depth: number): void {
    const cell = this.cell(event.object, event.cell);
    const self = threadElement(thread);
    const owned = this.#singleton(thread);
    const element = this.#elementOf(cell);
    if (event.kind === 'read') {
      if (event.volatile) this.#grow(element, self);
      return this.#read(cell, thread, owned, depth);
    }
    if (event.volatile && event.isUpdate) this.#grow(element, self);
    if (event.volatile && event.isWritten) this.#grow(self, element);
    this.#memory.set(this.#record(cell) + cellWord.readers, 0);
    this.#memory.set(this.#record(cell) + cellWord.readerSets, noReaders);
    if (event.volatile && event.isWritten) this.#cellsWith(element).add(cell);
    this.#own(cell, self, event.volatile && event.isWritten ? this.locksets.with(owned, element) : owned, depth);
  }

  #read(cell: Cell, thread: number, owned: Lockset, depth: number): void {
    const readers = this.#readers;
    const reader = this.#readerOf(cell, thread);
    readers.set(reader + readerWord.lockset, owned);
    readers.set(reader + readerWord.la, depth + 1);
    this.#cellsWith(threadElement(thread)).add(cell);
    this.#listReaders(this.#record(cell));
    this.#list(cell);
  }

  #readerOf(cell: Cell, thread: number): number {
    for (let reader = this.firstReader(cell); reader !== 0; reader = this.nextReader(reader))
      if (this.#readers.words[reader + readerWord.thread] === thread) return reader;
    const added = this.#readers.allocate(readerWord.size);
    this.#readers.set(added + readerWord.thread, thread);
    this.#readers.set(added + readerWord.next, this.firstReader(cell));
    this.#memory.set(this.#record(cell) + cellWord.readers, added);
    return added;
  }

  #own(cell: Cell, owner: number, lockset: Lockset, depth: number): void {
    const record = this.#record(cell);
    this.#cellsWith(owner).add(cell);
    this.#memory.set(record + cellWord.lockset, lockset);
    this.#memory.set(record + cellWord.la, depth + 1);
    this.#list(cell);
  }

  #list(cell: Cell): void {
    const memory = this.#memory;
    const record = this.#record(cell);
    if (memory.words[record + cellWord.isListed] === 1) return;
    memory.set(record + cellWord.isListed, 1);
    const count = this.listedCount;
    memory.set(this.#record(count) + cellWord.listEntry, cell);
    memory.set(listedCountWord, count + 1);
  }

  /** Sets that contain `having` gain `added`; each distinct set is looked at once. */
  #grow(having: number, added: number): void {
    this.#growths++;
    const { words } = this.#memory;
    const cells = this.#cellsWith(having);
    const gaining = this.#cellsWith(added);
    for (let cell = cells.nextFrom(0); cell >= 0; cell = cells.nextFrom(cell + 1)) {
      const record = firstCell + cell * cellWord.size;
      const set = words[record]!;
      if (set !== everything && this.locksets.has(set, having)) {
        this.#memory.set(record, this.#grownSet(set, added));
        gaining.add(cell);
      }
      if (words[record + cellWord.readers] !== 0 && this.#growReaders(record, having, added)) gaining.add(cell);
    }
  }

  /** Cells of which some set had an element at some time, on this path or another one: no others can have it now. */
  #cellsWith(element: number): IndexSet {
    this.#cellsOf[element] ??= new IndexSet();
    return this.#cellsOf[element];
  }

  /** Whether there is one. */
  #growReaders(record: number, having: number, added: number): boolean {
    let grew = false;
    for (let reader = this.#memory.words[record + cellWord.readers]!; reader !== 0; reader = this.nextReader(reader)) {
      const set = this.readerSet(reader);
      if (set === everything || !this.locksets.has(set, having)) continue;
      this.#readers.set(reader + readerWord.lockset, this.#grownSet(set, added));
      grew = true;
    }
    if (grew) this.#listReaders(record);
    return grew;
  }

  #grownSet(set: Lockset, added: number): Lockset {
    if (set >= this.#grownAt.length) {
      this.#grownAt = grownTo(this.#grownAt, set);
      this.#grown = grownTo(this.#grown, set);
    }
    if (this.#grownAt[set] !== this.#growths) {
      this.#grownAt[set] = this.#growths;
      this.#grown[set] = this.locksets.with(set, added);
    }
    return this.#grown[set]!;
  }

  /**
   * Forgets accesses that nobody can conflict with any more, exactly as if they had not been made: those whose set has all
   * threads that can still move (a thread that is forked later is in every set that its parent is in).
   */
  dropSettled(moving: MovingThreads): void {
    const memory = this.#memory;
    for (let i = this.listedCount - 1; i >= 0; i--) {
      const { words } = memory;
      const record = firstCell + words[firstCell + i * cellWord.size + cellWord.listEntry]! * cellWord.size;
      const set = words[record + cellWord.lockset]!;
      const isSettled = set === everything || moving.areAllIn(set);
      if (isSettled && set !== everything) memory.set(record, everything);
      const hasReaders = words[record + cellWord.readers] !== 0 && !this.#dropReaders(record, moving);
      if (isSettled && !hasReaders) this.#unlist(i, record);
    }
  }

  /** Whether none is left. */
  #dropReaders(record: number, moving: MovingThreads): boolean {
    const { words } = this.#readers;
    let dropped = false;
    for (
      let reader = this.#memory.words[record + cellWord.readers]!;
      reader !== 0;
      reader = words[reader + readerWord.next]!
    ) {
      const set = words[reader + readerWord.lockset]!;
      if (set === everything || !moving.areAllIn(set)) continue;
      this.#readers.set(reader + readerWord.lockset, everything);
      dropped = true;
    }
    if (dropped) this.#listReaders(record);
    return this.#memory.words[record + cellWord.readerSets] === noReaders;
  }

  /** The last entry of the list takes the place. */
  #unlist(place: number, record: number): void {
    const memory = this.#memory;
    const last = this.listedCount - 1;
    memory.set(record + cellWord.isListed, 0);
    memory.set(this.#record(place) + cellWord.listEntry, this.listed(last));
    memory.set(listedCountWord, last);
  }
}
