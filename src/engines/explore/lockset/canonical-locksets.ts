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

/** Words of an entry: the writer's set, the readers' sets. */
const entryWord = { writer: 0, readers: 1, size: 2 } as const;

export class CanonicalLocksets {
  readonly locksets = new Locksets();
  readonly readerSets = new ReaderSetTable(this.locksets);
  #entries = new Int32Array(256);
  #length = 0;
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

  /** After `state.encode()`: names for the state. Accesses that nobody can conflict with any more are forgotten. */
  begin(): void {
    this.#names = this.#namesFor(this.state.naming());
    this.#moving.dropSettled();
  }

  /** After `begin`, if the locksets are to be compared with those of other visits. */
  encode(): void {
    this.#encodings++;
    this.#encodedAt = grownTo(this.#encodedAt, this.names.naming.end);
    this.#entryOf = grownTo(this.#entryOf, this.names.naming.end);
    const count = this.slots.listedCount;
    this.#entries = grownTo(this.#entries, count * entryWord.size);
    this.#length = 0;
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
    this.#entryOf[name] = this.#length;
    this.#entries[this.#length + entryWord.writer] = this.namedWriter(cell, this.names);
    this.#entries[this.#length + entryWord.readers] = this.namedReaders(cell, this.names);
    if (this.isData(cell, this.names)) this.dataCount++;
    this.#length += entryWord.size;
  }

  /** Whether accesses of a cell that can be reached can race, if that is told; names must be those of the machine's state. */
  isData(cell: Cell, names: LocksetNames): boolean {
    return this.tellsData && names.isData(cell, this.state.machine);
  }

  /** The current set of a cell's writer, in these names. */
  namedWriter(cell: Cell, names: LocksetNames): Lockset {
    const set = this.slots.writerSet(cell);
    return set === everything ? everything : names.set(set);
  }

  namedReaders(cell: Cell, names: LocksetNames): ReaderSets {
    const list = this.slots.readerSets(cell);
    return list === noReaders ? noReaders : names.readers(list, this.readerSets);
  }

  isListed(name: number): boolean {
    return this.#encodedAt[name] === this.#encodings;
  }

  writerSet(name: number): Lockset {
    return this.isListed(name) ? this.#entries[this.#entryOf[name]! + entryWord.writer]! : everything;
  }

  readers(name: number): ReaderSets {
    return this.isListed(name) ? this.#entries[this.#entryOf[name]! + entryWord.readers]! : noReaders;
  }
}
