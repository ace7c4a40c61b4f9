// The locks that each thread holds, since which event, in the order in which it took them.

export interface HeldLock {
  readonly lock: number;
  readonly event: number;
  readonly line: number;
}

export class HeldStacks {
  readonly #stacks = new Map<number, HeldLock[]>();

  of(thread: number): readonly HeldLock[] {
    return this.#stacks.get(thread) ?? [];
  }

  /** Only the locks. */
  locksOf(thread: number): readonly number[] {
    return this.of(thread).map((held) => held.lock);
  }

  acquire(thread: number, held: HeldLock): void {
    const stack = this.#stacks.get(thread);
    if (stack) stack.push(held);
    else this.#stacks.set(thread, [held]);
  }

  release(thread: number, lock: number): void {
    const stack = this.#stacks.get(thread);
    const at = stack?.findLastIndex((held) => held.lock === lock) ?? -1;
    if (at >= 0) stack!.splice(at, 1);
  }
}
