// The visits of states from which everything has been explored, by state. Each keeps the locksets of its footprint, or all
// of them if the footprint is not known. Of one state no visit is kept that another one makes needless (an antichain).

import { IntList } from '../../../base/integers/int-list.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import { type CanonicalLocksets, entryWord } from './canonical-locksets.js';
import type { IndexSet } from './index-set.js';
import type { LocksetNames } from './lockset-names.js';
import { everything } from './locksets.js';
import type { OpenVisits } from './open-visits.js';
import { noReaders } from './reader-sets.js';
import type { SearchRules } from './search-rules.js';
import { type Cell, cellOfPart, readersOf, writerOf } from './slots.js';

const noVisit = -1;

/** Words of an entry: the name with flags, the writer's set, and the readers' sets if there are any that matter. */
const readersMatter = 1;
const hasReaders = 2;

export class ClosedVisits {
  /** Of each state its newest visit; of each visit the next older one, where its entries begin, whether they are all. */
  readonly #newest = new IntList();
  readonly #older = new IntList();
  readonly #begins = new IntList();
  readonly #isFull = new IntList();
  #entries = new Int32Array(4096);
  #length = 0;
  /** Cells of the footprint that is being stored, once they have been. */
  #storedAt = new Int32Array(256);
  #stores = 0;
  /** Where the entry with a name is, of the visit that is being compared. */
  readonly #places = new Map<number, number>();

  constructor(
    readonly current: CanonicalLocksets,
    readonly rules: SearchRules,
  ) {}

  get bytes(): number {
    return this.#entries.byteLength + 3 * this.#begins.bytes + this.#newest.bytes;
  }

  clear(): void {
    for (let state = 0; state < this.#newest.length; state++) this.#newest.set(state, noVisit);
  }

  /** A visit whose continuations show what would happen now, or -1. */
  covering(state: number): number {
    if (state >= this.#newest.length) return noVisit;
    for (let visit = this.#newest.get(state); visit !== noVisit; visit = this.#older.get(visit))
      if (this.#covers(visit)) return visit;
    return noVisit;
  }

  #end(visit: number): number {
    return visit + 1 < this.#begins.length ? this.#begins.get(visit + 1) : this.#length;
  }

  #covers(visit: number): boolean {
    const { current } = this;
    const entries = this.#entries;
    const end = this.#end(visit);
    let listed = 0;
    for (let at = this.#begins.get(visit); at < end; ) {
      const word = entries[at]!;
      const name = word >> 2;
      if (current.isListed(name)) listed++;
      const writer = entries[at + 1]!;
      const now = current.writerSet(name);
      if (writer !== now && this.rules.compareWriters && !current.locksets.isSubset(writer, now)) return false;
      if (word & readersMatter && this.rules.compareReaders) {
        const readers = word & hasReaders ? entries[at + 2]! : noReaders;
        if (!current.readerSets.covers(readers, current.readers(name))) return false;
      }
      at += word & hasReaders ? 3 : 2;
    }
    return this.#isFull.get(visit) === 0 || listed === current.dataCount;
  }

  /** Closes the newest open visit. `names` are those of its state; without a footprint all locksets are kept. */
  store(state: number, open: OpenVisits, footprint: IndexSet | undefined, names: LocksetNames): void {
    const visit = this.#begins.push(this.#length);
    this.#isFull.push(footprint ? 0 : 1);
    this.#newest.extendTo(state + 1, noVisit);
    if (footprint) this.#storeFootprint(open, footprint, names);
    else
      for (let at = open.begin(open.last); at < open.end(open.last); at += entryWord.size)
        if (open.entry(at, entryWord.isData) === 1) this.#storeEntry(open, at, readersMatter);
    this.#dropNeedless(state, visit);
    this.#older.push(this.#newest.get(state));
    this.#newest.set(state, visit);
  }

  #storeFootprint(open: OpenVisits, parts: IndexSet, names: LocksetNames): void {
    this.#stores++;
    for (let at = open.begin(open.last); at < open.end(open.last); at += entryWord.size) {
      const cell = open.entry(at, entryWord.cell);
      if (!parts.has(writerOf(cell))) continue;
      this.#storeEntry(open, at, parts.has(readersOf(cell)) ? readersMatter : 0);
      this.#noteStored(cell);
    }
    for (let part = parts.nextFrom(0); part >= 0; part = parts.nextFrom(part + 1)) {
      const cell = cellOfPart(part);
      const name = this.#isStored(cell) ? 0 : names.cellName(cell);
      if (name === 0) continue; // stored, or made later
      this.#append(name, parts.has(readersOf(cell)) ? readersMatter : 0, everything, noReaders);
      this.#noteStored(cell);
    }
  }

  #isStored(cell: Cell): boolean {
    return this.#storedAt[cell] === this.#stores;
  }

  #noteStored(cell: Cell): void {
    if (cell >= this.#storedAt.length) this.#storedAt = grownTo(this.#storedAt, cell);
    this.#storedAt[cell] = this.#stores;
  }

  #storeEntry(open: OpenVisits, at: number, flags: number): void {
    const readers = open.entry(at, entryWord.readers);
    this.#append(open.entry(at, entryWord.name), flags, open.entry(at, entryWord.writer), readers);
  }

  #append(name: number, flags: number, writer: number, readers: number): void {
    if (this.#length + 3 >= this.#entries.length) this.#entries = grownTo(this.#entries, this.#length + 3);
    const withReaders = flags === readersMatter && readers !== noReaders;
    this.#entries[this.#length++] = (name << 2) | flags | (withReaders ? hasReaders : 0);
    this.#entries[this.#length++] = writer;
    if (withReaders) this.#entries[this.#length++] = readers;
  }

  #dropNeedless(state: number, added: number): void {
    let newer = noVisit;
    for (let visit = this.#newest.get(state); visit !== noVisit; visit = this.#older.get(visit)) {
      if (!this.#makesNeedless(added, visit)) newer = visit;
      else if (newer === noVisit) this.#newest.set(state, this.#older.get(visit));
      else this.#older.set(newer, this.#older.get(visit));
    }
  }

  /** Whether everything that `old` covers is covered by `added`, too. */
  #makesNeedless(added: number, old: number): boolean {
    const oldIsFull = this.#isFull.get(old) === 1;
    if (this.#isFull.get(added) === 1 && !oldIsFull) return false;
    const count = this.#findEntries(old);
    let matched = 0;
    for (let at = this.#begins.get(added); at < this.#end(added); at = this.#next(at)) {
      const place = this.#places.get(this.#entries[at]! >> 2);
      if (place === undefined && !(oldIsFull && this.#isFull.get(added) === 1)) return false;
      if (place === undefined) continue; // everything
      matched++;
      if (!this.#isBelow(at, place)) return false;
    }
    return this.#isFull.get(added) === 0 || matched === count;
  }

  #next(at: number): number {
    return at + (this.#entries[at]! & hasReaders ? 3 : 2);
  }

  /** Fills `#places`; the number of entries. */
  #findEntries(visit: number): number {
    this.#places.clear();
    for (let at = this.#begins.get(visit); at < this.#end(visit); at = this.#next(at))
      this.#places.set(this.#entries[at]! >> 2, at);
    return this.#places.size;
  }

  #isBelow(at: number, place: number): boolean {
    if (!this.current.locksets.isSubset(this.#entries[at + 1]!, this.#entries[place + 1]!)) return false;
    if ((this.#entries[at]! & readersMatter) === 0) return true;
    if ((this.#entries[place]! & readersMatter) === 0) return false;
    return this.current.readerSets.covers(this.#readersAt(at), this.#readersAt(place));
  }

  #readersAt(at: number): number {
    return this.#entries[at]! & hasReaders ? this.#entries[at + 2]! : noReaders;
  }

  /** Adds what the continuations of a visit asked for to a footprint. `names` are those of the state it is met in. */
  addFootprint(visit: number, names: LocksetNames, footprint: IndexSet): void {
    if (this.#isFull.get(visit) === 1) return; // its conflicts are all: nobody will rely on the footprint
    for (let at = this.#begins.get(visit); at < this.#end(visit); at = this.#next(at)) {
      const word = this.#entries[at]!;
      const cell = names.cellNamed(word >> 2);
      footprint.add(writerOf(cell));
      if (word & readersMatter) footprint.add(readersOf(cell));
    }
  }
}
