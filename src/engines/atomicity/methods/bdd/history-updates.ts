// post_η and ptrans (000, Fig. 3 and section 7.1) bit by bit: which bits of a lock history change, and to which function
// of the old ones. Bits that are not mentioned stay.

import type { Bdd } from '../../../../logic/bdd/bdd.js';
import { type Edge, FALSE, TRUE } from '../../../../logic/bdd/edge.js';
import type { HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import type { HistoryBits } from './history-bits.js';

/** New values by bit. */
export type BitChanges = ReadonlyMap<number, Edge>;

export class HistoryUpdates {
  constructor(
    readonly bdd: Bdd,
    readonly bits: HistoryBits,
    readonly rules: HistoryRules,
    /** The old value of a bit. */
    readonly old: (bit: number) => Edge,
  ) {}

  acquire(lock: number): BitChanges {
    const { bits } = this;
    const changes = new Map<number, Edge>();
    for (const other of bits.eachLock()) {
      changes.set(bits.AH(lock, other), other === lock ? TRUE : FALSE);
      if (other !== lock) changes.set(bits.AH(other, lock), this.old(bits.A(other)));
    }
    return changes;
  }

  /** A lock acquired in this phase becomes used; one held since its beginning becomes released, with its history. */
  release(lock: number): BitChanges {
    const { bits, bdd } = this;
    const acquired = this.old(bits.A(lock));
    const changes = new Map<number, Edge>([
      [bits.U(lock), bdd.or(this.old(bits.U(lock)), acquired)],
      [bits.HT(lock), FALSE],
    ]);
    for (const other of bits.eachLock()) {
      changes.set(bits.AH(lock, other), FALSE);
      const earlier = other === lock ? TRUE : this.#releasedOrUsed(other);
      changes.set(bits.RH(lock, other), bdd.ite(acquired, this.old(bits.RH(lock, other)), earlier));
    }
    return changes;
  }

  /** Everything is forgotten but the locks that are held. */
  nextPhase(): BitChanges {
    const { bits } = this;
    const changes = new Map<number, Edge>();
    for (let bit = 0; bit < bits.count; bit++) changes.set(bit, FALSE);
    for (const lock of bits.eachLock())
      changes.set(bits.HT(lock), this.bdd.or(this.old(bits.HT(lock)), this.old(bits.A(lock))));
    return changes;
  }

  /** The histories that end with just these locks held; in the first phase, after starting without any. */
  ending(held: readonly number[], phase: number): Edge {
    const { bits, bdd } = this;
    return bits.eachLock().reduceRight((all, lock) => {
      const [acquired, throughout] = [this.old(bits.A(lock)), this.old(bits.HT(lock))];
      const ends = held.includes(lock) ? bdd.xor(acquired, throughout) : bdd.not(bdd.or(acquired, throughout));
      const starts = phase > 0 ? TRUE : bdd.not(bdd.or(throughout, this.old(bits.R(lock))));
      return bdd.and(bdd.and(ends, bdd.and(starts, this.#isConsistent(lock))), all);
    }, TRUE);
  }

  /** What is held throughout was neither used nor released; there are histories only of what was acquired or released. */
  #isConsistent(lock: number): Edge {
    const { bits, bdd } = this;
    const touched = bdd.or(this.old(bits.U(lock)), this.old(bits.R(lock)));
    const clauses = bits
      .eachLock()
      .flatMap((other) => [
        bdd.implies(this.old(bits.AH(lock, other)), this.old(bits.A(lock))),
        bdd.implies(this.old(bits.RH(lock, other)), this.old(bits.R(lock))),
      ]);
    const throughout = bdd.implies(this.old(bits.HT(lock)), bdd.not(touched));
    return clauses.reduceRight((all, clause) => bdd.and(clause, all), throughout);
  }

  #releasedOrUsed(lock: number): Edge {
    const released = this.old(this.bits.R(lock));
    return this.rules.usesInReleaseHistory ? this.bdd.or(this.old(this.bits.U(lock)), released) : released;
  }
}
