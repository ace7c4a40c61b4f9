// post* of one process over a domain of diagrams (Alg. 2, lines 1 to 3): for every accepting state of its side the combined
// weight of all paths on which the process stops in it. Diagrams that transitions no longer need are collected between
// two steps; what saturation still holds is known from the changes it reports.

import type { Stop } from '../../../../base/budget.js';
import type { SideStateId } from '../../../../logic/access-patterns/side-automaton.js';
import type { Edge } from '../../../../logic/bdd/edge.js';
import { isZero } from '../../../../logic/semiring/semiring.js';
import { PAutomaton } from '../../../../model/pushdown/p-automaton.js';
import { postStarSteps } from '../../../../model/pushdown/post-star.js';
import type { SaturatedAutomaton } from '../../../../model/pushdown/saturated-automaton.js';
import type { SaturationEvent } from '../../../../model/pushdown/saturation.js';
import type { WeightedSystem } from '../../../../model/pushdown/weighted-system.js';
import type { ProcessProduct } from '../../product/product.js';
import { type ProcessPushdown, processPushdown } from '../process-pushdown.js';
import { type HistoryDomain, type HistoryWeight, weightOfAction } from './history-domain.js';

export interface BddSaturation {
  /** Weights other than zero, protected from collection. */
  readonly finals: ReadonlyMap<SideStateId, HistoryWeight>;
  readonly rules: number;
  readonly transitions: number;
}

/** Steps between two chances to collect garbage or to stop. */
const tick = 256;

export function* saturateWithDiagrams(
  product: ProcessProduct,
  domain: HistoryDomain,
): Generator<number, BddSaturation | undefined, Stop | undefined> {
  const pushdown = processPushdown(product);
  const weighted = weigh(pushdown, domain);
  const live = new LiveDiagrams(weighted);
  const query = new PAutomaton(weighted.system.stateCount, weighted.semiring);
  query.addConfiguration(pushdown.initial, domain.initial);
  const steps = postStarSteps(weighted, query, { tick, observe: (event) => live.record(event) });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return result(product, pushdown, domain, step.value, live);
    domain.bdd.safePoint(live.diagrams());
    if (yield step.value.transitions) return undefined;
  }
}

function weigh({ system, rules, phaseOf }: ProcessPushdown, domain: HistoryDomain): WeightedSystem<HistoryWeight> {
  const known = new Map<string, HistoryWeight>();
  const weights = rules.map(({ action }, rule) => {
    const phase = phaseOf(system.rules.from.get(rule));
    const key = `${phase} ${action.guessed} ${action.effect} ${action.locks} ${action.beginsPhase}`;
    const weight = known.get(key) ?? weightOfAction(domain, action, phase);
    known.set(key, weight);
    return weight;
  });
  return { system, semiring: domain.semiring, weights };
}

function result(
  product: ProcessProduct,
  { stopped, rules }: ProcessPushdown,
  { bdd, semiring }: HistoryDomain,
  automaton: SaturatedAutomaton<HistoryWeight>,
  live: LiveDiagrams,
): BddSaturation {
  const toFinal = automaton.weightsToFinal((weights) => bdd.safePoint(live.diagrams(weights)));
  const finals = new Map<SideStateId, HistoryWeight>();
  product.automaton.states.forEach(({ accepting }, state) => {
    if (!accepting) return;
    const weight = automaton.weightOfAllStacks(stopped(state));
    if (!isZero(semiring, weight)) finals.set(state, weight);
    for (const diagram of weight) bdd.protect(diagram);
    bdd.safePoint(live.diagrams(toFinal));
  });
  return { finals, rules: rules.length, transitions: automaton.transitionCount };
}

/** The weights that saturation holds: those of the rules, and the last one of every transition. */
class LiveDiagrams {
  readonly #weights = new Map<string, HistoryWeight>();

  constructor(readonly weighted: WeightedSystem<HistoryWeight>) {}

  record({ from, symbol, to, weight }: SaturationEvent<HistoryWeight>): void {
    this.#weights.set(`${from} ${symbol} ${to}`, weight);
  }

  *diagrams(more: readonly HistoryWeight[] = []): Generator<Edge> {
    for (const weight of this.weighted.weights) yield* weight;
    for (const weight of this.#weights.values()) yield* weight;
    for (const weight of more) yield* weight;
  }
}
