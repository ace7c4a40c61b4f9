// The multi-arity relational domain (000, Defs. 7 and 8): formal power series c0 + c1 z + … with fewer than `theta`
// terms, where c_i is a relation of arity i + 2. Multiplication is that of polynomials with composition for
// coefficients; powers >= theta are dropped. One factor z per phase transition: the power counts phases.

import type { RelationAlgebra } from './relation-algebra.js';
import type { Semiring } from './semiring.js';

/** Coefficient i belongs to z^i; always exactly theta of them. */
export type PowerSeries<R> = readonly R[];

export interface MultiAritySemiring<R> extends Semiring<PowerSeries<R>> {
  readonly theta: number;
  /** c z^power, all other coefficients empty. */
  readonly monomial: (coefficient: R, power: number) => PowerSeries<R>;
}

export function multiArityRelations<R>(algebra: RelationAlgebra<R>, theta: number): MultiAritySemiring<R> {
  const powers = Array.from({ length: theta }, (_, i) => i);
  const monomial = (coefficient: R, power: number) => powers.map((i) => (i === power ? coefficient : algebra.empty));
  return {
    name: `multi-arity-relations(${theta})`,
    theta,
    zero: monomial(algebra.empty, 0),
    one: monomial(algebra.identity, 0),
    combine: (a, b) => powers.map((i) => algebra.union(a[i]!, b[i]!)),
    extend: (a, b) => powers.map((i) => coefficientOfProduct(algebra, a, b, i)),
    equal: (a, b) => powers.every((i) => algebra.equal(a[i]!, b[i]!)),
    print: (series) => printSeries(algebra, series),
    monomial,
  };
}

/** Σ a_j ; b_(i-j). The arities j + 2 and i - j + 2 give i + 2. Empty factors are skipped: weights are mostly monomials. */
function coefficientOfProduct<R>(algebra: RelationAlgebra<R>, a: PowerSeries<R>, b: PowerSeries<R>, i: number): R {
  let sum = algebra.empty;
  for (let j = 0; j <= i; j++) {
    const left = a[j]!;
    const right = b[i - j]!;
    if (algebra.equal(left, algebra.empty) || algebra.equal(right, algebra.empty)) continue;
    sum = algebra.union(sum, algebra.compose(left, j + 2, right, i - j + 2));
  }
  return sum;
}

function printSeries<R>(algebra: RelationAlgebra<R>, series: PowerSeries<R>): string {
  const terms = series.flatMap((coefficient, i) =>
    algebra.equal(coefficient, algebra.empty) ? [] : [`${algebra.print(coefficient, i + 2)} z^${i}`],
  );
  return terms.length === 0 ? '0' : terms.join(' + ');
}
