// Tuples of lock histories, one component per phase (000 section 7), interned as lists that share prefixes: a tuple is
// its prefix plus its last component, the only one that still grows. These are the weights of the decision procedure.

import { IntList } from '../../base/integers/int-list.js';
import { PairMemo } from '../../base/integers/pair-memo.js';
import { PairTable } from '../../base/integers/pair-table.js';
import type { OpenEnds } from './history-order.js';
import type { HistoryId, HistoryTable } from './history-table.js';

export type TupleId = number;

/** No component: the prefix of a tuple with one component. */
const noPrefix: TupleId = -1;
const unknown: TupleId = -1;

export class TupleTable {
  /** Prefix and last component. */
  readonly #tuples = new PairTable();
  readonly #composed = new PairMemo();
  readonly #fromFirst = new IntList();
  readonly #sketches = new IntList();

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

  /**
   * `second` continues `first`: the last component of the one and the first of the other are the same phase. Locks that `first` ends
   * with and `second` does not know are held on.
   */
  compose(first: TupleId, second: TupleId): TupleId {
    const known = this.#composed.known(first, second);
    if (known !== -1) return known;
    const prefix = this.#prefix(second);
    const composed =
      prefix === noPrefix
        ? this.#replaceLast(first, this.histories.compose(this.last(first), this.last(second)))
        : this.#append(this.compose(first, prefix), this.last(second));
    return this.#composed.remember(first, second, composed);
  }

  /** The tuple of a path that begins in the first phase, when nobody holds a lock: uses do not matter there. */
  fromFirstPhase(tuple: TupleId): TupleId {
    const known = tuple < this.#fromFirst.length ? this.#fromFirst.get(tuple) : unknown;
    if (known !== unknown) return known;
    const prefix = this.#prefix(tuple);
    const result =
      prefix === noPrefix
        ? this.#intern(noPrefix, this.histories.inFirstPhase(this.last(tuple)))
        : this.#intern(this.fromFirstPhase(prefix), this.last(tuple));
    this.#fromFirst.extendTo(tuple + 1, unknown);
    this.#fromFirst.set(tuple, result);
    return result;
  }

  /** Does it end without any lock? */
  endsFree(tuple: TupleId): boolean {
    return this.histories.endsFree(this.last(tuple));
  }

  last(tuple: TupleId): HistoryId {
    return this.#tuples.second(tuple);
  }

  /** Worked out anew each time: only whoever joins tuples asks for it. */
  components(tuple: TupleId): readonly HistoryId[] {
    const components: HistoryId[] = [];
    for (let rest = tuple; rest !== noPrefix; rest = this.#prefix(rest)) components.push(this.last(rest));
    return components.reverse();
  }

  /** Component by component; only the first can be open to the left and only the last to the right. */
  atMost(a: TupleId, b: TupleId, open: OpenEnds): boolean {
    if (a === b) return true;
    if ((this.sketch(a) & ~this.sketch(b)) !== 0) return false;
    let mine = a;
    let theirs = b;
    for (let right = open.right; mine !== theirs; right = false) {
      if (mine === noPrefix || theirs === noPrefix) return false;
      const ends = openEnds(open.left && this.#prefix(mine) === noPrefix, right);
      if (!this.histories.atMost(this.last(mine), this.last(theirs), ends)) return false;
      mine = this.#prefix(mine);
      theirs = this.#prefix(theirs);
    }
    return true;
  }

  /** The locks touched in each phase, as bits: those of a larger tuple are more. */
  sketch(tuple: TupleId): number {
    const known = tuple < this.#sketches.length ? this.#sketches.get(tuple) : 0;
    return known === 0 ? this.#drawSketch(tuple) : known;
  }

  #drawSketch(tuple: TupleId): number {
    const prefix = this.#prefix(tuple);
    // Never 0, which stands for what is not known yet.
    let bits = prefix === noPrefix ? 1 : this.sketch(prefix);
    const first = this.#phaseOf(tuple) * this.histories.lockCount;
    for (const lock of this.histories.touched(this.last(tuple))) bits |= 2 << ((first + lock) % 31);
    this.#sketches.extendTo(tuple + 1, 0);
    this.#sketches.set(tuple, bits);
    return bits;
  }

  #phaseOf(tuple: TupleId): number {
    let phase = 0;
    for (let rest = this.#prefix(tuple); rest !== noPrefix; rest = this.#prefix(rest)) phase++;
    return phase;
  }

  #prefix(tuple: TupleId): TupleId {
    return this.#tuples.first(tuple);
  }

  #append(tuple: TupleId, last: HistoryId): TupleId {
    return this.#intern(tuple, this.histories.holding(this.last(tuple), last));
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
