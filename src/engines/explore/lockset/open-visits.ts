// The visits of the states on the stack, newest last, with their locksets of data. These are rarely asked for, so they are
// kept as they are, and get their canonical names when they are compared.

import { IntList } from '../../../base/integers/int-list.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { CanonicalLocksets } from './canonical-locksets.js';
import type { LocksetNames } from './lockset-names.js';
import { everything } from './locksets.js';
import { noReaders } from './reader-sets.js';

const none = -1;

/** Words of an entry: the cell, the set of its writer, the list of its readers' sets. */
const entryWord = { cell: 0, writer: 1, readers: 2, size: 3 } as const;

export class OpenVisits {
  #entries = new Int32Array(4096);
  /** By visit: the end of its entries, its state, and the next older visit of the same state. */
  readonly #ends = new IntList();
  readonly #states = new IntList();
  readonly #older = new IntList();
  readonly #names: LocksetNames[] = [];
  /** By state: its newest visit. */
  readonly #newest = new IntList();
  #count = 0;

  get bytes(): number {
    return this.#entries.byteLength + 3 * this.#ends.bytes + this.#newest.bytes;
  }

  /** The newest visit of a state, or -1. */
  newest(state: number): number {
    return state < this.#newest.length ? this.#newest.get(state) : none;
  }

  older(visit: number): number {
    return this.#older.get(visit);
  }

  #begin(visit: number): number {
    return visit === 0 ? 0 : this.#ends.get(visit - 1);
  }

  /** Adds a visit of the state that the machine is in, with its locksets. */
  push(state: number, current: CanonicalLocksets): void {
    const visit = this.#count++;
    const end = this.#keep(this.#begin(visit), current);
    this.#newest.extendTo(state + 1, none);
    this.#ends.extendTo(visit + 1, 0);
    this.#states.extendTo(visit + 1, 0);
    this.#older.extendTo(visit + 1, 0);
    this.#ends.set(visit, end);
    this.#states.set(visit, state);
    this.#older.set(visit, this.#newest.get(state));
    this.#names[visit] = current.names;
    this.#newest.set(state, visit);
  }

  /** The end of the entries. */
  #keep(begin: number, current: CanonicalLocksets): number {
    if (!current.tellsData) return begin;
    const { slots, names } = current;
    const count = slots.listedCount;
    this.#entries = grownTo(this.#entries, begin + count * entryWord.size);
    let end = begin;
    for (let i = 0; i < count; i++) {
      const cell = slots.listed(i);
      if (names.cellName(cell) === 0 || !current.isData(cell, names)) continue;
      this.#entries[end + entryWord.cell] = cell;
      this.#entries[end + entryWord.writer] = slots.writerSet(cell);
      this.#entries[end + entryWord.readers] = slots.readerSets(cell);
      end += entryWord.size;
    }
    return end;
  }

  pop(): void {
    const visit = --this.#count;
    this.#newest.set(this.#states.get(visit), this.#older.get(visit));
  }

  /** Whether the visit has pointwise smaller or equal locksets of data than the current ones. A missing cell has everything. */
  isBelow(visit: number, current: CanonicalLocksets): boolean {
    const { locksets, readerSets } = current;
    const names = this.#names[visit]!;
    const end = this.#ends.get(visit);
    let found = 0;
    for (let at = this.#begin(visit); at < end; at += entryWord.size) {
      const name = names.cellName(this.#entries[at + entryWord.cell]!);
      if (!current.isListed(name)) continue;
      found++;
      const writer = this.#entries[at + entryWord.writer]!;
      const readers = this.#entries[at + entryWord.readers]!;
      const named = writer === everything ? everything : names.set(writer);
      if (!locksets.isSubset(named, current.writerSet(name))) return false;
      const namedReaders = readers === noReaders ? noReaders : names.readers(readers, readerSets);
      if (!readerSets.covers(namedReaders, current.readers(name))) return false;
    }
    return found === current.dataCount;
  }
}
