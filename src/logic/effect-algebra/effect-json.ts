// Effects as plain numbers, for certificates: flags, masks, then the rows of the lock order.

import { type Effect, stopEffect } from './effect.js';
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

/** Undefined when the numbers are no effect: the wrong count, not integers, or a cyclic order. */
export function effectOfNumbers(numbers: readonly unknown[], orders: LockOrders): Effect | undefined {
  const values = numbers.filter((value) => typeof value === 'number').map((value) => value | 0);
  if (values.length !== 1 + masks.length + orders.lockCount || values.length !== numbers.length) return undefined;
  const order = orders.ofRows(values.slice(1 + masks.length));
  if (order === undefined) return undefined;
  const maskFields = Object.fromEntries(masks.map((mask, i) => [mask, values[1 + i]!]));
  const flagFields = Object.fromEntries(flags.map((flag, i) => [flag, (values[0]! & (1 << i)) !== 0]));
  return { ...stopEffect, ...maskFields, ...flagFields, order };
}
