// Unknown numbers: what comparisons have told about them, so that nothing is two things in one run.

/** What comparisons have told about an unknown number. */
interface Range {
  readonly least: number;
  readonly isOpenBelow: boolean;
  readonly most: number;
  readonly isOpenAbove: boolean;
}

const anyNumber: Range = {
  least: Number.NEGATIVE_INFINITY,
  isOpenBelow: false,
  most: Number.POSITIVE_INFINITY,
  isOpenAbove: false,
};

type Decide = (condition: string) => boolean;

export class Ranges {
  readonly #known = new Map<string, Range>();

  /** `bound < term`, as far as what was found out before leaves it open. */
  isAbove(term: string, bound: number, decide: Decide): boolean {
    const { least, most, isOpenBelow, isOpenAbove } = this.#rangeOf(term);
    if (least > bound || (least === bound && isOpenBelow)) return true;
    if (most <= bound) return false;
    const result = decide(`${bound} < ${term}`);
    this.#known.set(
      term,
      result
        ? { least: bound, isOpenBelow: true, most, isOpenAbove }
        : { least, isOpenBelow, most: bound, isOpenAbove: false },
    );
    return result;
  }

  /** `term < bound` */
  isBelow(term: string, bound: number, decide: Decide): boolean {
    const { least, most, isOpenBelow, isOpenAbove } = this.#rangeOf(term);
    if (most < bound || (most === bound && isOpenAbove)) return true;
    if (least >= bound) return false;
    const result = decide(`${term} < ${bound}`);
    this.#known.set(
      term,
      result
        ? { least, isOpenBelow, most: bound, isOpenAbove: true }
        : { least: bound, isOpenBelow: false, most, isOpenAbove },
    );
    return result;
  }

  #rangeOf(term: string): Range {
    return this.#known.get(term) ?? anyNumber;
  }
}
