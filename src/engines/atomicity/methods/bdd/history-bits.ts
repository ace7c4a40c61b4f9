// A lock history as a vector of bits (000 section 8): U and HT have one bit per lock, RH and AH one per ordered pair of
// locks; R and A are the diagonals of RH and AH (Remark 4). 2k + 2k² bits for k locks. The bits stand in groups, one per
// lock l: U[l], HT[l], the column RH[·][l] and the row AH[l][·]. Then every new bit of post_η depends on old bits of its
// own group and at most one other bit, so acquisitions and releases are diagrams of linear size.

export class HistoryBits {
  readonly count: number;

  constructor(readonly locks: number) {
    this.count = 2 * locks + 2 * locks * locks;
  }

  eachLock(): number[] {
    return Array.from({ length: this.locks }, (_, lock) => lock);
  }

  U(lock: number): number {
    return this.#group(lock);
  }

  HT(lock: number): number {
    return this.#group(lock) + 1;
  }

  /** Was `before` released, or used, before the initial release of `lock`? */
  RH(lock: number, before: number): number {
    return this.#group(before) + 2 + lock;
  }

  /** Was `after` acquired after the final acquisition of `lock`? */
  AH(lock: number, after: number): number {
    return this.#group(lock) + 2 + this.locks + after;
  }

  R(lock: number): number {
    return this.RH(lock, lock);
  }

  A(lock: number): number {
    return this.AH(lock, lock);
  }

  /** The bit of the same kind with its two locks exchanged. */
  transposed(bit: number): number {
    const width = 2 + 2 * this.locks;
    const lock = Math.floor(bit / width);
    const offset = bit % width;
    if (offset < 2) return bit;
    return offset < 2 + this.locks ? this.RH(lock, offset - 2) : this.AH(offset - 2 - this.locks, lock);
  }

  #group(lock: number): number {
    return lock * (2 + 2 * this.locks);
  }
}
