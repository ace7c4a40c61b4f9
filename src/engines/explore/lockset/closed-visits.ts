// The visits of states from which everything has been explored, by state. Each keeps the locksets of its footprint, or all
// of them if the footprint is not known. Of one state no visit is kept that another one makes needless (an antichain).

import { IntList } from '../../../base/integers/int-list.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { CanonicalLocksets } from './canonical-locksets.js';
import type { IndexSet } from './index-set.js';
import type { LocksetNames } from './lockset-names.js';
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
  #stores = 0;
  /** Where the entry with a name is, of the visit that was stored last. */
  #places = new Int32Array(256);
  #placedAt = new Int32Array(256);

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

  /** Whether there is any visit of a state. */
  hasAny(state: number): boolean {
    return state < this.#newest.length && this.#newest.get(state) !== noVisit;
  }

  /**
   * Closes the visit of the state that the machine has returned to. `names` are those of the state; without a footprint all
   * locksets of data are kept.
   */
  store(state: number, footprint: IndexSet | undefined, names: LocksetNames): void {
    const visit = this.#begins.push(this.#length);
    this.#isFull.push(footprint ? 0 : 1);
    this.#newest.extendTo(state + 1, noVisit);
    this.#stores++;
    if (footprint) this.#storeFootprint(footprint, names);
    else this.#storeData(names);
    if (this.#newest.get(state) !== noVisit) this.#dropNeedless(state, visit);
    this.#older.push(this.#newest.get(state));
    this.#newest.set(state, visit);
  }

  #storeFootprint(parts: IndexSet, names: LocksetNames): void {
    for (let part = parts.nextFrom(0); part >= 0; ) {
      const cell = cellOfPart(part);
      const name = names.cellName(cell);
      if (name !== 0) this.#storeCell(cell, name, parts.has(readersOf(cell)) ? readersMatter : 0, names); // else made later
      part = parts.nextFrom(writerOf(cell + 1));
    }
  }

  #storeData(names: LocksetNames): void {
    const { current } = this;
    if (!current.tellsData) return;
    for (let i = 0; i < current.slots.listedCount; i++) {
      const cell = current.slots.listed(i);
      const name = names.cellName(cell);
      if (name !== 0 && current.isData(cell, names)) this.#storeCell(cell, name, readersMatter, names);
    }
  }

  #storeCell(cell: Cell, name: number, flags: number, names: LocksetNames): void {
    this.#append(name, flags, this.current.namedWriter(cell, names), this.current.namedReaders(cell, names));
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
    const count = this.#findEntries(added);
    for (let visit = this.#newest.get(state); visit !== noVisit; visit = this.#older.get(visit)) {
      if (!this.#makesNeedless(added, count, visit)) newer = visit;
      else if (newer === noVisit) this.#newest.set(state, this.#older.get(visit));
      else this.#older.set(newer, this.#older.get(visit));
    }
  }

  /**
   * Whether everything that `old` covers is covered by `added`, too, which has so many entries. If both are full, names that
   * only `added` has do not matter (everything), else those that only `old` has.
   */
  #makesNeedless(added: number, count: number, old: number): boolean {
    const bothFull = this.#isFull.get(added) === 1 && this.#isFull.get(old) === 1;
    if (this.#isFull.get(added) === 1 && !bothFull) return false;
    const end = this.#end(old);
    let matched = 0;
    for (let place = this.#begins.get(old); place < end; place = this.#next(place)) {
      const name = this.#entries[place]! >> 2;
      if (this.#placedAt[name] !== this.#stores) {
        if (bothFull) return false;
        continue;
      }
      matched++;
      if (!this.#isBelow(this.#places[name]!, place)) return false;
    }
    return bothFull || matched === count;
  }

  #next(at: number): number {
    return at + (this.#entries[at]! & hasReaders ? 3 : 2);
  }

  /** Fills `#places`; the number of entries. */
  #findEntries(visit: number): number {
    let count = 0;
    for (let at = this.#begins.get(visit); at < this.#end(visit); at = this.#next(at), count++) {
      const name = this.#entries[at]! >> 2;
      if (name >= this.#places.length) {
        this.#places = grownTo(this.#places, name);
        this.#placedAt = grownTo(this.#placedAt, name);
      }
      this.#places[name] = at;
      this.#placedAt[name] = this.#stores;
    }
    return count;
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
