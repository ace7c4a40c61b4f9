// The visits of the states on the stack, newest last, with all of their locksets.

import { IntList } from '../../../base/integers/int-list.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import { type CanonicalLocksets, entryWord } from './canonical-locksets.js';

const none = -1;

export class OpenVisits {
  #entries = new Int32Array(4096);
  /** By visit: the end of its entries, its state, and the next older visit of the same state. */
  readonly #ends = new IntList();
  readonly #states = new IntList();
  readonly #older = new IntList();
  /** By state: its newest visit. */
  readonly #newest = new IntList();
  #count = 0;

  get bytes(): number {
    return this.#entries.byteLength + 3 * this.#ends.bytes + this.#newest.bytes;
  }

  /** The newest visit of all; only ask when there is one. */
  get last(): number {
    return this.#count - 1;
  }

  /** The newest visit of a state, or -1. */
  newest(state: number): number {
    return state < this.#newest.length ? this.#newest.get(state) : none;
  }

  older(visit: number): number {
    return this.#older.get(visit);
  }

  begin(visit: number): number {
    return visit === 0 ? 0 : this.#ends.get(visit - 1);
  }

  end(visit: number): number {
    return this.#ends.get(visit);
  }

  entry(at: number, word: number): number {
    return this.#entries[at + word]!;
  }

  push(state: number, { entries, length }: CanonicalLocksets): void {
    const visit = this.#count++;
    const begin = this.begin(visit);
    this.#entries = grownTo(this.#entries, begin + length);
    this.#entries.set(entries.subarray(0, length), begin);
    this.#newest.extendTo(state + 1, none);
    for (const list of [this.#ends, this.#states, this.#older]) list.extendTo(visit + 1, 0);
    this.#ends.set(visit, begin + length);
    this.#states.set(visit, state);
    this.#older.set(visit, this.#newest.get(state));
    this.#newest.set(state, visit);
  }

  pop(): void {
    const visit = --this.#count;
    this.#newest.set(this.#states.get(visit), this.#older.get(visit));
  }

  /** Whether the visit has pointwise smaller or equal locksets of data than the current ones. A missing cell has everything. */
  isBelow(visit: number, current: CanonicalLocksets): boolean {
    const { locksets, readerSets } = current;
    const end = this.end(visit);
    let found = 0;
    for (let at = this.begin(visit); at < end; at += entryWord.size) {
      const name = this.#entries[at + entryWord.name]!;
      if (this.#entries[at + entryWord.isData] === 0 || !current.isListed(name)) continue;
      found++;
      if (!locksets.isSubset(this.#entries[at + entryWord.writer]!, current.writerSet(name))) return false;
      if (!readerSets.covers(this.#entries[at + entryWord.readers]!, current.readers(name))) return false;
    }
    return found === current.dataCount;
  }
}
