// Rule sequences behind weights: the system and the query are lifted to the witness domain, saturated as ever, and the
// weight of a configuration then knows the paths it stands for.

import { firstPath, pathsOf, type Witnessed, withWitnesses } from '../../logic/semiring/witnesses.js';
import type { PAutomaton } from './p-automaton.js';
import { postStar } from './post-star.js';
import { preStar } from './pre-star.js';
import type { Configuration } from './pushdown-system.js';
import type { Direction, SaturatedAutomaton } from './saturated-automaton.js';
import { mapWeights, type WeightedSystem } from './weighted-system.js';

export interface WitnessedProblem<W> {
  readonly weighted: WeightedSystem<Witnessed<W>>;
  readonly query: PAutomaton<Witnessed<W>>;
}

export function witnessed<W>(weighted: WeightedSystem<W>, query: PAutomaton<W>): WitnessedProblem<W> {
  const semiring = withWitnesses(weighted.semiring);
  return {
    weighted: mapWeights(weighted, semiring, (weight, rule) => semiring.ofRule(rule, weight), semiring.merging),
    query: query.map(semiring, semiring.given),
  };
}

export function saturateWithWitnesses<W>(
  direction: Direction,
  weighted: WeightedSystem<W>,
  query: PAutomaton<W>,
): SaturatedAutomaton<Witnessed<W>> {
  const problem = witnessed(weighted, query);
  const saturate = direction === 'post' ? postStar : preStar;
  return saturate(problem.weighted, problem.query);
}

/**
 * A rule sequence between the query's configurations and this one (towards it for post*, from it for pre*), or
 * undefined if it is not accepted. In a totally ordered domain the sequence has the configuration's weight.
 */
export function witnessRun<W>(
  automaton: SaturatedAutomaton<Witnessed<W>>,
  configuration: Configuration,
): number[] | undefined {
  return firstPath(automaton.weightOf(configuration).trace);
}

/** Rule sequences whose values combine to the configuration's weight; possibly very many. */
export function witnessRuns<W>(
  automaton: SaturatedAutomaton<Witnessed<W>>,
  configuration: Configuration,
): Generator<number[]> {
  return pathsOf(automaton.weightOf(configuration).trace);
}
