// Interned lock histories: equal histories have the same number, and every operation is computed once per number, so
// that saturation and pairwise tests work on integers. The set representation is hidden behind the ids.

import { PairMemo } from '../../base/integers/pair-memo.js';
import { Interner } from '../../base/interner.js';
import { compatible, compatibleAll } from './compatibility.js';
import { atMost, type OpenEnds } from './history-order.js';
import { exactRules, type HistoryRules, LockHistories, type LockHistory } from './lock-history.js';
import { type Lock, type LockSets, lockSetOf, maskCapacity, maskLockSets, wideLockSets } from './lock-sets.js';

export type HistoryId = number;

/** A history spelled out, for certificates and messages. */
export interface PlainHistory {
  readonly R: readonly Lock[];
  readonly RH: readonly (readonly Lock[])[];
  readonly U: readonly Lock[];
  readonly AH: readonly (readonly Lock[])[];
  readonly A: readonly Lock[];
  readonly HT: readonly Lock[];
}

export interface HistoryTable {
  readonly lockCount: number;
  readonly size: number;
  initially(held: Iterable<Lock>): HistoryId;
  acquire(history: HistoryId, lock: Lock): HistoryId;
  release(history: HistoryId, lock: Lock): HistoryId;
  nextPhase(history: HistoryId): HistoryId;
  compose(first: HistoryId, second: HistoryId): HistoryId;
  /** `history` with what is held at the end of `before` held from its beginning: if it does not know of it, throughout. */
  holding(before: HistoryId, history: HistoryId): HistoryId;
  /** Without the uses that do not matter in the first phase, if nobody holds a lock when it begins. */
  inFirstPhase(history: HistoryId): HistoryId;
  compatible(a: HistoryId, b: HistoryId): boolean;
  compatibleAll(all: readonly HistoryId[]): boolean;
  atMost(a: HistoryId, b: HistoryId, open: OpenEnds): boolean;
  /** Locks acquired, released or held; more in a larger history. */
  touched(history: HistoryId): readonly Lock[];
  /** Does it end without any lock? */
  endsFree(history: HistoryId): boolean;
  plain(history: HistoryId): PlainHistory;
  fromPlain(history: PlainHistory): HistoryId;
}

export function historyTable(lockCount: number, rules: HistoryRules = exactRules): HistoryTable {
  return lockCount <= maskCapacity
    ? new InternedHistories(new LockHistories(maskLockSets, lockCount, rules))
    : new InternedHistories(new LockHistories(wideLockSets, lockCount, rules));
}

class InternedHistories<S> implements HistoryTable {
  readonly #calculus: LockHistories<S>;
  readonly #sets: LockSets<S>;
  readonly #histories: Interner<LockHistory<S>>;
  readonly #acquired = new PairMemo();
  readonly #released = new PairMemo();
  readonly #next: HistoryId[] = [];
  readonly #inFirst: HistoryId[] = [];
  readonly #composed = new PairMemo();
  readonly #holding = new PairMemo();
  readonly #compatible = new PairMemo();
  /** One per combination of open ends. */
  readonly #atMost = [0, 1, 2, 3].map(() => new PairMemo());

  constructor(calculus: LockHistories<S>) {
    this.#calculus = calculus;
    this.#sets = calculus.sets;
    this.#histories = new Interner((history) => calculus.key(history));
  }

  get lockCount(): number {
    return this.#calculus.lockCount;
  }

  get size(): number {
    return this.#histories.size;
  }

  initially(held: Iterable<Lock>): HistoryId {
    return this.#histories.intern(this.#calculus.initially(lockSetOf(this.#sets, held)));
  }

  acquire(history: HistoryId, lock: Lock): HistoryId {
    const known = this.#acquired.known(history, lock);
    if (known !== -1) return known;
    return this.#acquired.remember(
      history,
      lock,
      this.#histories.intern(this.#calculus.acquire(this.#of(history), lock)),
    );
  }

  release(history: HistoryId, lock: Lock): HistoryId {
    const known = this.#released.known(history, lock);
    if (known !== -1) return known;
    return this.#released.remember(
      history,
      lock,
      this.#histories.intern(this.#calculus.release(this.#of(history), lock)),
    );
  }

  nextPhase(history: HistoryId): HistoryId {
    return (this.#next[history] ??= this.#histories.intern(this.#calculus.nextPhase(this.#of(history))));
  }

  compose(first: HistoryId, second: HistoryId): HistoryId {
    const known = this.#composed.known(first, second);
    if (known !== -1) return known;
    return this.#composed.remember(
      first,
      second,
      this.#histories.intern(this.#calculus.compose(this.#of(first), this.#of(second))),
    );
  }

  holding(before: HistoryId, history: HistoryId): HistoryId {
    const known = this.#holding.known(before, history);
    if (known !== -1) return known;
    const held = this.#calculus.finalLocks(this.#of(before));
    return this.#holding.remember(
      before,
      history,
      this.#histories.intern(this.#calculus.holding(this.#of(history), held)),
    );
  }

  inFirstPhase(history: HistoryId): HistoryId {
    return (this.#inFirst[history] ??= this.#histories.intern(this.#calculus.inFirstPhase(this.#of(history))));
  }

  compatible(a: HistoryId, b: HistoryId): boolean {
    if (a > b) return this.compatible(b, a);
    const known = this.#compatible.known(a, b);
    if (known !== -1) return known === 1;
    return this.#compatible.remember(a, b, compatible(this.#calculus, this.#of(a), this.#of(b)) ? 1 : 0) === 1;
  }

  compatibleAll(all: readonly HistoryId[]): boolean {
    if (all.length === 2) return this.compatible(all[0]!, all[1]!);
    return compatibleAll(
      this.#calculus,
      all.map((history) => this.#of(history)),
    );
  }

  atMost(a: HistoryId, b: HistoryId, open: OpenEnds): boolean {
    if (a === b) return true;
    const memo = this.#atMost[(open.left ? 1 : 0) + (open.right ? 2 : 0)]!;
    const known = memo.known(a, b);
    if (known !== -1) return known === 1;
    return memo.remember(a, b, atMost(this.#calculus, this.#of(a), this.#of(b), open) ? 1 : 0) === 1;
  }

  touched(history: HistoryId): readonly Lock[] {
    const { R, U, A, HT } = this.#of(history);
    return this.#sets.elements([U, A, HT].reduce(this.#sets.union, R));
  }

  endsFree(history: HistoryId): boolean {
    return this.#sets.isEmpty(this.#calculus.finalLocks(this.#of(history)));
  }

  plain(history: HistoryId): PlainHistory {
    const { R, RH, U, AH, A, HT } = this.#of(history);
    const list = (set: S) => this.#sets.elements(set);
    return { R: list(R), RH: RH.map(list), U: list(U), AH: AH.map(list), A: list(A), HT: list(HT) };
  }

  fromPlain({ R, RH, U, AH, A, HT }: PlainHistory): HistoryId {
    const set = (locks: readonly Lock[]) => lockSetOf(this.#sets, locks);
    return this.#histories.intern({ R: set(R), RH: RH.map(set), U: set(U), AH: AH.map(set), A: set(A), HT: set(HT) });
  }

  #of(history: HistoryId): LockHistory<S> {
    return this.#histories.value(history);
  }
}
