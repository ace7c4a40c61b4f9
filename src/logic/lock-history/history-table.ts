// Interned lock histories: equal histories have the same number, and every operation is computed once per number, so
// that saturation and pairwise tests work on integers. The set representation is hidden behind the ids.

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
  compatible(a: HistoryId, b: HistoryId): boolean;
  compatibleAll(all: readonly HistoryId[]): boolean;
  atMost(a: HistoryId, b: HistoryId, open: OpenEnds): boolean;
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

/** Pairs of ids below 2^26 as one exact number. */
const pairBase = 2 ** 26;

class InternedHistories<S> implements HistoryTable {
  readonly #calculus: LockHistories<S>;
  readonly #sets: LockSets<S>;
  readonly #histories: Interner<LockHistory<S>>;
  readonly #acquired = new Map<number, HistoryId>();
  readonly #released = new Map<number, HistoryId>();
  readonly #next = new Map<HistoryId, HistoryId>();
  readonly #composed = new Map<number, HistoryId>();
  readonly #compatible = new Map<number, boolean>();
  /** One map per combination of open ends. */
  readonly #atMost = [0, 1, 2, 3].map(() => new Map<number, boolean>());

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
    return remember(this.#acquired, history * this.lockCount + lock, () =>
      this.#histories.intern(this.#calculus.acquire(this.#of(history), lock)),
    );
  }

  release(history: HistoryId, lock: Lock): HistoryId {
    return remember(this.#released, history * this.lockCount + lock, () =>
      this.#histories.intern(this.#calculus.release(this.#of(history), lock)),
    );
  }

  nextPhase(history: HistoryId): HistoryId {
    return remember(this.#next, history, () => this.#histories.intern(this.#calculus.nextPhase(this.#of(history))));
  }

  compose(first: HistoryId, second: HistoryId): HistoryId {
    return remember(this.#composed, first * pairBase + second, () =>
      this.#histories.intern(this.#calculus.compose(this.#of(first), this.#of(second))),
    );
  }

  compatible(a: HistoryId, b: HistoryId): boolean {
    const key = a < b ? a * pairBase + b : b * pairBase + a;
    return remember(this.#compatible, key, () => compatible(this.#calculus, this.#of(a), this.#of(b)));
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
    const known = this.#atMost[(open.left ? 1 : 0) + (open.right ? 2 : 0)]!;
    return remember(known, a * pairBase + b, () => atMost(this.#calculus, this.#of(a), this.#of(b), open));
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

function remember<T>(known: Map<number, T>, key: number, compute: () => T): T {
  const value = known.get(key);
  if (value !== undefined) return value;
  const fresh = compute();
  known.set(key, fresh);
  return fresh;
}
