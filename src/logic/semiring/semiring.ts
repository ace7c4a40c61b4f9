// Bounded idempotent semirings: what the weights of a pushdown system are drawn from (000, Def. 5; 004, Def. 2).
// combine joins alternatives, extend follows one piece of a path by the next. Laws: laws.ts. In the order
// a <= b iff combine(a, b) = a there must be no infinite descending chain, or saturation does not end.
// Weights are immutable, and never `undefined`.

export interface Semiring<W> {
  /** For messages and tests. */
  readonly name: string;
  /** No path: neutral for combine, annihilates extend. */
  readonly zero: W;
  /** The empty path: neutral for extend. */
  readonly one: W;
  readonly combine: (a: W, b: W) => W;
  /** First `a`, then `b`. */
  readonly extend: (a: W, b: W) => W;
  readonly equal: (a: W, b: W) => boolean;
  readonly print: (weight: W) => string;
}

/**
 * What a return does with the caller's weight up to the call and with the callee's, which starts with the weight of
 * the call rule (004, Def. 3). Ordinary calls use `extend`.
 */
export type MergingFunction<W> = (caller: W, callee: W) => W;

export function isZero<W>(semiring: Semiring<W>, weight: W): boolean {
  return semiring.equal(weight, semiring.zero);
}

export function combineAll<W>(semiring: Semiring<W>, weights: Iterable<W>): W {
  let total = semiring.zero;
  for (const weight of weights) total = semiring.combine(total, weight);
  return total;
}

export function extendAll<W>(semiring: Semiring<W>, weights: Iterable<W>): W {
  let total = semiring.one;
  for (const weight of weights) total = semiring.extend(total, weight);
  return total;
}
