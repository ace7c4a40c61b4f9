// The plain relational encoding (000 section 8, after Schwoon): a weight relates whole tuples of lock histories, one per
// phase of the pattern, before and after. Phases that a path does not touch are copied, which is what the multi-arity
// domain saves. Kept for comparison. A vector holds all phases, one after the other.

import { Bdd, type BddOptions } from '../../../../logic/bdd/bdd.js';
import { column, start, twin, VectorRelations, vectorVariables } from '../../../../logic/bdd/vector-relations.js';
import type { HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import { multiArityRelations } from '../../../../logic/semiring/multi-arity-relations.js';
import { Compat, transposition } from './compat.js';
import { HistoryBits } from './history-bits.js';
import { type HistoryDomain, type HistoryWeight, nonEmpty } from './history-domain.js';
import { type BitChanges, HistoryUpdates } from './history-updates.js';

export function plainVariables(locks: number, phases: number): number {
  return vectorVariables(new HistoryBits(locks).count * phases, 1);
}

export function plainDomain(
  locks: number,
  phases: number,
  rules: HistoryRules,
  limits: Omit<BddOptions, 'variableCount'>,
): HistoryDomain {
  const bits = new HistoryBits(locks);
  const bdd = new Bdd({ ...limits, variableCount: plainVariables(locks, phases) });
  const vectors = new VectorRelations(bdd, bits.count * phases, 1);
  // Binary relations are power series with one term.
  const semiring = multiArityRelations(vectors, 1);
  const place = (bit: number, phase: number) => phase * bits.count + bit;
  const updates = (phase: number) =>
    new HistoryUpdates(bdd, bits, rules, (bit) => vectors.literal(place(bit, phase), start));
  const changing = (phase: number, changes: BitChanges): HistoryWeight => {
    const placed = [...changes].map(([bit, value]) => [place(bit, phase), value] as const);
    return semiring.monomial(bdd.protect(vectors.update(new Map(placed))), 0);
  };
  const inEachPhase = (weightIn: (phase: number) => HistoryWeight) =>
    Array.from({ length: phases }, (_, phase) => weightIn(phase));
  const perLock = (kind: 'acquire' | 'release') =>
    bits.eachLock().map((lock) => inEachPhase((phase) => changing(phase, updates(phase)[kind](lock))));
  const [acquire, release] = [perLock('acquire'), perLock('release')];
  const nextPhase = inEachPhase((phase) =>
    phase + 1 < phases ? changing(phase + 1, updates(phase).nextPhase()) : semiring.zero,
  );
  const compat = new Compat(bdd, bits, rules).inPhases(phases, (phase) => ({
    u: (bit) => vectors.literal(place(bit, phase), twin(1)),
    v: (bit) => vectors.literal(place(bit, phase), column(1)),
  }));
  const apart = transposition(vectors, (bit) => bit - (bit % bits.count) + bits.transposed(bit % bits.count));
  return {
    bdd,
    semiring,
    acquire: (lock, phase) => acquire[lock]![phase]!,
    release: (lock, phase) => release[lock]![phase]!,
    hold: (held, phase) => semiring.monomial(bdd.and(vectors.identity, updates(phase).ending(held, phase)), 0),
    initial: semiring.monomial(bdd.protect(vectors.zero()), 0),
    nextPhase: (phase) => nextPhase[phase]!,
    haveCompatible: ([u], [v], asked) => {
      const mine = bdd.rename(vectors.imageOfZero(u!), apart);
      return nonEmpty(bdd.and(bdd.and(mine, compat[asked - 1]!), vectors.imageOfZero(v!)));
    },
  };
}
