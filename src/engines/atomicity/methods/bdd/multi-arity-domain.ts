// The multi-arity relational domain over lock histories (000 section 8): a path through m phases is a relation of arity
// m + 1, from the history at its start to one history per phase. A step inside a phase is {(LH, post_η(LH, a))} z^0, a
// phase transition {(LH, LH, ptrans(LH))} z^1.

import { Bdd, type BddOptions } from '../../../../logic/bdd/bdd.js';
import type { Edge } from '../../../../logic/bdd/edge.js';
import { column, start, twin, VectorRelations, vectorVariables } from '../../../../logic/bdd/vector-relations.js';
import type { HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import { multiArityRelations } from '../../../../logic/semiring/multi-arity-relations.js';
import { Compat, transposition } from './compat.js';
import { HistoryBits } from './history-bits.js';
import { type HistoryDomain, nonEmpty } from './history-domain.js';
import { type BitChanges, HistoryUpdates } from './history-updates.js';

export function multiArityVariables(locks: number, phases: number): number {
  return vectorVariables(new HistoryBits(locks).count, phases);
}

export function multiArityDomain(
  locks: number,
  phases: number,
  rules: HistoryRules,
  limits: Omit<BddOptions, 'variableCount'>,
): HistoryDomain {
  const bits = new HistoryBits(locks);
  const bdd = new Bdd({ ...limits, variableCount: multiArityVariables(locks, phases) });
  const vectors = new VectorRelations(bdd, bits.count, phases);
  const semiring = multiArityRelations(vectors, phases);
  const updates = new HistoryUpdates(bdd, bits, rules, (bit) => vectors.literal(bit, start));
  const within = (changes: BitChanges) => semiring.monomial(bdd.protect(vectors.update(changes)), 0);
  const acquire = bits.eachLock().map((lock) => within(updates.acquire(lock)));
  const release = bits.eachLock().map((lock) => within(updates.release(lock)));
  const nextPhase = semiring.monomial(bdd.protect(phaseTransition(vectors, updates)), 1);
  const compat = new Compat(bdd, bits, rules).inPhases(phases, (phase) => ({
    u: (bit) => vectors.literal(bit, twin(phase + 1)),
    v: (bit) => vectors.literal(bit, column(phase + 1)),
  }));
  const apart = transposition(vectors, (bit) => bits.transposed(bit));
  return {
    bdd,
    semiring,
    acquire: (lock) => acquire[lock]!,
    release: (lock) => release[lock]!,
    hold: (held, phase) => semiring.monomial(bdd.and(vectors.identity, updates.ending(held, phase)), 0),
    initial: semiring.monomial(bdd.protect(vectors.zero()), 0),
    nextPhase: () => nextPhase,
    haveCompatible: (u, v, asked) => {
      const mine = bdd.rename(vectors.imageOfZero(u[asked - 1]!), apart);
      return nonEmpty(bdd.and(bdd.and(mine, compat[asked - 1]!), vectors.imageOfZero(v[asked - 1]!)));
    },
  };
}

/** {(LH, LH, ptrans(LH))}: the identity from the start to column 1, and ptrans from there to column 2. */
function phaseTransition(vectors: VectorRelations, updates: HistoryUpdates): Edge {
  const { bdd } = vectors;
  const nextPhase = vectors.update(updates.nextPhase());
  const later = vectors.moving((bit, place) => ({ bit, place: place === start ? column(1) : column(2) }));
  return bdd.and(vectors.identity, bdd.rename(nextPhase, later));
}
