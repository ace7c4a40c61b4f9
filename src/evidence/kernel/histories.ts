// Lock histories (K6, K7, K8): what one thread does with the locks 0..n-1 in a stretch of an execution. Bit sets: I held at its
// beginning, HT never given up, A acquired and kept, U acquired and given back; AH[i], for i in A: acquired after the last
// acquisition of i; RH[i], for i in R = I \ HT: used or given up before the first release of i. F = HT | A is held at the end.
// Histories are numbers, and so are tuples of them, one per phase. Each operation yields the history of the longer stretch,
// or one with smaller U, AH, RH, HT: such a one is compatible with more.

interface History {
  readonly I: number;
  readonly HT: number;
  readonly A: number;
  readonly U: number;
  readonly AH: readonly number[];
  readonly RH: readonly number[];
}

/** Numbers values by a key: 0, 1, 2, … */
export class Numbering<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string | number, number>();

  of(key: string | number, make: () => T): number {
    return remembered(this.#numbers, key, () => this.values.push(make()) - 1);
  }
}

const most = 2 ** 26;
const none = -1;

export class Histories {
  readonly #table = new Numbering<History>();
  readonly #starts = new Map<number, number>();
  readonly #steps = new Map<number, number>();
  readonly #compositions = new Map<number, number>();
  readonly #compatible = new Map<number, boolean>();
  /** A tuple without its last history, and that. */
  readonly #tuples = new Numbering<{ readonly before: number; readonly last: number }>();
  readonly #empty: readonly number[];

  constructor(readonly locks: number) {
    this.#empty = new Array(locks).fill(0);
  }

  #number(sets: Partial<History>): number {
    const h = { I: 0, HT: 0, A: 0, U: 0, AH: this.#empty, RH: this.#empty, ...sets };
    return this.#table.of(`${h.I},${h.HT},${h.A},${h.U},${h.AH},${h.RH}`, () => h);
  }

  /** The empty stretch of a thread that owns these locks. */
  #start(owned: number): number {
    return remembered(this.#starts, owned, () => this.#number({ I: owned, HT: owned }));
  }

  /** One step, `lock` is acquired or `~lock` released: what else is owned does not matter to a composition. */
  #step(step: number): number {
    return remembered(this.#steps, step, () => this.#number(step < 0 ? { I: 1 << ~step } : { A: 1 << step }));
  }

  /** Of a stretch and the one that follows it. */
  compose(first: number, second: number): number {
    return remembered(this.#compositions, first * most + second, () => {
      const [a, b] = [this.#table.values[first]!, this.#table.values[second]!];
      const given = b.I & ~b.HT;
      const kept = a.A & ~given;
      const AH = a.AH.map((after, i) => (has(b.A, i) ? b.AH[i]! : has(kept, i) ? after | b.A | b.U : 0));
      const RH = a.RH.map((before, i) => (has(a.HT & given, i) ? b.RH[i]! | a.U | (a.I & ~a.HT) : before));
      return this.#number({ I: a.I, HT: a.HT & ~given, A: b.A | kept, U: a.U | b.U | (a.A & given), AH, RH });
    });
  }

  /** True of stretches of two threads between the same two moments of one execution (K7). */
  compatible(first: number, second: number): boolean {
    return remembered(this.#compatible, first * most + second, () => {
      const [a, b] = [this.#table.values[first]!, this.#table.values[second]!];
      const areExclusive = (a.I & b.I) === 0 && ((a.HT | a.A) & (b.HT | b.A)) === 0;
      const areKept = (a.HT & (b.A | b.U)) === 0 && (b.HT & (a.A | a.U)) === 0;
      return areExclusive && areKept && !cross(a.AH, b.AH) && !cross(a.RH, b.RH);
    });
  }

  /** Whatever is compatible with b is compatible with a, also after the same caller, and if open before the same steps (K8). */
  #covers(a: number, b: number, isOpen: boolean): boolean {
    if (a === b) return true;
    const x = this.#table.values[a]!;
    const y = this.#table.values[b]!;
    if (isOpen && (x.I !== y.I || x.HT !== y.HT || x.A !== y.A || !within(x.U, y.U))) return false;
    const isLess = within(x.I, y.I) && within(x.HT, y.HT) && within(x.HT | x.A, y.HT | y.A);
    return isLess && within(x.A | x.U, y.A | y.U) && allWithin(x.AH, y.AH) && allWithin(x.RH, y.RH);
  }

  #tuple(before: number, last: number): number {
    return this.#tuples.of((before + 1) * most + last, () => ({ before, last }));
  }

  /** Of a thread, or a function, that begins owning these locks. */
  begin(owned: number): number {
    return this.#tuple(none, this.#start(owned));
  }

  /** The last history goes on. */
  extend(tuple: number, steps: readonly number[]): number {
    const { before, last } = this.#tuples.values[tuple]!;
    return this.#tuple(
      before,
      steps.reduce((history, step) => this.compose(history, this.#step(step)), last),
    );
  }

  /** Another phase begins; what is owned goes on being owned. */
  nextPhase(tuple: number): number {
    const { HT, A } = this.#table.values[this.#tuples.values[tuple]!.last]!;
    return this.#tuple(tuple, this.#start(HT | A));
  }

  /** A callee's tuple begins in the phase that the caller's ends with. */
  composeTuples(caller: number, callee: number): number {
    const { before, last } = this.#tuples.values[callee]!;
    if (before !== none) return this.#tuple(this.composeTuples(caller, before), last);
    const own = this.#tuples.values[caller]!;
    return this.#tuple(own.before, this.compose(own.last, last));
  }

  /** `isFinal`: also the last phase is over. */
  tupleCovers(a: number, b: number, isFinal: boolean): boolean {
    let isOpen = !isFinal;
    for (let x = a, y = b; x !== y; isOpen = false) {
      const one = this.#tuples.values[x]!;
      const other = this.#tuples.values[y]!;
      if (!this.#covers(one.last, other.last, isOpen)) return false;
      x = one.before;
      y = other.before;
    }
    return true;
  }

  /** In every phase there is an order of last acquisitions of locks that are kept, and one of first releases (K7). */
  areOrdered(tuples: readonly number[]): boolean {
    for (let at = tuples.map((tuple) => this.#tuples.values[tuple]!); ; ) {
      const all = at.map(({ last }) => this.#table.values[last]!);
      if (!isAcyclic(all.map(({ AH }) => AH)) || !isAcyclic(all.map(({ RH }) => RH))) return false;
      if (at[0]!.before === none) return true;
      at = at.map(({ before }) => this.#tuples.values[before]!);
    }
  }

  tuplesCompatible(a: number, b: number): boolean {
    for (let x = a, y = b; x !== none; ) {
      const one = this.#tuples.values[x]!;
      const other = this.#tuples.values[y]!;
      if (!this.compatible(one.last, other.last)) return false;
      x = one.before;
      y = other.before;
    }
    return true;
  }
}

export function has(set: number, bit: number): boolean {
  return ((set >> bit) & 1) === 1;
}

function within(a: number, b: number): boolean {
  return (a & ~b) === 0;
}

function allWithin(a: readonly number[], b: readonly number[]): boolean {
  return a.every((set, i) => within(set, b[i]!));
}

/** Is j in a[i] and i in b[j] for some i, j? */
function cross(a: readonly number[], b: readonly number[]): boolean {
  return a.some((set, i) => b.some((other, j) => has(set, j) && has(other, i)));
}

/** Is there no way from a lock to itself along j ∈ histories[i] of any of the threads? */
function isAcyclic(threads: readonly (readonly number[])[]): boolean {
  const next = threads[0]!.map((_, i) => threads.reduce((set, histories) => set | histories[i]!, 0));
  for (let left = next.map((_, i) => i), size = -1; left.length !== size; ) {
    size = left.length;
    left = left.filter((i) => left.some((j) => has(next[i]!, j)));
    if (left.length === 0) return true;
  }
  return false;
}

function remembered<K, T>(memory: Map<K, T>, key: K, make: () => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  memory.set(key, value);
  return value;
}
