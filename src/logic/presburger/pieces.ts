// A summary formula as linear inequalities. A term is a maximum of linear functions of the iteration counts: where it starts, or the
// floor of a shift, plus every shift that comes after. For x (+)_b d passed k times that is max(x + k d, b) with d < 0,
// max(x + k d, b + (k - 1) d) with d >= 0, both for k >= 1, and x for k = 0: so x + k d is always below it, and the piece
// of the floor counts only where the loop is passed at all.

import { operationsOf, type SummaryFormula, type Term } from './summary-formula.js';

/** constant + sum of coefficients times variables <= atMost, if the variable `needs` is at least 1. */
export interface Piece {
  readonly constant: number;
  /** By variable; 0 where it does not occur. */
  readonly coefficients: readonly number[];
  readonly needs: number | undefined;
  readonly atMost: number;
}

export function piecesOf({ variables, constraints }: SummaryFormula): Piece[] {
  return constraints.flatMap(({ term, atMost }) =>
    functionsOf(term, variables).map(({ constant, coefficients, needs }) => ({
      constant,
      coefficients,
      needs,
      atMost,
    })),
  );
}

interface LinearFunction {
  constant: number;
  readonly coefficients: number[];
  readonly needs: number | undefined;
}

function functionsOf(term: Term, variables: number): LinearFunction[] {
  const { start, operations } = operationsOf(term);
  const zeros = () => Array.from({ length: variables }, () => 0);
  const functions: LinearFunction[] = [{ constant: start, coefficients: zeros(), needs: undefined }];
  for (const operation of operations) {
    const { shift, floor } = operation.by;
    if (operation.kind === 'shifted') {
      for (const one of functions) one.constant += shift;
      functions.push({ constant: floor, coefficients: zeros(), needs: undefined });
    } else {
      for (const one of functions) one.coefficients[operation.variable]! += shift;
      const coefficients = zeros();
      if (shift > 0) coefficients[operation.variable] = shift;
      functions.push({ constant: floor - Math.max(0, shift), coefficients, needs: operation.variable });
    }
  }
  return functions;
}

/** Is the piece met by these counts? */
export function isMet(piece: Piece, counts: readonly number[]): boolean {
  if (piece.needs !== undefined && counts[piece.needs] === 0) return true;
  return piece.coefficients.reduce((sum, c, i) => sum + c * counts[i]!, piece.constant) <= piece.atMost;
}
