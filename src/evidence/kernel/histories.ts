// Lock histories (obligations K6, K7, K8): what one thread does with the locks 0..n-1 in a stretch of an execution. Bit sets:
// I and F held at its beginning and end, HT never given up, A = F \ HT, U acquired and given back; AH[i], for i in A: acquired
// after the last acquisition of i; RH[i], for i in R = I \ HT: used or given up before the first release of i.
// A number stands for a history, and a number for a tuple of histories, one per phase. Each operation yields the history of
// the longer stretch, or one with smaller U, AH, RH, HT: smaller ones are compatible with more.

interface History {
  readonly I: number;
  readonly HT: number;
  readonly A: number;
  readonly U: number;
  readonly AH: readonly number[];
  readonly RH: readonly number[];
}

/** Interns values by a text key: 0, 1, 2, … */
export class Numbering<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string | number, number>();

  of(key: string | number, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    this.values.push(make());
    return this.values.length - 1;
  }
}

const most = 2 ** 26;

export class Histories {
  readonly #table = new Numbering<History>();
  readonly #tuples = new Numbering<readonly number[]>();
  readonly #steps = new Map<number, number>();
  readonly #compositions = new Map<number, number>();
  readonly #compatible = new Map<number, boolean>();
  readonly #noLocks: readonly number[];

  constructor(readonly locks: number) {
    this.#noLocks = new Array(locks).fill(0);
  }

  /** The empty stretch of a thread that owns these locks. */
  start(owned: number): number {
    return this.#number({ I: owned, HT: owned, A: 0, U: 0, AH: this.#noLocks, RH: this.#noLocks });
  }

  finallyHeld(history: number): number {
    const { HT, A } = this.#table.values[history]!;
    return HT | A;
  }

  acquire(history: number, lock: number): number {
    return this.#remember(this.#steps, history * 64 + lock * 2, () => {
      const { A, AH, ...rest } = this.#table.values[history]!;
      const bit = 1 << lock;
      const later = AH.map((after, i) => (i === lock ? 0 : (A >> i) & 1 ? after | bit : after));
      return { ...rest, A: A | bit, AH: later };
    });
  }

  release(history: number, lock: number): number {
    return this.#remember(this.#steps, history * 64 + lock * 2 + 1, () => {
      const { I, HT, A, U, AH, RH } = this.#table.values[history]!;
      const bit = 1 << lock;
      if ((HT & bit) === 0) return { I, HT, A: A & ~bit, U: U | bit, AH: AH.with(lock, 0), RH };
      return { I, HT: HT & ~bit, A, U, AH, RH: RH.with(lock, U | (I & ~HT)) };
    });
  }

  /** Without U: where no partner holds a lock throughout and nothing is held that the uses could come after. */
  withoutUses(history: number): number {
    return this.#number({ ...this.#table.values[history]!, U: 0 });
  }

  /** Of a stretch and the one that follows it. */
  compose(first: number, second: number): number {
    return this.#remember(this.#compositions, first * most + second, () => {
      const [a, b] = [this.#table.values[first]!, this.#table.values[second]!];
      const given = b.I & ~b.HT;
      const AH = a.AH.map((after, i) =>
        (b.A >> i) & 1 ? b.AH[i]! : ((a.A & ~given) >> i) & 1 ? after | b.A | b.U : 0,
      );
      const RH = a.RH.map((before, i) => (((a.HT & given) >> i) & 1 ? b.RH[i]! | a.U | (a.I & ~a.HT) : before));
      return { I: a.I, HT: a.HT & ~given, A: b.A | (a.A & ~given), U: a.U | b.U | (a.A & given), AH, RH };
    });
  }

  /** Necessary if the two stretches are those of two threads between the same two moments of one execution (K7). */
  compatible(first: number, second: number): boolean {
    const key = first * most + second;
    const known = this.#compatible.get(key);
    if (known !== undefined) return known;
    const [a, b] = [this.#table.values[first]!, this.#table.values[second]!];
    const exclusive = (a.I & b.I) === 0 && ((a.HT | a.A) & (b.HT | b.A)) === 0;
    const undisturbed = (a.HT & (b.A | b.U)) === 0 && (b.HT & (a.A | a.U)) === 0;
    const result = exclusive && undisturbed && !cross(a.AH, b.AH) && !cross(a.RH, b.RH);
    this.#compatible.set(key, result);
    return result;
  }

  /** Whatever is compatible with `b` is compatible with `a`, also after both go on alike where they are open (K8). */
  covers(a: number, b: number, open: boolean): boolean {
    if (a === b) return true;
    const [x, y] = [this.#table.values[a]!, this.#table.values[b]!];
    const included = x.AH.every((after, i) => (after & ~y.AH[i]!) === 0) && x.RH.every((r, i) => (r & ~y.RH[i]!) === 0);
    if (open) return x.I === y.I && x.HT === y.HT && x.A === y.A && (x.U & ~y.U) === 0 && included;
    const isLess = (x.I & ~y.I) === 0 && (x.HT & ~y.HT) === 0 && ((x.HT | x.A) & ~(y.HT | y.A)) === 0;
    return isLess && ((x.A | x.U) & ~(y.A | y.U)) === 0 && included;
  }

  tuple(histories: readonly number[]): number {
    return this.#tuples.of(histories.join(), () => histories);
  }

  phases(tuple: number): readonly number[] {
    return this.#tuples.values[tuple]!;
  }

  last(tuple: number): number {
    return this.phases(tuple).at(-1)!;
  }

  withLast(tuple: number, history: number): number {
    return this.tuple(this.phases(tuple).with(-1, history));
  }

  /** Another phase begins; what is owned goes on being owned. */
  nextPhase(tuple: number): number {
    return this.tuple([...this.phases(tuple), this.start(this.finallyHeld(this.last(tuple)))]);
  }

  /** A callee's tuple begins in the phase that the caller's ends with. */
  composeTuples(caller: number, callee: number): number {
    const [first, ...more] = this.phases(callee);
    return this.tuple([...this.phases(caller).slice(0, -1), this.compose(this.last(caller), first!), ...more]);
  }

  /** `isWhole`: from the start of the thread, so the first phase is open only if it is the last. */
  tupleCovers(a: number, b: number, isWhole: boolean, isFinal: boolean): boolean {
    const [x, y] = [this.phases(a), this.phases(b)];
    const isOpen = (i: number) => (i === 0 && !isWhole) || (i === x.length - 1 && !isFinal);
    return x.every((history, i) => this.covers(history, y[i]!, isOpen(i)));
  }

  tuplesCompatible(a: number, b: number): boolean {
    const others = this.phases(b);
    return this.phases(a).every((history, i) => this.compatible(history, others[i]!));
  }

  #remember(results: Map<number, number>, key: number, make: () => History): number {
    const known = results.get(key) ?? this.#number(make());
    results.set(key, known);
    return known;
  }

  #number(history: History): number {
    const { I, HT, A, U, AH, RH } = history;
    return this.#table.of(`${I},${HT},${A},${U},${AH},${RH}`, () => history);
  }
}

/** Is j in a[i] and i in b[j] for some i, j? */
function cross(a: readonly number[], b: readonly number[]): boolean {
  return a.some((set, i) => b.some((other, j) => ((set >> j) & 1) === 1 && ((other >> i) & 1) === 1));
}
