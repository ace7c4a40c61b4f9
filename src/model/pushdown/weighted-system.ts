// Extended weighted pushdown systems (004, Def. 4): a pushdown system, a domain, a weight per rule, and for push rules
// optionally a merging function. Without one a return extends the caller's weight by the callee's.

import type { MergingFunction, Semiring } from '../../logic/semiring/semiring.js';
import type { PushdownSystem } from './pushdown-system.js';

export interface WeightedSystem<W> {
  readonly system: PushdownSystem;
  readonly semiring: Semiring<W>;
  /** By rule number. */
  readonly weights: readonly W[];
  /** By rule number; only push rules have one. */
  readonly merges?: ReadonlyMap<number, MergingFunction<W>>;
}

/** Every rule has weight one: plain reachability over the domain given. */
export function unweighted<W>(system: PushdownSystem, semiring: Semiring<W>): WeightedSystem<W> {
  return { system, semiring, weights: new Array<W>(system.rules.count).fill(semiring.one) };
}

export function mergingOf<W>({ merges, semiring }: WeightedSystem<W>, rule: number): MergingFunction<W> {
  return merges?.get(rule) ?? semiring.extend;
}

/** The same system over another domain. */
export function mapWeights<V, W>(
  weighted: WeightedSystem<V>,
  semiring: Semiring<W>,
  weightOf: (weight: V, rule: number) => W,
  mergingOf: (merge: MergingFunction<V>, rule: number) => MergingFunction<W>,
): WeightedSystem<W> {
  const merges = new Map([...(weighted.merges ?? [])].map(([rule, merge]) => [rule, mergingOf(merge, rule)]));
  return { system: weighted.system, semiring, weights: weighted.weights.map(weightOf), merges };
}
