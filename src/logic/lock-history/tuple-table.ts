// Tuples of lock histories, one component per phase (000 section 7), interned as lists that share prefixes: a tuple is
// its prefix plus its last component, the only one that still grows. These are the weights of the decision procedure.

import { PairMemo } from '../../base/integers/pair-memo.js';
import { PairTable } from '../../base/integers/pair-table.js';
import type { OpenEnds } from './history-order.js';
import type { HistoryId, HistoryTable } from './history-table.js';

export type TupleId = number;

/** No component: the prefix of a tuple with one component. */
const noPrefix: TupleId = -1;

export class TupleTable {
  /** Prefix and last component. */
  readonly #tuples = new PairTable();
  readonly #composed = new PairMemo();
  readonly #components: (readonly HistoryId[])[] = [];
  readonly #fromFirst: TupleId[] = [];
  readonly #touched: number[] = [];

  constructor(readonly histories: HistoryTable) {}

  get size(): number {
    return this.#tuples.size;
  }

  initially(held: Iterable<number>): TupleId {
    return this.#intern(noPrefix, this.histories.initially(held));
  }

  /** The tuple with these components, of which there is at least one. */
  of(components: readonly HistoryId[]): TupleId {
    return components.reduce((prefix, component) => this.#intern(prefix, component), noPrefix);
  }

  acquire(tuple: TupleId, lock: number): TupleId {
    return this.#replaceLast(tuple, this.histories.acquire(this.last(tuple), lock));
  }

  release(tuple: TupleId, lock: number): TupleId {
    return this.#replaceLast(tuple, this.histories.release(this.last(tuple), lock));
  }

  /** Acquires and releases each of the locks. */
  use(tuple: TupleId, locks: readonly number[]): TupleId {
    let last = this.last(tuple);
    for (const lock of locks) last = this.histories.release(this.histories.acquire(last, lock), lock);
    return this.#replaceLast(tuple, last);
  }

  nextPhase(tuple: TupleId): TupleId {
    return this.#intern(tuple, this.histories.nextPhase(this.last(tuple)));
  }

  /** `second` continues `first`: the last component of the one and the first of the other are the same phase. */
  compose(first: TupleId, second: TupleId): TupleId {
    return this.#composed.get(first, second, () => {
      const [meeting, ...rest] = this.components(second);
      const met = this.histories.compose(this.last(first), meeting!);
      return rest.reduce((prefix, component) => this.#intern(prefix, component), this.#replaceLast(first, met));
    });
  }

  /** The tuple of a path that begins in the first phase, when nobody holds a lock: uses do not matter there. */
  fromFirstPhase(tuple: TupleId): TupleId {
    const known = this.#fromFirst[tuple];
    if (known !== undefined) return known;
    const [first, ...rest] = this.components(tuple);
    const result = this.of([this.histories.inFirstPhase(first!), ...rest]);
    this.#fromFirst[tuple] = result;
    return result;
  }

  /** Does it end without any lock? */
  endsFree(tuple: TupleId): boolean {
    return this.histories.endsFree(this.last(tuple));
  }

  last(tuple: TupleId): HistoryId {
    return this.#tuples.second(tuple);
  }

  components(tuple: TupleId): readonly HistoryId[] {
    const known = this.#components[tuple];
    if (known) return known;
    const components: HistoryId[] = [];
    for (let rest = tuple; rest !== noPrefix; rest = this.#tuples.first(rest)) components.push(this.last(rest));
    components.reverse();
    this.#components[tuple] = components;
    return components;
  }

  /** Component by component; only the first can be open to the left and only the last to the right. */
  atMost(a: TupleId, b: TupleId, open: OpenEnds): boolean {
    if (a === b) return true;
    if ((this.#touchedBits(a) & ~this.#touchedBits(b)) !== 0) return false;
    const mine = this.components(a);
    const theirs = this.components(b);
    if (mine.length !== theirs.length) return false;
    for (let i = mine.length - 1; i >= 0; i--) {
      const ends = openEnds(open.left && i === 0, open.right && i === mine.length - 1);
      if (!this.histories.atMost(mine[i]!, theirs[i]!, ends)) return false;
    }
    return true;
  }

  /** A sketch of the locks touched in each phase: of tuples in order the bits are in order, so most others show at once. */
  #touchedBits(tuple: TupleId): number {
    const known = this.#touched[tuple];
    if (known !== undefined) return known;
    let bits = 0;
    for (const [phase, history] of this.components(tuple).entries())
      for (const lock of this.histories.touched(history)) bits |= 1 << ((phase * this.histories.lockCount + lock) & 31);
    this.#touched[tuple] = bits;
    return bits;
  }

  #replaceLast(tuple: TupleId, last: HistoryId): TupleId {
    return this.#intern(this.#tuples.first(tuple), last);
  }

  #intern(prefix: TupleId, last: HistoryId): TupleId {
    return this.#tuples.intern(prefix, last);
  }
}

const allEnds: readonly OpenEnds[] = [
  { left: false, right: false },
  { left: true, right: false },
  { left: false, right: true },
  { left: true, right: true },
];

export function openEnds(left: boolean, right: boolean): OpenEnds {
  return allEnds[(left ? 1 : 0) + (right ? 2 : 0)]!;
}
