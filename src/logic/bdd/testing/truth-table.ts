// The oracle: a function of n variables as its truth table, a bigint with bit a = value under assignment a, where bit i
// of a is the value of variable i. Everything is done by looking at every assignment.

export type TruthTable = bigint;

export function tabulate(n: number, value: (assignment: number) => boolean): TruthTable {
  let table = 0n;
  for (let a = 0; a < 1 << n; a++) if (value(a)) table |= 1n << BigInt(a);
  return table;
}

function valueAt(table: TruthTable, assignment: number): boolean {
  return ((table >> BigInt(assignment)) & 1n) === 1n;
}

export function allTrue(n: number): TruthTable {
  return (1n << BigInt(1 << n)) - 1n;
}

export function complement(n: number, table: TruthTable): TruthTable {
  return allTrue(n) ^ table;
}

/** True where some change of the variables in `set` (a mask) makes `table` true. */
export function existsTable(n: number, table: TruthTable, set: number): TruthTable {
  return tabulate(n, (a) => {
    for (let b = 0; b < 1 << n; b++) if ((a & ~set) === (b & ~set) && valueAt(table, b)) return true;
    return false;
  });
}

/** Variable i of `table` is read from variable images[i]. */
export function renameTable(n: number, table: TruthTable, images: readonly number[]): TruthTable {
  return tabulate(n, (a) =>
    valueAt(
      table,
      images.reduce((b, image, i) => b | (((a >> image) & 1) << i), 0),
    ),
  );
}

/** The variables in the mask `fixed` have their values in `values`. */
export function restrictTable(n: number, table: TruthTable, fixed: number, values: number): TruthTable {
  return tabulate(n, (a) => valueAt(table, (a & ~fixed) | (values & fixed)));
}

export function countTable(table: TruthTable): number {
  return [...table.toString(2)].filter((digit) => digit === '1').length;
}

export function variablesIn(mask: number): number[] {
  return [...Array(31).keys()].filter((i) => ((mask >> i) & 1) === 1);
}
