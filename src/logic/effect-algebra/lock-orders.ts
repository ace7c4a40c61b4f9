// Strict partial orders on locks, interned: an order is a small integer, equal orders are equal integers.
// x before y means "x's final acquisition has an acquisition of y below it", so x must be taken for good before y is.
// Orders are kept transitively closed; an operation that would close a cycle has no result.

import { type Mask, maskElements } from '../../base/integers/bit-set.js';
import { Interner } from '../../base/interner.js';

export type OrderId = number;

/** Row x: the locks that come after x. */
type Rows = readonly Mask[];

export class LockOrders {
  readonly #orders = new Interner<Rows>((rows) => rows.join());
  readonly #unions = new Map<number, OrderId | undefined>();
  readonly empty: OrderId;

  constructor(readonly lockCount: number) {
    this.empty = this.#orders.intern(Array.from({ length: lockCount }, () => 0));
  }

  rows(order: OrderId): Rows {
    return this.#orders.value(order);
  }

  /** The order with `lock` before each of `later` as well; undefined when that is cyclic. */
  before(order: OrderId, lock: number, later: Mask): OrderId | undefined {
    const rows = this.rows(order);
    if ((rows[lock]! & later) === later) return order;
    return this.#close(rows, lock, later);
  }

  union(a: OrderId, b: OrderId): OrderId | undefined {
    if (a === b || b === this.empty) return a;
    if (a === this.empty) return b;
    const key = Math.max(a, b) * 2 ** 26 + Math.min(a, b);
    if (!this.#unions.has(key)) this.#unions.set(key, this.#unite(a, b));
    return this.#unions.get(key);
  }

  isWithin(a: OrderId, b: OrderId): boolean {
    if (a === b || a === this.empty) return true;
    const larger = this.rows(b);
    return this.rows(a).every((row, lock) => (row & ~larger[lock]!) === 0);
  }

  /** Undefined when the rows are cyclic. */
  ofRows(rows: Rows): OrderId | undefined {
    let order: OrderId | undefined = this.empty;
    for (let lock = 0; lock < this.lockCount && order !== undefined; lock++)
      order = this.before(order, lock, rows[lock] ?? 0);
    return order;
  }

  #unite(a: OrderId, b: OrderId): OrderId | undefined {
    let order: OrderId | undefined = a;
    const added = this.rows(b);
    for (let lock = 0; lock < added.length && order !== undefined; lock++)
      order = this.before(order, lock, added[lock]!);
    return order;
  }

  #close(rows: Rows, lock: number, later: Mask): OrderId | undefined {
    let reached = later;
    for (const other of maskElements(later)) reached |= rows[other]!;
    if (reached & (1 << lock)) return undefined;
    const closed = rows.map((row, other) => (other === lock || row & (1 << lock) ? row | reached : row));
    return this.#orders.intern(closed);
  }
}
