// What Alg. 2 needs of a weight domain over lock histories in decision diagrams: `multi-arity-domain.ts` is the paper's,
// `plain-domain.ts` the plain relational encoding that it improves on (000 section 8).

import type { Bdd } from '../../../../logic/bdd/bdd.js';
import { type Edge, FALSE, isFailure } from '../../../../logic/bdd/edge.js';
import type { PowerSeries } from '../../../../logic/semiring/multi-arity-relations.js';
import { extendAll, type Semiring } from '../../../../logic/semiring/semiring.js';
import type { PhaseAction } from '../process-pushdown.js';

export type HistoryWeight = PowerSeries<Edge>;

export interface HistoryDomain {
  readonly bdd: Bdd;
  readonly semiring: Semiring<HistoryWeight>;
  readonly acquire: (lock: number, phase: number) => HistoryWeight;
  readonly release: (lock: number, phase: number) => HistoryWeight;
  /** Changes nothing, and is possible only with a history that ends with just these locks held. */
  readonly hold: (locks: readonly number[], phase: number) => HistoryWeight;
  /** The weight of the initial configuration: no lock has ever been touched. */
  readonly initial: HistoryWeight;
  /** The end of `phase` and the beginning of the next. */
  readonly nextPhase: (phase: number) => HistoryWeight;
  /**
   * Have two processes that start without locks compatible tuples of that many phases? The last line of Alg. 2, one
   * conjunction. Undefined if the diagrams have become too large.
   */
  readonly haveCompatible: (u: HistoryWeight, v: HistoryWeight, phases: number) => boolean | undefined;
}

/** The weight of what a process does in `phase`. */
export function weightOfAction(domain: HistoryDomain, action: PhaseAction, phase: number): HistoryWeight {
  const { guessed, effect, locks, beginsPhase } = action;
  const now = phase + guessed;
  const guesses = Array.from({ length: guessed }, (_, i) => domain.nextPhase(phase + i));
  const changes = effectOn(domain, effect, locks, now);
  return extendAll(domain.semiring, [...guesses, ...changes, ...(beginsPhase ? [domain.nextPhase(now)] : [])]);
}

function effectOn(
  domain: HistoryDomain,
  effect: PhaseAction['effect'],
  locks: readonly number[],
  phase: number,
): HistoryWeight[] {
  switch (effect) {
    case 'none':
      return [];
    case 'hold':
      return [domain.hold(locks, phase)];
    case 'acquire':
    case 'release':
      return locks.map((lock) => domain[effect](lock, phase));
    case 'use':
      return locks.flatMap((lock) => [domain.acquire(lock, phase), domain.release(lock, phase)]);
  }
}

export function nonEmpty(set: Edge): boolean | undefined {
  return isFailure(set) ? undefined : set !== FALSE;
}
