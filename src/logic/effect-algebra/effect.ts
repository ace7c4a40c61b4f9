// What a piece of a thread, with all threads spawned in it, means for whether it can be scheduled together with the rest.
// Two kinds of pieces share one record: a *suffix* of a thread up to where it ends or stops, and a *path* through a
// procedure up to its return. Letters in brackets are the theory page's. Locks and labels are bits.

import type { Mask } from '../../base/integers/bit-set.js';
import type { OrderId } from './lock-orders.js';

export interface Effect {
  /** A path that returns, rather than a suffix. */
  readonly returns: boolean;
  /** The thread ends in `$` [T]. */
  readonly ends: boolean;
  /** The thread itself executes a join [J]. */
  readonly joins: boolean;
  /** Marks of the labels at which threads stop [L]. */
  readonly marks: Mask;
  /** Locks released without having been acquired in the piece [R]. */
  readonly released: Mask;
  /** The part of `released` that comes before the first join [R1]; means something only if `joins`. */
  readonly releasedFirst: Mask;
  /** Locks acquired for good, in any thread [FA]. */
  readonly finals: Mask;
  /** Locks acquired, in any thread [A]. */
  readonly acquired: Mask;
  /** Locks that must not be held on entry: a child that is joined needs them [F]. */
  readonly forbidden: Mask;
  /** Locks acquired by the thread or by children it joins [U]; means something only if it ends or returns. */
  readonly used: Mask;
  /** Which locks must be taken for good before which [G]. */
  readonly order: OrderId;
  /** For paths, about the children spawned after the last join: they all end [pT], … */
  readonly pendingEnds: boolean;
  /** … the locks they use [pU], … */
  readonly pendingUsed: Mask;
  /** … and the locks that must not be held from entry until a later join [pF]. */
  readonly pendingForbidden: Mask;
}

const nothing = {
  joins: false,
  marks: 0,
  released: 0,
  releasedFirst: 0,
  finals: 0,
  acquired: 0,
  forbidden: 0,
  used: 0,
  order: 0,
  pendingEnds: true,
  pendingUsed: 0,
  pendingForbidden: 0,
};

/** A thread that goes no further. */
export const stopEffect: Effect = { ...nothing, returns: false, ends: false };

/** A thread that ends in `$`. */
export const endEffect: Effect = { ...nothing, returns: false, ends: true };

/** The empty path. */
export const returnEffect: Effect = { ...nothing, returns: true, ends: false };

export function stopAt(marks: Mask): Effect {
  return { ...stopEffect, marks };
}
