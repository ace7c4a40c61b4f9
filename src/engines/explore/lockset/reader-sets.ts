// The locksets of a cell's readers as one small integer: 0 for no reader, else a list of sets in increasing order, without
// those that contain another (whoever conflicts with them conflicts with that one).

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { Lockset, Locksets } from './locksets.js';

export type ReaderSets = number;

export const noReaders: ReaderSets = 0;

/** Lists of sets as paths in a tree of prefixes: list n + 1 is pair n, of a prefix and a last set. */
export class SetLists {
  readonly #pairs = new PairTable();

  get bytes(): number {
    return this.#pairs.bytes;
  }

  with(list: ReaderSets, set: Lockset): ReaderSets {
    return 1 + this.#pairs.intern(list, set);
  }

  /** Last first. */
  sets(list: ReaderSets): Lockset[] {
    const sets: Lockset[] = [];
    for (let rest = list; rest !== noReaders; rest = this.#pairs.first(rest - 1))
      sets.push(this.#pairs.second(rest - 1));
    return sets;
  }
}

export class ReaderSetTable {
  readonly #lists = new SetLists();
  readonly #covering = new PairTable();
  #covers = new Uint8Array(16);

  constructor(readonly locksets: Locksets) {}

  get bytes(): number {
    return this.#lists.bytes + this.#covering.bytes;
  }

  of(sets: readonly Lockset[]): ReaderSets {
    const minimal = sets.filter((set, i) => !sets.some((other, k) => this.#makesNeedless(other, k, set, i)));
    let list = noReaders;
    for (const set of minimal.sort((a, b) => a - b)) list = this.#lists.with(list, set);
    return list;
  }

  /** Of equal sets the first is kept. */
  #makesNeedless(other: Lockset, k: number, set: Lockset, i: number): boolean {
    return k !== i && this.locksets.isSubset(other, set) && (other !== set || k < i);
  }

  /** Whether every set of `b` contains one of `a`: whoever conflicts with a reader of `b` does so with one of `a`. */
  covers(a: ReaderSets, b: ReaderSets): boolean {
    if (a === b || b === noReaders) return true;
    if (a === noReaders) return false;
    const known = this.#covering.size;
    const pair = this.#covering.intern(a, b);
    if (pair === known) {
      this.#covers = grownTo(this.#covers, pair);
      const smaller = this.#lists.sets(a);
      const covered = this.#lists.sets(b).every((set) => smaller.some((other) => this.locksets.isSubset(other, set)));
      this.#covers[pair] = covered ? 1 : 0;
    }
    return this.#covers[pair] === 1;
  }
}
