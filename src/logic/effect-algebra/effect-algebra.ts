// The operations on effects (docs/theory/pairwise.md): every action prepends itself to what comes after it.
// No result means that this way of cutting the run cannot be scheduled. `dominates` is the order up to which the
// operations are monotone on lock-well-formed input, so that antichains of effects are exact.

import type { Mask } from '../../base/integers/bit-set.js';
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
  /** About paths that return: children that they leave pending, locks that they release. */
  readonly pendingChildMustEnd: boolean;
  readonly pendingChildNeedsLocks: boolean;
  readonly pendingChildCounts: boolean;
  readonly pendingOutlivesReturn: boolean;
  readonly laterReleaseFreesPending: boolean;
  readonly pathReleaseFreesForbidden: boolean;
  readonly pathReleaseFreesPending: boolean;
  readonly pathReleaseComesFirst: boolean;
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
  pendingChildMustEnd: true,
  pendingChildNeedsLocks: true,
  pendingChildCounts: true,
  pendingOutlivesReturn: true,
  laterReleaseFreesPending: true,
  pathReleaseFreesForbidden: true,
  pathReleaseFreesPending: true,
  pathReleaseComesFirst: true,
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

  /** `child` is the effect of a whole thread: a suffix with `isThread`. */
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

  /** A path, then what comes after its return: again a path, or a suffix. */
  compose(path: Effect, after: Effect): Effect | undefined {
    if (this.rules.pendingChildMustEnd && after.joins && !path.pendingEnds) return undefined;
    const order = this.#together(path, after);
    if (order === undefined) return undefined;
    const united = {
      ...after,
      order,
      marks: path.marks | after.marks,
      released: path.released | after.released,
      finals: path.finals | after.finals,
      acquired: path.acquired | after.acquired,
      forbidden: path.forbidden | (after.forbidden & ~onlyIf(this.rules.pathReleaseFreesForbidden, path.released)),
      used: path.used | after.used,
    };
    return after.joins ? this.#joinedBelow(path, after, united) : this.#notJoinedBelow(path, after, united);
  }

  /** A later join waits for the children that the path left pending. */
  #joinedBelow(path: Effect, after: Effect, united: Effect): Effect {
    const { rules } = this;
    const first = onlyIf(rules.pathReleaseComesFirst, path.released);
    const needed = onlyIf(rules.pendingChildNeedsLocks, path.pendingForbidden & ~after.releasedFirst);
    return {
      ...united,
      joins: true,
      releasedFirst: path.joins ? path.releasedFirst : first | after.releasedFirst,
      forbidden: united.forbidden | needed,
      used: united.used | onlyIf(rules.pendingChildCounts, path.pendingUsed),
      pendingForbidden: after.pendingForbidden & ~onlyIf(rules.pathReleaseFreesPending, path.released),
    };
  }

  #notJoinedBelow(path: Effect, after: Effect, united: Effect): Effect {
    const { rules } = this;
    const joined = { ...united, joins: path.joins, releasedFirst: path.releasedFirst };
    if (!after.returns || !rules.pendingOutlivesReturn) return joined;
    const early = path.pendingForbidden & ~onlyIf(rules.laterReleaseFreesPending, after.released);
    const late = after.pendingForbidden & ~onlyIf(rules.pathReleaseFreesPending, path.released);
    return {
      ...joined,
      pendingEnds: path.pendingEnds && after.pendingEnds,
      pendingUsed: path.pendingUsed | after.pendingUsed,
      pendingForbidden: early | late,
    };
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

/** Can the suffix be a whole thread? It starts without locks; its joins are its own affair. */
export function isThread({ returns, released }: Effect): boolean {
  return !returns && released === 0;
}

function pendingDominates(v: Effect, w: Effect): boolean {
  return (
    (v.pendingEnds || !w.pendingEnds) &&
    includes(w.pendingUsed, v.pendingUsed) &&
    includes(w.pendingForbidden, v.pendingForbidden)
  );
}

function onlyIf(rule: boolean, locks: Mask): Mask {
  return rule ? locks : 0;
}

function includes(larger: number, smaller: number): boolean {
  return (smaller & ~larger) === 0;
}
