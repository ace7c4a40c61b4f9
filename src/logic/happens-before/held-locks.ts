// Sets of held locks as small integers: each distinct set once, the next set after an acquire or release and the
// intersection of two sets computed once and remembered. What the classic lockset algorithms work on.

import { Interner } from '../../base/interner.js';

/** A set of locks; 0 is the empty one. */
export type LockSetId = number;

export class HeldLocks {
  readonly #sets = new Interner<readonly number[]>((locks) => locks.join());
  readonly #held: LockSetId[] = [];
  readonly #with = new Map<number, LockSetId>();
  readonly #without = new Map<number, LockSetId>();
  readonly #meets = new Map<number, LockSetId>();

  constructor() {
    this.#sets.intern([]);
  }

  /** The set that `thread` holds. */
  of(thread: number): LockSetId {
    return this.#held[thread] ?? 0;
  }

  locks(set: LockSetId): readonly number[] {
    return this.#sets.value(set);
  }

  acquire(thread: number, lock: number): void {
    const held = this.of(thread);
    this.#held[thread] = this.#remembered(this.#with, held, lock, () => {
      const locks = this.locks(held);
      return locks.includes(lock) ? locks : [...locks, lock].sort((a, b) => a - b);
    });
  }

  release(thread: number, lock: number): void {
    const held = this.of(thread);
    this.#held[thread] = this.#remembered(this.#without, held, lock, () =>
      this.locks(held).filter((other) => other !== lock),
    );
  }

  intersection(a: LockSetId, b: LockSetId): LockSetId {
    if (a === b) return a;
    return this.#remembered(this.#meets, a, b, () => {
      const inB = new Set(this.locks(b));
      return this.locks(a).filter((lock) => inB.has(lock));
    });
  }

  #remembered(memory: Map<number, LockSetId>, a: number, b: number, compute: () => readonly number[]): LockSetId {
    const key = a * 2 ** 26 + b;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const set = this.#sets.intern(compute());
    memory.set(key, set);
    return set;
  }
}
