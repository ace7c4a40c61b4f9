// Effects as plain numbers, for certificates: flags, masks, then the rows of the lock order.

import type { Effect } from './effect.js';
import type { LockOrders } from './lock-orders.js';

const masks = [
  'marks',
  'released',
  'releasedFirst',
  'finals',
  'acquired',
  'forbidden',
  'used',
  'pendingUsed',
  'pendingForbidden',
] as const satisfies readonly (keyof Effect)[];

const flags = ['returns', 'ends', 'joins', 'pendingEnds'] as const satisfies readonly (keyof Effect)[];

export function effectToNumbers(effect: Effect, orders: LockOrders): readonly number[] {
  const packed = flags.reduce((bits, flag, i) => bits | (effect[flag] ? 1 << i : 0), 0);
  return [packed, ...masks.map((mask) => effect[mask]), ...orders.rows(effect.order)];
}
