// How the weights of a saturation are compared: only the least of those that speak of the same are kept.

import type { OpenEnds } from './history-order.js';
import type { TupleId, TupleTable } from './tuple-table.js';

export interface TupleOrder {
  /** Bits that a larger tuple has too: most pairs that are not in order show it here. */
  sketch(tuple: TupleId): number;
  atMost(a: TupleId, b: TupleId, open: OpenEnds): boolean;
}

/** The order of history-order.ts. */
export function historyOrder(tuples: TupleTable): TupleOrder {
  return { sketch: (tuple) => tuples.sketch(tuple), atMost: (a, b, open) => tuples.atMost(a, b, open) };
}

/** Alg. 1 keeps every tuple. */
export const equality: TupleOrder = { sketch: () => 0, atMost: (a, b) => a === b };
