// The oracle: configurations as they are, one step at a time, up to a depth of the stack and a length of runs.

import type { Configuration, PushdownSystem } from '../pushdown-system.js';
import { stepper } from '../step.js';
import { valuation } from '../valuation.js';
import type { WeightedSystem } from '../weighted-system.js';

export function configurationKey({ state, stack }: Configuration): string {
  return `${state}:${stack}`;
}

export interface Found<W> {
  readonly configuration: Configuration;
  weight: W;
}

export interface SearchOutcome<W> {
  readonly found: ReadonlyMap<string, Found<W>>;
  /** Nothing was cut off, so that weights are exact and not just part of the truth. */
  readonly complete: boolean;
}

/** Fixpoint over all configurations with stacks up to `depth` (no merging functions: weights extend along steps). */
export function boundedSearch<W>(
  { system, semiring, weights }: WeightedSystem<W>,
  start: Configuration,
  depth: number,
): SearchOutcome<W> {
  const successors = stepper(system);
  const found = new Map<string, Found<W>>([[configurationKey(start), { configuration: start, weight: semiring.one }]]);
  const work = [...found.values()];
  let complete = true;
  for (let current = work.pop(); current; current = work.pop()) {
    for (const { rule, configuration } of successors(current.configuration)) {
      const weight = semiring.extend(current.weight, weights[rule]!);
      if (semiring.equal(weight, semiring.zero)) continue;
      if (configuration.stack.length > depth) {
        complete = false;
        continue;
      }
      const key = configurationKey(configuration);
      const known = found.get(key);
      if (!known) {
        const fresh = { configuration, weight };
        found.set(key, fresh);
        work.push(fresh);
        continue;
      }
      const combined = semiring.combine(known.weight, weight);
      if (semiring.equal(combined, known.weight)) continue;
      known.weight = combined;
      work.push(known);
    }
  }
  return { found, complete };
}

export interface Run {
  readonly rules: readonly number[];
  readonly end: Configuration;
}

/** All runs of at most `length` steps, breadth first, cut off after `most`. */
export function boundedRuns(system: PushdownSystem, start: Configuration, length: number, most: number) {
  const successors = stepper(system);
  const runs: Run[] = [{ rules: [], end: start }];
  let complete = true;
  for (let i = 0; i < runs.length; i++) {
    const { rules, end } = runs[i]!;
    const steps = successors(end);
    if (steps.length > 0 && (rules.length === length || runs.length + steps.length > most)) complete = false;
    else runs.push(...steps.map(({ rule, configuration }) => ({ rules: [...rules, rule], end: configuration })));
  }
  return { runs, complete };
}

/** Combined values of runs by where they end: the definition of meet over all valid paths. */
export function valuesByEnd<W>(weighted: WeightedSystem<W>, runs: readonly Run[]): Map<string, Found<W>> {
  const { semiring } = weighted;
  const values = new Map<string, Found<W>>();
  for (const { rules, end } of runs) {
    const weight = valuation(weighted, rules);
    const known = values.get(configurationKey(end));
    if (known) known.weight = semiring.combine(known.weight, weight);
    else values.set(configurationKey(end), { configuration: end, weight });
  }
  return values;
}
