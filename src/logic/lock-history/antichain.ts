// A set of tuples of which only the least are kept.

import type { OpenEnds } from './history-order.js';
import type { TupleId, TupleTable } from './tuple-table.js';

/** How weights are compared: the order of history-order.ts, or equality (Alg. 1 keeps every tuple). */
export type TupleOrder = (a: TupleId, b: TupleId, open: OpenEnds) => boolean;

export function historyOrder(tuples: TupleTable): TupleOrder {
  return (a, b, open) => tuples.atMost(a, b, open);
}

export const equality: TupleOrder = (a, b) => a === b;

export class Antichain {
  /** Tuples with a number that the owner attaches to each (a fact id); parallel arrays. */
  readonly tuples: TupleId[] = [];
  readonly tags: number[] = [];

  constructor(
    readonly order: TupleOrder,
    readonly open: OpenEnds,
    readonly dropped: (tag: number) => void = () => {},
  ) {}

  /** Adds a tuple unless one at most as large is there; larger ones are dropped. */
  add(tuple: TupleId, tag: number): boolean {
    for (const known of this.tuples) if (this.order(known, tuple, this.open)) return false;
    let kept = 0;
    for (let i = 0; i < this.tuples.length; i++) {
      if (this.order(tuple, this.tuples[i]!, this.open)) {
        this.dropped(this.tags[i]!);
        continue;
      }
      this.tuples[kept] = this.tuples[i]!;
      this.tags[kept++] = this.tags[i]!;
    }
    this.tuples.length = this.tags.length = kept;
    this.tuples.push(tuple);
    this.tags.push(tag);
    return true;
  }

  /** A copy that stays as it is while more are added. */
  entries(): readonly (readonly [tuple: TupleId, tag: number])[] {
    return this.tuples.map((tuple, i) => [tuple, this.tags[i]!] as const);
  }
}
