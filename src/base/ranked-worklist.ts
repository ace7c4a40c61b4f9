// Work still to do over the integers 0..n-1, each at most once at a time, smallest rank first: with ranks in an order
// that puts what others depend on first, a fixpoint visits most nodes after everything they depend on has settled.
// A binary heap of ranks; ranks are a permutation of 0..n-1.

export class RankedWorklist {
  readonly #heap: number[] = [];
  readonly #queued: Uint8Array;
  readonly #byRank: Int32Array;

  constructor(readonly ranks: Int32Array) {
    this.#queued = new Uint8Array(ranks.length);
    this.#byRank = new Int32Array(ranks.length);
    ranks.forEach((rank, index) => {
      this.#byRank[rank] = index;
    });
  }

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  add(index: number): void {
    if (this.#queued[index]) return;
    this.#queued[index] = 1;
    this.#rise(this.#heap.push(this.ranks[index]!) - 1);
  }

  take(): number | undefined {
    const least = this.#heap[0];
    if (least === undefined) return undefined;
    const last = this.#heap.pop()!;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    const index = this.#byRank[least]!;
    this.#queued[index] = 0;
    return index;
  }

  #rise(start: number): void {
    const heap = this.#heap;
    const rank = heap[start]!;
    let at = start;
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent]! > rank; parent = (at - 1) >> 1) {
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = rank;
  }

  #sink(): void {
    const heap = this.#heap;
    const rank = heap[0]!;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const smaller = child + 1 < heap.length && heap[child + 1]! < heap[child]! ? child + 1 : child;
      if (heap[smaller]! >= rank) break;
      heap[at] = heap[smaller]!;
      at = smaller;
    }
    heap[at] = rank;
  }
}
