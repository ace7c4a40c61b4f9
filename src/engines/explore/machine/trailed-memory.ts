// Words that remember how to go back: every change is written to a trail, and `undoTo` takes the changes back, newest first.
// A depth-first search keeps one such memory and no copies of states. Word 0 holds the first free index, so allocation is
// undone like any other change; index 0 itself is never given out and serves as null.

import { grownTo } from '../../../base/integers/typed-array.js';

export class TrailedMemory {
  words = new Int32Array(1024);
  #trail = new Int32Array(1024);
  #trailLength = 0;

  constructor() {
    this.words[0] = 1;
  }

  /** The point in time that `undoTo` returns to. */
  get mark(): number {
    return this.#trailLength;
  }

  get bytes(): number {
    return this.words.byteLength + this.#trail.byteLength;
  }

  set(index: number, value: number): void {
    const old = this.words[index]!;
    if (old === value) return;
    if (this.#trailLength + 1 >= this.#trail.length) this.#trail = grownTo(this.#trail, this.#trailLength + 1);
    this.#trail[this.#trailLength++] = index;
    this.#trail[this.#trailLength++] = old;
    this.words[index] = value;
  }

  /** `size` words of zeros. */
  allocate(size: number): number {
    const start = this.words[0]!;
    const end = start + size;
    this.words = grownTo(this.words, end);
    const { words } = this;
    for (let i = start; i < end; i++) words[i] = 0; // beyond the free index nothing needs to be restored
    this.set(0, end);
    return start;
  }

  undoTo(mark: number): void {
    const { words } = this;
    const trail = this.#trail;
    for (let i = this.#trailLength; i > mark; i -= 2) words[trail[i - 2]!] = trail[i - 1]!;
    this.#trailLength = mark;
  }
}
