// The operations on effects (docs/theory/pairwise.md): every action prepends itself to what comes after it.
// No result means that this way of cutting the run cannot be scheduled. `dominates` is the order up to which the
// operations are monotone on lock-well-formed input, so that antichains of effects are exact.

import type { Effect } from './effect.js';
import type { LockOrders } from './lock-orders.js';

/** The rules that make effects exact; tests switch one off to see that it is needed. */
export interface EffectRules {
  readonly joinedChildMustEnd: boolean;
  readonly joinedChildNeedsLocks: boolean;
  readonly joinedGrandchildCounts: boolean;
  readonly unjoinedGrandchildDoesNotCount: boolean;
  readonly releaseBeforeJoinFreesLocks: boolean;
  readonly releaseFreesEarlierSpawns: boolean;
  readonly finalAcquiredOnce: boolean;
  readonly finalLockNotNeededBelow: boolean;
  readonly finalOrderIsAcyclic: boolean;
  readonly usageRespectsForbidden: boolean;
}

export const effectRules: EffectRules = {
  joinedChildMustEnd: true,
  joinedChildNeedsLocks: true,
  joinedGrandchildCounts: true,
  unjoinedGrandchildDoesNotCount: true,
  releaseBeforeJoinFreesLocks: true,
  releaseFreesEarlierSpawns: true,
  finalAcquiredOnce: true,
  finalLockNotNeededBelow: true,
  finalOrderIsAcyclic: true,
  usageRespectsForbidden: true,
};

export class EffectAlgebra {
  constructor(
    readonly orders: LockOrders,
    readonly rules: EffectRules = effectRules,
  ) {}

  acquire(lock: number, after: Effect): Effect | undefined {
    const bit = 1 << lock;
    return after.released & bit ? this.#acquireForUse(bit, after) : this.#acquireForGood(lock, after);
  }

  #acquireForUse(bit: number, after: Effect): Effect | undefined {
    if (this.rules.usageRespectsForbidden && after.forbidden & bit) return undefined;
    return {
      ...after,
      released: after.released & ~bit,
      releasedFirst: after.releasedFirst & ~bit,
      acquired: after.acquired | bit,
      used: after.used | bit,
    };
  }

  #acquireForGood(lock: number, after: Effect): Effect | undefined {
    const bit = 1 << lock;
    if (after.ends || after.returns) return undefined;
    if (this.rules.finalLockNotNeededBelow && after.acquired & bit) return undefined;
    const order = this.#acyclic(this.orders.before(after.order, lock, after.acquired & ~bit), after.order);
    if (order === undefined) return undefined;
    return { ...after, order, finals: after.finals | bit, acquired: after.acquired | bit };
  }

  release(lock: number, after: Effect): Effect | undefined {
    const bit = 1 << lock;
    if (after.released & bit) return undefined;
    const frees = this.rules.releaseFreesEarlierSpawns ? bit : 0;
    return {
      ...after,
      released: after.released | bit,
      releasedFirst: this.rules.releaseBeforeJoinFreesLocks ? after.releasedFirst | bit : 0,
      forbidden: after.forbidden & ~frees,
      pendingForbidden: after.pendingForbidden & ~frees,
    };
  }

  join(after: Effect): Effect {
    return { ...after, joins: true, releasedFirst: 0 };
  }

  /** `child` is the effect of a whole thread, from `root`. */
  spawn(child: Effect, after: Effect): Effect | undefined {
    const { rules } = this;
    if (rules.joinedChildMustEnd && after.joins && !child.ends) return undefined;
    const order = this.#together(child, after);
    if (order === undefined) return undefined;
    const united = {
      ...after,
      order,
      marks: after.marks | child.marks,
      finals: after.finals | child.finals,
      acquired: after.acquired | child.acquired,
    };
    if (after.joins) {
      const needed = rules.joinedChildNeedsLocks ? child.used & ~after.releasedFirst : 0;
      const counted = rules.joinedGrandchildCounts ? child.used : 0;
      return { ...united, forbidden: after.forbidden | needed, used: after.used | counted };
    }
    if (!rules.unjoinedGrandchildDoesNotCount) united.used |= child.used;
    if (!after.returns) return united;
    return {
      ...united,
      pendingEnds: after.pendingEnds && child.ends,
      pendingUsed: after.pendingUsed | child.used,
      pendingForbidden: after.pendingForbidden | (child.used & ~after.released),
    };
  }

  /** A suffix as a whole thread: it starts without locks, and its joins are its own affair. */
  root(suffix: Effect): Effect | undefined {
    if (suffix.released !== 0) return undefined;
    return { ...suffix, joins: false, releasedFirst: 0, forbidden: 0 };
  }

  /** A path, then what comes after its return: again a path, or a suffix. */
  compose(path: Effect, after: Effect): Effect | undefined {
    if (after.joins && !path.pendingEnds) return undefined;
    const order = this.#together(path, after);
    if (order === undefined) return undefined;
    const united = {
      ...after,
      order,
      marks: path.marks | after.marks,
      released: path.released | after.released,
      finals: path.finals | after.finals,
      acquired: path.acquired | after.acquired,
      forbidden: path.forbidden | (after.forbidden & ~path.released),
      used: path.used | after.used,
    };
    return after.joins ? joinedBelow(path, after, united) : notJoinedBelow(path, after, united);
  }

  #together(a: Effect, b: Effect): number | undefined {
    if (this.rules.finalAcquiredOnce && a.finals & b.finals) return undefined;
    return this.#acyclic(this.orders.union(a.order, b.order), a.order);
  }

  #acyclic(order: number | undefined, otherwise: number): number | undefined {
    return order === undefined && !this.rules.finalOrderIsAcyclic ? otherwise : order;
  }

  /** Is `v` at least as good as `w` in every context? */
  dominates(v: Effect, w: Effect): boolean {
    return (
      v.returns === w.returns &&
      (v.ends || !w.ends) &&
      includes(v.marks, w.marks) &&
      includes(v.released, w.released) &&
      includes(w.finals, v.finals) &&
      includes(w.acquired, v.acquired) &&
      includes(w.forbidden, v.forbidden) &&
      (!v.joins || (w.joins && includes(v.releasedFirst, w.releasedFirst))) &&
      (!(w.ends || w.returns) || includes(w.used, v.used)) &&
      (!w.returns || pendingDominates(v, w)) &&
      this.orders.isWithin(v.order, w.order)
    );
  }
}

/** A later join waits for the children that the path left pending. */
function joinedBelow(path: Effect, after: Effect, united: Effect): Effect {
  return {
    ...united,
    joins: true,
    releasedFirst: path.joins ? path.releasedFirst : path.released | after.releasedFirst,
    forbidden: united.forbidden | (path.pendingForbidden & ~after.releasedFirst),
    used: united.used | path.pendingUsed,
    pendingForbidden: after.pendingForbidden & ~path.released,
  };
}

function notJoinedBelow(path: Effect, after: Effect, united: Effect): Effect {
  const joined = { ...united, joins: path.joins, releasedFirst: path.releasedFirst };
  if (!after.returns) return joined;
  return {
    ...joined,
    pendingEnds: path.pendingEnds && after.pendingEnds,
    pendingUsed: path.pendingUsed | after.pendingUsed,
    pendingForbidden: (path.pendingForbidden & ~after.released) | (after.pendingForbidden & ~path.released),
  };
}

function pendingDominates(v: Effect, w: Effect): boolean {
  return (
    (v.pendingEnds || !w.pendingEnds) &&
    includes(w.pendingUsed, v.pendingUsed) &&
    includes(w.pendingForbidden, v.pendingForbidden)
  );
}

function includes(larger: number, smaller: number): boolean {
  return (smaller & ~larger) === 0;
}
