// Tuples of lock histories, one component per phase (000 section 7), interned as lists that share prefixes: a tuple is
// its prefix plus its last component, the only one that still grows. These are the weights of the decision procedure.

import type { OpenEnds } from './history-order.js';
import type { HistoryId, HistoryTable } from './history-table.js';

export type TupleId = number;

/** No component: the prefix of a tuple with one component. */
const noPrefix: TupleId = -1;
const pairBase = 2 ** 26;

export class TupleTable {
  readonly #ids = new Map<number, TupleId>();
  readonly #prefix: TupleId[] = [];
  readonly #last: HistoryId[] = [];
  readonly #composed = new Map<number, TupleId>();
  readonly #components = new Map<TupleId, readonly HistoryId[]>();

  constructor(readonly histories: HistoryTable) {}

  get size(): number {
    return this.#last.length;
  }

  initially(held: Iterable<number>): TupleId {
    return this.#intern(noPrefix, this.histories.initially(held));
  }

  /** The tuple with these components, of which there is at least one. */
  of(components: readonly HistoryId[]): TupleId {
    return components.reduce((prefix, component) => this.#intern(prefix, component), noPrefix);
  }

  acquire(tuple: TupleId, lock: number): TupleId {
    return this.#intern(this.#prefix[tuple]!, this.histories.acquire(this.#last[tuple]!, lock));
  }

  release(tuple: TupleId, lock: number): TupleId {
    return this.#intern(this.#prefix[tuple]!, this.histories.release(this.#last[tuple]!, lock));
  }

  /** Acquires and releases each of the locks. */
  use(tuple: TupleId, locks: readonly number[]): TupleId {
    let last = this.#last[tuple]!;
    for (const lock of locks) last = this.histories.release(this.histories.acquire(last, lock), lock);
    return this.#intern(this.#prefix[tuple]!, last);
  }

  nextPhase(tuple: TupleId): TupleId {
    return this.#intern(tuple, this.histories.nextPhase(this.#last[tuple]!));
  }

  /** `second` continues `first`: the last component of the one and the first of the other are the same phase. */
  compose(first: TupleId, second: TupleId): TupleId {
    const key = first * pairBase + second;
    const known = this.#composed.get(key);
    if (known !== undefined) return known;
    const [meeting, ...rest] = this.components(second);
    let result = this.#intern(this.#prefix[first]!, this.histories.compose(this.#last[first]!, meeting!));
    for (const component of rest) result = this.#intern(result, component);
    this.#composed.set(key, result);
    return result;
  }

  last(tuple: TupleId): HistoryId {
    return this.#last[tuple]!;
  }

  components(tuple: TupleId): readonly HistoryId[] {
    const known = this.#components.get(tuple);
    if (known) return known;
    const components: HistoryId[] = [];
    for (let rest = tuple; rest !== noPrefix; rest = this.#prefix[rest]!) components.push(this.#last[rest]!);
    components.reverse();
    this.#components.set(tuple, components);
    return components;
  }

  /** Component by component; only the first can be open to the left and only the last to the right. */
  atMost(a: TupleId, b: TupleId, open: OpenEnds): boolean {
    if (a === b) return true;
    const mine = this.components(a);
    const theirs = this.components(b);
    if (mine.length !== theirs.length) return false;
    for (let i = mine.length - 1; i >= 0; i--) {
      const ends = openEnds(open.left && i === 0, open.right && i === mine.length - 1);
      if (!this.histories.atMost(mine[i]!, theirs[i]!, ends)) return false;
    }
    return true;
  }

  #intern(prefix: TupleId, last: HistoryId): TupleId {
    const key = (prefix + 1) * pairBase + last;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#last.length;
    this.#ids.set(key, id);
    this.#prefix.push(prefix);
    this.#last.push(last);
    return id;
  }
}

const allEnds: readonly OpenEnds[] = [
  { left: false, right: false },
  { left: true, right: false },
  { left: false, right: true },
  { left: true, right: true },
];

export function openEnds(left: boolean, right: boolean): OpenEnds {
  return allEnds[(left ? 1 : 0) + (right ? 2 : 0)]!;
}
