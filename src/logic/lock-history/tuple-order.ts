// How the weights of a saturation are compared, which keeps only the least of those that speak of the same.

import type { OpenEnds } from './history-order.js';
import type { TupleId, TupleTable } from './tuple-table.js';

/** The order of history-order.ts, or equality (Alg. 1 keeps every tuple). */
export type TupleOrder = (a: TupleId, b: TupleId, open: OpenEnds) => boolean;

export function historyOrder(tuples: TupleTable): TupleOrder {
  return (a, b, open) => tuples.atMost(a, b, open);
}

export const equality: TupleOrder = (a, b) => a === b;
