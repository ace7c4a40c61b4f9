// The methods `antichain` (the default) and `explicit` (Alg. 1) in the form of all methods; and `tupling`, Alg. 1 on slices
// with late guesses, which differs from the default in keeping all tuples, for comparison with splitting.

import { answerEach } from '../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../logic/access-patterns/query-set.js';
import { Decider } from '../decide/decider.js';
import { antichainRules, type DecisionRules, explicitRules } from '../decide/decision-rules.js';
import type { FlowProcess } from '../flow/flow.js';
import { pairOf } from '../threads/thread-questions.js';
import { type Deciding, type DecisionMethod, holds, type MethodStatistics, violated } from './method.js';

const rulesOf = {
  antichain: antichainRules,
  explicit: explicitRules,
  tupling: { ...antichainRules, antichains: false },
} satisfies Record<string, DecisionRules>;

export class SaturatingMethod implements DecisionMethod {
  readonly #decider: Decider;

  constructor(readonly name: keyof typeof rulesOf) {
    this.#decider = new Decider(rulesOf[name]);
  }

  get statistics(): MethodStatistics {
    const { saturations, facts } = this.#decider.statistics;
    return { saturations, facts };
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding {
    const decided = yield* this.#decider.decide(pairOf(first, second), variables, querySet);
    return decided && answerEach(querySet, (_, role, i) => (decided.facts[i]![role] ? violated : holds));
  }
}
