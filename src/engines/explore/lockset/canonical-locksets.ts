// The locksets of a state in canonical names, so that they can be compared between two visits of one state: for each cell
// that has been accessed, the set of its writer and those of its readers.

import { grownTo } from '../../../base/integers/typed-array.js';
import type { CanonicalState } from '../machine/canonical-state.js';
import type { Naming } from '../machine/naming.js';
import { LocksetNames } from './lockset-names.js';
import { everything, type Lockset, Locksets } from './locksets.js';
import { MovingThreads } from './moving-threads.js';
import { noReaders, type ReaderSets, ReaderSetTable } from './reader-sets.js';
import type { Cell, Slots } from './slots.js';

/** Words of an entry: the cell, its name, the writer's set, the readers' sets, and 1 if accesses of the cell can race. */
export const entryWord = { cell: 0, name: 1, writer: 2, readers: 3, isData: 4, size: 5 } as const;

export class CanonicalLocksets {
  readonly locksets = new Locksets();
  readonly readerSets = new ReaderSetTable(this.locksets);
  entries = new Int32Array(256);
  /** In words. */
  length = 0;
  /** How many entries are of cells whose accesses can race. */
  dataCount = 0;
  #names: LocksetNames | undefined;
  readonly #namesOf = new WeakMap<Naming, LocksetNames>();
  /** By name: when it was last among the entries, and where. */
  #encodedAt = new Int32Array(256);
  #entryOf = new Int32Array(256);
  #encodings = 0;
  readonly #moving: MovingThreads;

  constructor(
    readonly state: CanonicalState,
    readonly slots: Slots,
    /** Whether cells whose accesses can race are told from others. */
    readonly tellsData: boolean,
  ) {
    this.#moving = new MovingThreads(state.machine, slots);
  }

  get bytes(): number {
    return this.locksets.bytes + this.readerSets.bytes;
  }

  /** Names for the state that was encoded last. */
  get names(): LocksetNames {
    return this.#names!;
  }

  /** After `state.encode()`. */
  encode(): void {
    this.#names = this.#namesFor(this.state.naming());
    this.#encodings++;
    this.#moving.dropSettled();
    this.#encodedAt = grownTo(this.#encodedAt, this.names.naming.end);
    this.#entryOf = grownTo(this.#entryOf, this.names.naming.end);
    const count = this.slots.listedCount;
    this.entries = grownTo(this.entries, count * entryWord.size);
    this.length = 0;
    this.dataCount = 0;
    for (let i = 0; i < count; i++) this.#encodeCell(this.slots.listed(i));
  }

  #namesFor(naming: Naming): LocksetNames {
    if (this.#names?.naming === naming) return this.#names;
    const known = this.#namesOf.get(naming);
    if (known) return known;
    const names = new LocksetNames(naming, this.slots, this.locksets);
    this.#namesOf.set(naming, names);
    return names;
  }

  #encodeCell(cell: Cell): void {
    const name = this.names.cellName(cell);
    if (name === 0) return;
    this.#encodedAt[name] = this.#encodings;
    this.#entryOf[name] = this.length;
    const set = this.slots.writerSet(cell);
    this.entries[this.length + entryWord.cell] = cell;
    this.entries[this.length + entryWord.name] = name;
    this.entries[this.length + entryWord.writer] = set === everything ? everything : this.names.set(set);
    this.entries[this.length + entryWord.readers] = this.#readersOf(cell);
    const isData = this.tellsData && this.names.isData(cell, this.state.machine) ? 1 : 0;
    this.entries[this.length + entryWord.isData] = isData;
    this.dataCount += isData;
    this.length += entryWord.size;
  }

  #readersOf(cell: Cell): ReaderSets {
    const list = this.slots.readerSets(cell);
    return list === noReaders ? noReaders : this.names.readers(list, this.readerSets);
  }

  isListed(name: number): boolean {
    return this.#encodedAt[name] === this.#encodings;
  }

  writerSet(name: number): Lockset {
    return this.isListed(name) ? this.entries[this.#entryOf[name]! + entryWord.writer]! : everything;
  }

  readers(name: number): ReaderSets {
    return this.isListed(name) ? this.entries[this.#entryOf[name]! + entryWord.readers]! : noReaders;
  }
}
