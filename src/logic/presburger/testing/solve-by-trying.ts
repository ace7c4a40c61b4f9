// The oracle: assignments one by one, each variable up to where more iterations only add, given those before it.

import { applyShift, evaluate, iterate, operationsOf, type SummaryFormula, type Term } from '../summary-formula.js';

export interface Solution {
  /** Iterations per variable. */
  readonly assignment: readonly number[];
}

/** A satisfying assignment, smallest iteration counts first, from `least` on; undefined when there is none. Yields per assignment tried. */
export function* solveByTrying(formula: SummaryFormula, least = 0): Generator<number, Solution | undefined, void> {
  const { variables, constraints } = formula;
  const assignment: number[] = [];
  const bounds: number[] = [];
  for (;;) {
    if (assignment.length === variables) {
      if (constraints.every(({ term, atMost }) => evaluate(term, assignment) <= atMost)) return { assignment };
      yield constraints.length;
      if (!advance(assignment, bounds)) return undefined;
    } else {
      bounds.push(Math.max(least, usefulIterations(formula, assignment)));
      assignment.push(least);
    }
  }
}

/** The next assignment in the tree: raise the last variable that may still be raised. */
function advance(assignment: number[], bounds: number[]): boolean {
  while (assignment.length > 0) {
    const last = assignment.length - 1;
    if (assignment[last]! < bounds[last]!) {
      assignment[last]!++;
      return true;
    }
    assignment.pop();
    bounds.pop();
  }
  return false;
}

/** How many iterations of the next variable can matter, given the ones before. */
function usefulIterations({ constraints }: SummaryFormula, assignment: readonly number[]): number {
  let most = 0;
  for (const { term } of constraints) most = Math.max(most, iterationsToFloor(term, assignment));
  return most;
}

function iterationsToFloor(term: Term, assignment: readonly number[]): number {
  const { start, operations } = operationsOf(term);
  let value = start;
  for (const operation of operations) {
    if (operation.kind === 'shifted') value = applyShift(value, operation.by);
    else if (operation.variable < assignment.length)
      value = iterate(value, operation.by, assignment[operation.variable]!);
    else if (operation.variable === assignment.length) {
      const { shift, floor } = operation.by;
      if (shift >= 0) return 1;
      return 1 + Math.max(0, Math.ceil((applyShift(value, operation.by) - floor) / -shift));
    } else return 0;
  }
  return 0;
}
