// Small random pushdown systems over any domain, dense enough that calls return and loops close.

import type { Rng } from '../../../base/rng.js';
import type { MergingFunction } from '../../../logic/semiring/semiring.js';
import type { SampleDomain } from '../../../logic/semiring/testing/sample-domains.js';
import { type Configuration, numberedSystem, type PushdownSystem } from '../pushdown-system.js';
import type { WeightedSystem } from '../weighted-system.js';

export function randomSystem(rng: Rng): PushdownSystem {
  const system = numberedSystem(rng.between(1, 3), rng.between(2, 4));
  const { stateCount, symbolCount, rules } = system;
  for (let i = rng.between(3, 11); i > 0; i--) {
    const pushed = Array.from({ length: rng.pick([0, 0, 1, 1, 1, 2, 2]) }, () => rng.below(symbolCount));
    rules.add(rng.below(stateCount), rng.below(symbolCount), rng.below(stateCount), pushed);
  }
  return system;
}

export function randomConfiguration(rng: Rng, { stateCount, symbolCount }: PushdownSystem, depth = 3): Configuration {
  const stack = Array.from({ length: rng.between(0, depth) }, () => rng.below(symbolCount));
  return { state: rng.below(stateCount), stack };
}

/** Weights on all rules; with `merging`, half of the push rules get a merging function of the domain. */
export function weighRandomly<W>(
  rng: Rng,
  system: PushdownSystem,
  { semiring, random, merges }: SampleDomain<W>,
  merging: boolean,
): WeightedSystem<W> {
  const weights = Array.from(system.rules, () => random(rng));
  const chosen = new Map<number, MergingFunction<W>>();
  [...system.rules].forEach(({ push }, rule) => {
    if (merging && merges.length > 0 && push.length === 2 && rng.chance(0.5)) chosen.set(rule, rng.pick(merges));
  });
  return { system, semiring, weights, merges: chosen };
}
