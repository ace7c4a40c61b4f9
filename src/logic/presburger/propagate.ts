// Ranges of variables, narrowed by linear inequalities: what the others take at least bounds what a variable may take.

import type { Piece } from './pieces.js';

/** Least and most; empty when least > most. */
export type Range = readonly [least: number, most: number];

/** Rounds over all pieces; what still creeps after so many is left to whoever branches. */
const mostRounds = 20;

export function rangesAreEmpty(ranges: readonly Range[]): boolean {
  return ranges.some(([least, most]) => least > most);
}

export function propagate(pieces: readonly Piece[], ranges: readonly Range[]): Range[] {
  const narrowed = [...ranges];
  for (let round = 0, changed = true; changed && round < mostRounds; round++) {
    changed = false;
    for (const piece of pieces) {
      if (narrow(piece, narrowed)) changed = true;
      if (rangesAreEmpty(narrowed)) return narrowed;
    }
  }
  return narrowed;
}

/** Mutates `ranges`; tells whether it did. */
function narrow({ constant, coefficients, needs, atMost }: Piece, ranges: Range[]): boolean {
  if (needs !== undefined && ranges[needs]![1] === 0) return false;
  const least = coefficients.reduce((sum, c, i) => (c === 0 ? sum : sum + leastOf(c, ranges[i]!)), constant);
  if (needs !== undefined && ranges[needs]![0] === 0) {
    // It may only be that the loop is left out.
    if (least <= atMost) return false;
    ranges[needs] = [0, 0];
    return true;
  }
  let changed = false;
  for (const [variable, c] of coefficients.entries()) {
    if (c === 0) continue;
    const [low, high] = ranges[variable]!;
    const room = atMost - (least - leastOf(c, [low, high]));
    const [from, to] = c > 0 ? [low, Math.floor(room / c)] : [Math.ceil(room / c), high];
    if (from <= low && to >= high) continue;
    ranges[variable] = [Math.max(low, from), Math.min(high, to)];
    changed = true;
    if (ranges[variable]![0] > ranges[variable]![1]) return true;
  }
  if (coefficients.every((c) => c === 0) && least > atMost) {
    ranges[needs ?? 0] = [1, 0];
    return true;
  }
  return changed;
}

function leastOf(coefficient: number, [low, high]: Range): number {
  return coefficient * (coefficient > 0 ? low : high);
}
