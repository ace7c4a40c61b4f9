// What a part of a thread, with all threads that it starts, demands of the rest (obligations T1 to T4; rules 1 to 4 of
// docs/theory/pairwise.md, written anew on plain numbers). Every run of the tree that is cut somewhere gives an effect by
// these rules: each of them takes away only what no run can do. Locks are bits. Nothing is assumed about nesting.

export interface ThreadEffect {
  /** The thread ends in `$`. */
  readonly ends: boolean;
  /** The thread itself waits for its children. */
  readonly joins: boolean;
  /** 1 and 2: some thread has stopped at a label of that side of the pair. */
  readonly marks: number;
  /** Locks given back that were taken before. */
  readonly released: number;
  /** Those of them given back before the first join. */
  readonly releasedFirst: number;
  /** Locks taken and never given back, by any thread. */
  readonly finals: number;
  /** Locks taken by any thread. */
  readonly acquired: number;
  /** Locks that must not be held when the part begins: a joined child takes them. */
  readonly forbidden: number;
  /** Locks taken by the thread, or by children that it joins. */
  readonly used: number;
  /** Per lock x: the locks that are taken, by somebody, after x is taken for good. Closed under going on. */
  readonly order: readonly number[];
}

/** A thread that stops, with the mark of the label it stops at. */
export function stopped(locks: number, marks: number): ThreadEffect {
  const nothing = { released: 0, releasedFirst: 0, finals: 0, acquired: 0, forbidden: 0, used: 0 };
  return { ends: false, joins: false, marks, ...nothing, order: Array.from({ length: locks }, () => 0) };
}

export function ended(locks: number): ThreadEffect {
  return { ...stopped(locks, 0), ends: true };
}

/** T2. What is given back later must not be needed by a joined child meanwhile; what is kept must not be taken below. */
export function acquire(lock: number, after: ThreadEffect): ThreadEffect | undefined {
  const bit = 1 << lock;
  const taken = { ...after, acquired: after.acquired | bit, used: after.used | bit };
  if (after.released & bit) {
    if (after.forbidden & bit) return undefined;
    return { ...taken, released: after.released & ~bit, releasedFirst: after.releasedFirst & ~bit };
  }
  if (after.acquired & bit) return undefined;
  const order = united(
    after.order,
    after.order.map((_, x) => (x === lock ? after.acquired : 0)),
  );
  return order && { ...taken, order, finals: after.finals | bit };
}

/** T3. */
export function release(lock: number, after: ThreadEffect): ThreadEffect | undefined {
  const bit = 1 << lock;
  if (after.released & bit) return undefined;
  return {
    ...after,
    released: after.released | bit,
    releasedFirst: after.releasedFirst | bit,
    forbidden: after.forbidden & ~bit,
  };
}

export function join(after: ThreadEffect): ThreadEffect {
  return { ...after, joins: true, releasedFirst: 0 };
}

/** T4. A joined child has ended, and what it took was free; no two threads keep one lock; the order has no cycle. */
export function spawn(after: ThreadEffect, child: ThreadEffect): ThreadEffect | undefined {
  if (!isWholeThread(child) || (after.joins && !child.ends) || after.finals & child.finals) return undefined;
  const order = united(after.order, child.order);
  const needed = after.joins ? child.used & ~after.releasedFirst : 0;
  return (
    order && {
      ...after,
      order,
      marks: after.marks | child.marks,
      finals: after.finals | child.finals,
      acquired: after.acquired | child.acquired,
      forbidden: after.forbidden | needed,
      used: after.used | (after.joins ? child.used : 0),
    }
  );
}

/** A thread begins without locks. */
export function isWholeThread({ released }: ThreadEffect): boolean {
  return released === 0;
}

/** Both orders, closed; undefined when a lock would have to be taken for good before itself. */
function united(a: readonly number[], b: readonly number[]): readonly number[] | undefined {
  const rows = a.map((row, x) => row | b[x]!);
  for (let changed = true; changed; ) {
    changed = false;
    for (let x = 0; x < rows.length; x++)
      for (let y = 0; y < rows.length; y++)
        if (rows[x]! & (1 << y) && (rows[x]! | rows[y]!) !== rows[x]) {
          rows[x] = rows[x]! | rows[y]!;
          changed = true;
        }
  }
  return rows.some((row, x) => row & (1 << x)) ? undefined : rows;
}

/** T5. Wherever `w` leads to an answer, `v` does: it shows no less and demands no more. */
export function dominates(v: ThreadEffect, w: ThreadEffect): boolean {
  return (
    (v.ends || !w.ends) &&
    within(w.marks, v.marks) &&
    within(w.released, v.released) &&
    within(v.finals, w.finals) &&
    within(v.acquired, w.acquired) &&
    within(v.forbidden, w.forbidden) &&
    (!v.joins || (w.joins && within(w.releasedFirst, v.releasedFirst))) &&
    (!w.ends || within(v.used, w.used)) &&
    v.order.every((row, x) => within(row, w.order[x]!))
  );
}

function within(small: number, large: number): boolean {
  return (small & ~large) === 0;
}

/** Adds an effect unless another dominates it; drops those that it dominates. True when it was added. */
export function addEffect(effects: ThreadEffect[], effect: ThreadEffect): boolean {
  if (effects.some((other) => dominates(other, effect))) return false;
  const kept = effects.filter((other) => !dominates(effect, other));
  effects.splice(0, effects.length, ...kept, effect);
  return true;
}
