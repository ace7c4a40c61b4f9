// The Presburger formulas of loop summaries (paper 002, sections 4 and 5). A term is a count that passes clamped shifts,
// x (+)_b d = max(x + d, b), and loops of them, iterated kappa times. A formula bounds such terms from above; its variables
// are the iteration counts.

/** x |-> max(x + shift, floor). */
export interface ClampedShift {
  readonly shift: number;
  readonly floor: number;
}

export type Term =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'shifted'; readonly of: Term; readonly by: ClampedShift }
  /** `by` applied as often as the variable says: not at all for 0, else of (+) shift (+) (kappa - 1) shift (Thm. 3). */
  | { readonly kind: 'iterated'; readonly of: Term; readonly by: ClampedShift; readonly variable: number };

export interface Constraint {
  /** What the term counts, for printing. */
  readonly name: string;
  readonly term: Term;
  readonly atMost: number;
}

export interface SummaryFormula {
  readonly variables: number;
  readonly constraints: readonly Constraint[];
}

export function constant(value: number): Term {
  return { kind: 'constant', value };
}

/** First `first`, then `second`: clamped shifts are closed under composition. */
export function inSequence(first: ClampedShift, second: ClampedShift): ClampedShift {
  return { shift: first.shift + second.shift, floor: Math.max(first.floor + second.shift, second.floor) };
}

export function applyShift(value: number, { shift, floor }: ClampedShift): number {
  return Math.max(value + shift, floor);
}

/** `by` applied `times` times, in closed form (Thm. 3; the case of no iteration is our repair). */
export function iterate(value: number, by: ClampedShift, times: number): number {
  if (times === 0) return value;
  return Math.max(applyShift(value, by) + (times - 1) * by.shift, by.floor);
}

/** Counts are never negative, so shifting by nothing above 0 changes nothing. */
export function shifted(of: Term, by: ClampedShift): Term {
  if (by.shift === 0 && by.floor <= 0) return of;
  if (of.kind === 'constant') return constant(applyShift(of.value, by));
  if (of.kind === 'shifted') return { kind: 'shifted', of: of.of, by: inSequence(of.by, by) };
  return { kind: 'shifted', of, by };
}

export function iterated(of: Term, by: ClampedShift, variable: number): Term {
  if (by.shift === 0 && by.floor <= 0) return of;
  return { kind: 'iterated', of, by, variable };
}

/** A chain of operations, the constant first: terms are lists, so no recursion is needed. */
export function operationsOf(term: Term): {
  readonly start: number;
  readonly operations: Exclude<Term, { kind: 'constant' }>[];
} {
  const operations: Exclude<Term, { kind: 'constant' }>[] = [];
  let at = term;
  for (; at.kind !== 'constant'; at = at.of) operations.push(at);
  return { start: at.value, operations: operations.reverse() };
}

export function evaluate(term: Term, assignment: readonly number[]): number {
  const { start, operations } = operationsOf(term);
  return operations.reduce(
    (value, operation) =>
      operation.kind === 'shifted'
        ? applyShift(value, operation.by)
        : iterate(value, operation.by, assignment[operation.variable] ?? 0),
    start,
  );
}
