// Elements still to be handled, smallest sum of tokens first, the newest of equal sums first. Sums may be as large as token
// counts, so they are not positions in an array: a stack per sum, and a sorted list of the sums that have one.

export class BySum<E extends { readonly sum: number }> {
  readonly #stacks = new Map<number, E[]>();
  /** Descending: the smallest is taken from the end. */
  readonly #sums: number[] = [];

  get isEmpty(): boolean {
    return this.#sums.length === 0;
  }

  add(element: E): void {
    const stack = this.#stacks.get(element.sum);
    if (stack) {
      stack.push(element);
      return;
    }
    this.#stacks.set(element.sum, [element]);
    this.#sums.splice(this.#position(element.sum), 0, element.sum);
  }

  take(): E | undefined {
    const sum = this.#sums.at(-1);
    if (sum === undefined) return undefined;
    const stack = this.#stacks.get(sum)!;
    const element = stack.pop();
    if (stack.length === 0) {
      this.#stacks.delete(sum);
      this.#sums.pop();
    }
    return element;
  }

  /** Behind all larger sums. */
  #position(sum: number): number {
    let [low, high] = [0, this.#sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle]! > sum) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
