// Cells, conflicts and locksets in the names of one canonical form, as far as they have been asked for, and back.

import { grownTo } from '../../../base/integers/typed-array.js';
import type { Machine } from '../machine/machine.js';
import type { Naming } from '../machine/naming.js';
import type { Lockset, Locksets } from './locksets.js';
import type { ReaderSets, ReaderSetTable } from './reader-sets.js';
import { type Cell, isThreadElement, type Slots, threadElement } from './slots.js';

const notAsked = -1;

export class LocksetNames {
  #cellNames = new Int32Array(64).fill(notAsked);
  readonly #cells: Int32Array;
  #isData = new Int32Array(64).fill(notAsked);
  #sets = new Int32Array(64).fill(notAsked);
  #readers = new Int32Array(64).fill(notAsked);

  constructor(
    readonly naming: Naming,
    readonly slots: Slots,
    /** Sets of canonical elements. */
    readonly canonical: Locksets,
  ) {
    this.#cells = new Int32Array(naming.end).fill(notAsked);
  }

  /** The name of a cell, or 0 if nobody can reach it. */
  cellName(cell: Cell): number {
    if (cell >= this.#cellNames.length) this.#cellNames = grownTo(this.#cellNames, cell, notAsked);
    if (this.#cellNames[cell] === notAsked)
      this.#cellNames[cell] = this.naming.cellName(this.slots.objectOf(cell), this.slots.numberOf(cell));
    return this.#cellNames[cell]!;
  }

  /** Whether two accesses of a cell that can be reached can be a data race; only ask in a state with these names. */
  isData(cell: Cell, machine: Machine): boolean {
    if (cell >= this.#isData.length) this.#isData = grownTo(this.#isData, cell, notAsked);
    if (this.#isData[cell] === notAsked)
      this.#isData[cell] = machine.isData(this.slots.objectOf(cell), this.slots.numberOf(cell)) ? 1 : 0;
    return this.#isData[cell] === 1;
  }

  cellNamed(name: number): Cell {
    if (this.#cells[name] === notAsked)
      this.#cells[name] = this.slots.cell(this.naming.objectNamed(name), this.naming.cellNamed(name));
    return this.#cells[name]!;
  }

  set(set: Lockset): Lockset {
    if (set >= this.#sets.length) this.#sets = grownTo(this.#sets, set, notAsked);
    if (this.#sets[set] === notAsked) this.#sets[set] = this.#rename(set);
    return this.#sets[set]!;
  }

  /** `list` is of sets that have not been renamed, the answer of sets that have. */
  readers(list: ReaderSets, renamed: ReaderSetTable): ReaderSets {
    if (list >= this.#readers.length) this.#readers = grownTo(this.#readers, list, notAsked);
    if (this.#readers[list] === notAsked)
      this.#readers[list] = renamed.of(this.slots.readerLists.sets(list).map((set) => this.set(set)));
    return this.#readers[list]!;
  }

  #rename(set: Lockset): Lockset {
    const names = new Set<number>();
    for (const element of this.slots.locksets.elements(set)) {
      const name = this.#elementName(element);
      if (name >= 0) names.add(name);
    }
    return this.canonical.of([...names].sort((a, b) => a - b));
  }

  /** -1 for threads nobody can join and locks and volatile cells nobody can reach: they will order nothing any more. */
  #elementName(element: number): number {
    if (isThreadElement(element)) {
      const number = this.naming.elements[element >> 1]!;
      return number < 0 ? -1 : threadElement(number);
    }
    const name = this.cellName(this.slots.cellOfElement(element));
    return name === 0 ? -1 : 2 * name + 1;
  }
}
