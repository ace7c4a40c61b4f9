// Work still to do, each item at most once at a time. `Worklist` is first in, first out over any items;
// `IndexWorklist` is the same over the integers 0..n-1 without allocation.

export class Worklist<T> {
  #items: T[] = [];
  #head = 0;
  readonly #queued = new Set<T>();

  get isEmpty(): boolean {
    return this.#head === this.#items.length;
  }

  add(item: T): void {
    if (this.#queued.has(item)) return;
    this.#queued.add(item);
    this.#items.push(item);
  }

  take(): T | undefined {
    if (this.isEmpty) return undefined;
    const item = this.#items[this.#head++]!;
    this.#queued.delete(item);
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) this.#dropTaken();
    return item;
  }

  #dropTaken(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}

/** A stack of indices with membership flags; the order is last in, first out. */
export class IndexWorklist {
  readonly #stack: number[] = [];
  readonly #queued: Uint8Array;

  constructor(size: number) {
    this.#queued = new Uint8Array(size);
  }

  get isEmpty(): boolean {
    return this.#stack.length === 0;
  }

  add(index: number): void {
    if (this.#queued[index]) return;
    this.#queued[index] = 1;
    this.#stack.push(index);
  }

  take(): number | undefined {
    const index = this.#stack.pop();
    if (index !== undefined) this.#queued[index] = 0;
    return index;
  }
}
