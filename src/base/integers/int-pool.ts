// Rows of integers, one behind the other in one typed array that is used again and again: what an algorithm that runs often keeps
// only while it runs. A row is named by its offset, which is never 0.

export class IntPool {
  /** Another array after each `reserve` that had to grow it: read it anew. */
  items = new Int32Array(1 << 12);
  #used = 1;

  /** A row of so many zeros. */
  reserve(length: number): number {
    const offset = this.#used;
    this.#used += length;
    if (this.#used > this.items.length) {
      const items = new Int32Array(Math.max(this.#used, this.items.length * 2));
      items.set(this.items);
      this.items = items;
    }
    return offset;
  }

  /** Forgets all rows. */
  reset(): void {
    this.items.fill(0, 0, this.#used);
    this.#used = 1;
  }
}
