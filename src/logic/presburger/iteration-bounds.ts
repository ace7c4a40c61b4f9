// How many iterations of each loop need be considered. Every operation is monotone, and from some iteration on a loop only adds: once
// each shrinking count has met its floor, more iterations give larger counts everywhere. Constraints bound from above, so a
// solution stays one when a count of iterations beyond that point is lowered to it. In the order of the variables, since how
// large a count is before a loop depends on the loops before it.

import {
  applyShift,
  type ClampedShift,
  iterate,
  operationsOf,
  type SummaryFormula,
  type Term,
} from './summary-formula.js';

/** By variable; at least `least`. Not finite where numbers leave what is exact. */
export function iterationBounds({ variables, constraints }: SummaryFormula, least: number): number[] {
  const bounds: number[] = [];
  for (let variable = 0; variable < variables; variable++) {
    const needed = constraints.map(({ term }) => iterationsToFloor(term, bounds));
    const most = Math.max(least, ...needed);
    bounds.push(Number.isSafeInteger(most * 1024) ? most : Number.POSITIVE_INFINITY);
  }
  return bounds;
}

/** Of the first variable that has no bound yet, with the counts before it as large as the others allow. */
function iterationsToFloor(term: Term, bounds: readonly number[]): number {
  const { start, operations } = operationsOf(term);
  let value = start;
  for (const operation of operations) {
    const { by } = operation;
    if (operation.kind === 'shifted') value = applyShift(value, by);
    else if (operation.variable < bounds.length) value = largest(value, by, bounds[operation.variable]!);
    else if (operation.variable > bounds.length) return 0;
    else if (by.shift >= 0) return 1;
    else return 1 + Math.max(0, Math.ceil((applyShift(value, by) - by.floor) / -by.shift));
  }
  return 0;
}

/** After at most so many iterations; the first one may lift it to the floor. */
function largest(value: number, by: ClampedShift, most: number): number {
  return Math.max(value, iterate(value, by, 1), by.shift > 0 ? iterate(value, by, most) : value);
}
