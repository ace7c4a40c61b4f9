// Growing sequences of 32-bit integers on typed arrays, for tables too large for arrays of objects:
// `IntList` (append, read, write), `IntMultiMap` (a list of integers per key), `IndexQueue` (first in, first out, each at most once).

export class IntList {
  #items: Int32Array;
  #length = 0;

  constructor(expected = 16) {
    this.#items = new Int32Array(Math.max(expected, 16));
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): number {
    return this.#items.byteLength;
  }

  get(index: number): number {
    return this.#items[index]!;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  push(value: number): number {
    if (this.#length === this.#items.length) this.#reserve(this.#length + 1);
    this.#items[this.#length] = value;
    return this.#length++;
  }

  /** Appends `filler` until there are `length` items. */
  extendTo(length: number, filler: number): void {
    if (length <= this.#length) return;
    this.#reserve(length);
    this.#items.fill(filler, this.#length, length);
    this.#length = length;
  }

  #reserve(length: number): void {
    if (length <= this.#items.length) return;
    const items = new Int32Array(Math.max(length, this.#items.length * 2));
    items.set(this.#items);
    this.#items = items;
  }
}

/** Lists of integers by key, as linked entries: walk them with `first`, `next` and `value`; newest first. */
export class IntMultiMap {
  readonly #heads = new IntList();
  readonly #values = new IntList();
  readonly #nexts = new IntList();

  get bytes(): number {
    return this.#heads.bytes + this.#values.bytes + this.#nexts.bytes;
  }

  /** Adds a value under a key; the number of the entry counts from 0 over all keys. */
  add(key: number, value: number): number {
    this.#heads.extendTo(key + 1, -1);
    this.#nexts.push(this.#heads.get(key));
    const entry = this.#values.push(value);
    this.#heads.set(key, entry);
    return entry;
  }

  /** The first entry of a key, or -1. */
  first(key: number): number {
    return key < this.#heads.length ? this.#heads.get(key) : -1;
  }

  /** The entry after this one, or -1. */
  next(entry: number): number {
    return this.#nexts.get(entry);
  }

  value(entry: number): number {
    return this.#values.get(entry);
  }
}

/** A queue of indices with membership flags. */
export class IndexQueue {
  #ring = new Int32Array(1024);
  #queued = new Uint8Array(1024);
  #head = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get bytes(): number {
    return this.#ring.byteLength + this.#queued.byteLength;
  }

  add(index: number): void {
    if (index >= this.#queued.length) this.#growFlags(index + 1);
    if (this.#queued[index]) return;
    this.#queued[index] = 1;
    if (this.#count === this.#ring.length) this.#growRing();
    this.#ring[(this.#head + this.#count++) & (this.#ring.length - 1)] = index;
  }

  /** The oldest index; only call it on a queue that is not empty. */
  take(): number {
    const index = this.#ring[this.#head]!;
    this.#head = (this.#head + 1) & (this.#ring.length - 1);
    this.#count--;
    this.#queued[index] = 0;
    return index;
  }

  #growFlags(length: number): void {
    const flags = new Uint8Array(Math.max(length, this.#queued.length * 2));
    flags.set(this.#queued);
    this.#queued = flags;
  }

  #growRing(): void {
    const ring = new Int32Array(this.#ring.length * 2);
    ring.set(this.#ring.subarray(this.#head));
    ring.set(this.#ring.subarray(0, this.#head), this.#ring.length - this.#head);
    this.#ring = ring;
    this.#head = 0;
  }
}
