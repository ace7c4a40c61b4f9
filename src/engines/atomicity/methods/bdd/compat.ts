// Compat (000, Def. 4) as a diagram over the histories of two processes in the same phase, a conjunction of small clauses.
// The first history is *transposed*: its RH[i][j] and AH[i][j] stand where the second has RH[j][i] and AH[j][i]. So the
// two bits of every clause are neighbours, and the diagram is linear in the number of bits.

import type { Bdd } from '../../../../logic/bdd/bdd.js';
import type { Renaming } from '../../../../logic/bdd/chosen.js';
import { type Edge, TRUE } from '../../../../logic/bdd/edge.js';
import type { VectorRelations } from '../../../../logic/bdd/vector-relations.js';
import type { HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import type { HistoryBits } from './history-bits.js';

/** Two histories, by their bits: the transposed one of u, and that of v. */
export interface HistoryPair {
  readonly u: (bit: number) => Edge;
  readonly v: (bit: number) => Edge;
}

export class Compat {
  constructor(
    readonly bdd: Bdd,
    readonly bits: HistoryBits,
    readonly rules: HistoryRules,
  ) {}

  /** Compat in one phase. */
  diagram(pair: HistoryPair): Edge {
    const clauses = this.bits
      .eachLock()
      .flatMap((lock) => [...this.#lockClauses(lock, pair), ...this.#cycleClauses(lock, pair)]);
    return clauses.reduceRight((all, clause) => this.bdd.and(clause, all), TRUE);
  }

  /** By number of phases - 1: Compat in every phase. Protected. */
  inPhases(phases: number, pairIn: (phase: number) => HistoryPair): Edge[] {
    let all = TRUE;
    return Array.from({ length: phases }, (_, phase) => {
      all = this.bdd.and(all, this.diagram(pairIn(phase)));
      return this.bdd.protect(all);
    });
  }

  /** Conditions 1 and 2 (initially and finally held) and 5 (held throughout, and acquired or used). */
  #lockClauses(lock: number, { u, v }: HistoryPair): Edge[] {
    const { bits, bdd } = this;
    const [R, U, A, HT] = [bits.R(lock), bits.U(lock), bits.A(lock), bits.HT(lock)];
    const notBoth = (one: readonly number[], other: readonly number[]) =>
      bdd.not(bdd.and(this.#any(one.map(u)), this.#any(other.map(v))));
    return [
      notBoth([R, HT], [R, HT]),
      notBoth([A, HT], [A, HT]),
      ...(this.rules.heldThroughout ? [notBoth([A, U], [HT]), notBoth([HT], [A, U])] : []),
    ];
  }

  /** Conditions 3 and 4: not both j ∈ AH1[i] and i ∈ AH2[j], and the same for RH. Transposed, they are one bit of each. */
  #cycleClauses(lock: number, { u, v }: HistoryPair): Edge[] {
    const { bits, bdd } = this;
    const notBoth = (bit: number) => bdd.not(bdd.and(u(bit), v(bit)));
    return bits
      .eachLock()
      .flatMap((other) => [
        ...(this.rules.acquisitionCycles ? [notBoth(bits.AH(lock, other))] : []),
        ...(this.rules.releaseCycles ? [notBoth(bits.RH(lock, other))] : []),
      ]);
  }

  #any(literals: readonly Edge[]): Edge {
    return literals.reduce((any, literal) => this.bdd.or(any, literal));
  }
}

/** Moves the columns of u to their twins, transposed. */
export function transposition(vectors: VectorRelations, transposed: (bit: number) => number): Renaming {
  return vectors.moving((bit, place) => {
    const isColumn = place % 2 === 1;
    return isColumn ? { bit: transposed(bit), place: place + 1 } : { bit, place };
  });
}
