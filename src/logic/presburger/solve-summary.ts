// Decides summary formulas exactly. As linear inequalities (pieces.ts) within bounds that lose no solution (iteration-bounds.ts) they
// are an integer program: variables that share no inequality are decided apart; then branch and bound, each node tightened by
// propagating bounds and relaxed to a linear program (linear-program.ts). A branch is on a variable that the relaxation gives
// no whole value, or on whether a loop is passed at all where the piece of its floor decides.

import { iterationBounds } from './iteration-bounds.js';
import { type Fraction, leastSum } from './linear-program.js';
import { isMet, type Piece, piecesOf } from './pieces.js';
import { propagate, type Range, rangesAreEmpty } from './propagate.js';
import type { SummaryFormula } from './summary-formula.js';

export interface Solution {
  /** Iterations per variable. */
  readonly assignment: readonly number[];
}

/**
 * A satisfying assignment with few iterations, each at least `least`; undefined when there is none; `too-large` when its numbers
 * leave what is exact. Yields the work done.
 */
export function* solveSummary(
  formula: SummaryFormula,
  least = 0,
): Generator<number, Solution | 'too-large' | undefined, void> {
  const bounds = iterationBounds(formula, least);
  if (bounds.some((bound) => !Number.isFinite(bound))) return 'too-large';
  const pieces = piecesOf(formula);
  const assignment = bounds.map(() => least);
  const alone = pieces.filter((piece) => variablesOf(piece).length === 0);
  if (alone.some((piece) => !isMet(piece, assignment))) return undefined;
  for (const group of independentGroups(formula.variables, pieces)) {
    const ranges = bounds.map((most): Range => [least, most]);
    const found = yield* branchAndBound(group, ranges);
    if (!found) return undefined;
    for (const variable of group.variables) assignment[variable] = found[variable]!;
  }
  return { assignment };
}

interface Group {
  readonly variables: readonly number[];
  readonly pieces: readonly Piece[];
}

function variablesOf({ coefficients, needs }: Piece): number[] {
  return coefficients.flatMap((c, variable) => (c !== 0 || variable === needs ? [variable] : []));
}

/** Variables that are linked by pieces, with those pieces. */
function independentGroups(variables: number, pieces: readonly Piece[]): Group[] {
  const leader = Array.from({ length: variables }, (_, variable) => variable);
  const find = (variable: number): number => {
    let at = variable;
    while (leader[at] !== at) at = leader[at]!;
    return at;
  };
  for (const piece of pieces) {
    const [first, ...others] = variablesOf(piece);
    for (const other of others) leader[find(other)] = find(first!);
  }
  const leaders = [...new Set(leader.map((_, variable) => find(variable)))];
  return leaders.map((one) => ({
    variables: leader.flatMap((_, variable) => (find(variable) === one ? [variable] : [])),
    pieces: pieces.filter((piece) => variablesOf(piece).some((variable) => find(variable) === one)),
  }));
}

/** Depth first, smaller counts first; ranges that are left open are shrunk copies, so the stack is all there is. */
function* branchAndBound(
  { variables, pieces }: Group,
  ranges: readonly Range[],
): Generator<number, readonly number[] | undefined, void> {
  const open: (readonly Range[])[] = [ranges];
  for (let node = open.pop(); node; node = open.pop()) {
    yield pieces.length;
    const tight = propagate(pieces, node);
    if (rangesAreEmpty(tight)) continue;
    const relaxed = yield* leastPoint(variables, pieces, tight);
    if (!relaxed) continue;
    const fractional = variables.find((variable) => relaxed[variable]!.denominator !== 1n);
    if (fractional !== undefined) {
      const { numerator, denominator } = relaxed[fractional]!;
      const below = Number(numerator / denominator);
      open.push(withRange(tight, fractional, [below + 1, tight[fractional]![1]]));
      open.push(withRange(tight, fractional, [tight[fractional]![0], below]));
      continue;
    }
    const counts = relaxed.map(({ numerator }) => Number(numerator));
    const violated = pieces.find((piece) => !isMet(piece, counts));
    if (!violated) return counts;
    // Only a floor whose loop may still be left out is not part of the relaxation.
    const undecided = violated.needs!;
    open.push(withRange(tight, undecided, [1, tight[undecided]![1]]));
    open.push(withRange(tight, undecided, [0, 0]));
  }
  return undefined;
}

function withRange(ranges: readonly Range[], variable: number, range: Range): Range[] {
  return ranges.map((other, i) => (i === variable ? range : other));
}

/** Of the linear program, with variables counted from the lower ends of their ranges. */
function* leastPoint(
  variables: readonly number[],
  pieces: readonly Piece[],
  ranges: readonly Range[],
): Generator<number, Fraction[] | undefined, void> {
  const rows = pieces.flatMap(({ constant, coefficients, needs, atMost }) => {
    if (needs !== undefined && ranges[needs]![0] === 0) return [];
    const least = coefficients.reduce((sum, c, i) => sum + c * ranges[i]![0], constant);
    return [tightened({ row: variables.map((variable) => coefficients[variable]!), bound: atMost - least })];
  });
  const ends = variables.map((variable, i) => ({
    row: variables.map((_, j) => (i === j ? 1 : 0)),
    bound: ranges[variable]![1] - ranges[variable]![0],
  }));
  const point = yield* leastSum(variables.length, [...rows, ...ends]);
  if (!point) return undefined;
  return ranges.map(([least], variable) => {
    const at = variables.indexOf(variable);
    const { numerator, denominator } = at < 0 ? { numerator: 0n, denominator: 1n } : point[at]!;
    return { numerator: numerator + BigInt(least) * denominator, denominator };
  });
}

/** Divided by what all coefficients share: whole numbers lose nothing, and what lies between them is cut off. */
function tightened({ row, bound }: { row: number[]; bound: number }): { row: number[]; bound: number } {
  const divisor = row.reduce(greatestDivisor, 0);
  if (divisor <= 1) return { row, bound };
  return { row: row.map((c) => c / divisor), bound: Math.floor(bound / divisor) };
}

function greatestDivisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
