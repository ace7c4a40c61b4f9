// The least sum of variables >= 0 under linear inequalities, exactly: the dual simplex method on fractions of big integers. Costs are
// not negative, so the basis of slacks is dual feasible from the start and no first phase is needed. The smallest index
// leaves and enters among equals (Bland), so it ends.

/** row . x <= bound */
export interface Inequality {
  readonly row: readonly number[];
  readonly bound: number;
}

/** Numerator and denominator > 0, in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A point where the sum of all variables is least; undefined when there is none. Yields per pivot. */
export function* leastSum(
  variables: number,
  inequalities: readonly Inequality[],
): Generator<number, readonly Fraction[] | undefined, void> {
  const tableau = new Tableau(variables, inequalities);
  for (let row = tableau.leaving(); row >= 0; row = tableau.leaving()) {
    const column = tableau.entering(row);
    if (column < 0) return undefined;
    tableau.pivot(row, column);
    yield inequalities.length;
  }
  return tableau.point();
}

const zero: Fraction = { numerator: 0n, denominator: 1n };
const one: Fraction = { numerator: 1n, denominator: 1n };

class Tableau {
  /** basic_i = bound_i - sum of cells_ij x nonbasic_j */
  readonly #cells: Fraction[][];
  readonly #bounds: Fraction[];
  readonly #costs: Fraction[];
  /** Variables come first, then slacks. */
  readonly #basic: number[];
  readonly #nonbasic: number[];

  constructor(
    readonly variables: number,
    inequalities: readonly Inequality[],
  ) {
    this.#cells = inequalities.map(({ row }) => row.map(integer));
    this.#bounds = inequalities.map(({ bound }) => integer(bound));
    this.#costs = Array.from({ length: variables }, () => one);
    this.#basic = inequalities.map((_, i) => variables + i);
    this.#nonbasic = Array.from({ length: variables }, (_, i) => i);
  }

  /** The row of the smallest basic variable that is negative; -1 when the point is feasible. */
  leaving(): number {
    let found = -1;
    for (const [row, bound] of this.#bounds.entries())
      if (bound.numerator < 0n && (found < 0 || this.#basic[row]! < this.#basic[found]!)) found = row;
    return found;
  }

  /** The column that keeps costs from becoming negative; -1 when the row cannot be met. */
  entering(row: number): number {
    let found = -1;
    let best = zero;
    for (let column = 0; column < this.variables; column++) {
      const cell = this.#cells[row]![column]!;
      if (cell.numerator >= 0n) continue;
      const ratio = divide(this.#costs[column]!, minus(zero, cell));
      const order = found < 0 ? -1n : minus(ratio, best).numerator;
      if (order > 0n || (order === 0n && this.#nonbasic[column]! > this.#nonbasic[found]!)) continue;
      found = column;
      best = ratio;
    }
    return found;
  }

  pivot(row: number, column: number): void {
    const old = this.#cells[row]!;
    const by = old[column]!;
    const cells = old.map((cell, j) => divide(j === column ? one : cell, by));
    const bound = divide(this.#bounds[row]!, by);
    for (const [i, other] of this.#cells.entries()) {
      const factor = other[column]!;
      if (i === row || factor.numerator === 0n) continue;
      this.#bounds[i] = minus(this.#bounds[i]!, times(factor, bound));
      this.#cells[i] = other.map((cell, j) => minus(j === column ? zero : cell, times(factor, cells[j]!)));
    }
    const cost = this.#costs[column]!;
    for (let j = 0; j < this.variables; j++)
      this.#costs[j] = minus(j === column ? zero : this.#costs[j]!, times(cost, cells[j]!));
    this.#cells[row] = cells;
    this.#bounds[row] = bound;
    const left = this.#basic[row]!;
    this.#basic[row] = this.#nonbasic[column]!;
    this.#nonbasic[column] = left;
  }

  point(): Fraction[] {
    const point = Array.from({ length: this.variables }, () => zero);
    for (const [row, variable] of this.#basic.entries())
      if (variable < this.variables) point[variable] = this.#bounds[row]!;
    return point;
  }
}

function integer(value: number): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (numerator === 0n) return zero;
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = sign * greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

function minus(a: Fraction, b: Fraction): Fraction {
  if (b.numerator === 0n) return a;
  return fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
}

function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

function divide(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}
