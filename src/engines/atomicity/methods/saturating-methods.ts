// The methods `antichain` (the default) and `explicit` (Alg. 1) in the form of all methods; and `tupling`, Alg. 1 on slices
// with late guesses, which differs from the default in keeping all tuples, for comparison with splitting.

import type { PatternSheet } from '../../../logic/access-patterns/pattern-sheet.js';
import {
  antichainRules,
  type CompatibleFacts,
  type DecisionRules,
  explicitRules,
  PairDecider,
} from '../decide/pair-decider.js';
import type { FlowProcess } from '../flow/flow.js';
import { type Answer, type Deciding, type DecisionMethod, holds, type MethodStatistics, violated } from './method.js';

const rulesOf = {
  antichain: antichainRules,
  explicit: explicitRules,
  tupling: { ...antichainRules, antichains: false },
} satisfies Record<string, DecisionRules>;

export class SaturatingMethod implements DecisionMethod {
  readonly #decider: PairDecider;

  constructor(readonly name: keyof typeof rulesOf) {
    this.#decider = new PairDecider(rulesOf[name]);
  }

  get statistics(): MethodStatistics {
    const { saturations, facts } = this.#decider.statistics;
    return { saturations, facts };
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], sheet: PatternSheet): Deciding {
    const decided = yield* this.#decider.decide(first, second, variables, sheet);
    if (!decided) return undefined;
    const { firstIsU, secondIsU } = decided.answer;
    return { firstIsU: firstIsU.map(answerOf), secondIsU: secondIsU.map(answerOf) };
  }
}

function answerOf(facts: CompatibleFacts | undefined): Answer {
  return facts ? violated : holds;
}
