// Decides questions about two threads: as a pair, or, if start and end locks tie them to other threads, as a group.

import type { Stop } from '../../../base/budget.js';
import type { PatternSheet } from '../../../logic/access-patterns/pattern-sheet.js';
import type { FlowProcess } from '../flow/flow.js';
import type { Slice } from '../slice/slice.js';
import { isPlain, type ThreadQuestion } from '../threads/thread-questions.js';
import type { FactId } from './fact-table.js';
import { GroupDecider } from './group-decider.js';
import { antichainRules, type DeciderStatistics, type DecisionRules, PairDecider } from './pair-decider.js';
import type { Saturation } from './saturation.js';

/** A question about one or two variables, decided: what each thread was reduced to and what it can end with. */
export interface Decision {
  readonly question: ThreadQuestion;
  readonly slices: readonly Slice[];
  readonly saturations: readonly Saturation[];
  /** By query of the sheet: the facts with which the threads end, undefined where the pattern cannot be shown. */
  readonly firstIsU: readonly (readonly FactId[] | undefined)[];
  readonly secondIsU: readonly (readonly FactId[] | undefined)[];
}

export type Deciding = Generator<number, Decision | undefined, Stop | undefined>;

export class ThreadDecider {
  readonly #pairs: PairDecider;
  readonly #groups: GroupDecider;
  #asked = 0;

  constructor(rules: DecisionRules = antichainRules, peers: readonly FlowProcess[] = []) {
    this.#pairs = new PairDecider(rules, peers);
    this.#groups = new GroupDecider(rules);
  }

  get statistics(): DeciderStatistics {
    const { pairs, decidedPairs, saturations, facts } = this.#pairs.statistics;
    return {
      pairs: pairs + this.#asked,
      decidedPairs: decidedPairs + this.#groups.answers,
      saturations: saturations + this.#groups.saturations,
      facts: facts + this.#groups.facts,
    };
  }

  forgetIfLarge(): void {
    this.#pairs.forgetIfLarge();
    this.#groups.forgetIfLarge();
  }

  /** Undefined if told to stop. */
  decide(question: ThreadQuestion, variables: readonly number[], sheet: PatternSheet): Deciding {
    return isPlain(question)
      ? this.#decidePair(question, variables, sheet)
      : this.#decideGroup(question, variables, sheet);
  }

  *#decidePair(question: ThreadQuestion, variables: readonly number[], sheet: PatternSheet): Deciding {
    const [one, other] = question.flows;
    const decided = yield* this.#pairs.decide(one!, other!, variables, sheet);
    if (!decided) return undefined;
    const { answer, first, second } = decided;
    return {
      question,
      slices: [first, second],
      saturations: [answer.first, answer.second],
      firstIsU: answer.firstIsU.map((facts) => facts && [facts.u, facts.v]),
      secondIsU: answer.secondIsU.map((facts) => facts && [facts.v, facts.u]),
    };
  }

  *#decideGroup(question: ThreadQuestion, variables: readonly number[], sheet: PatternSheet): Deciding {
    this.#asked++;
    const decided = yield* this.#groups.decide(question, variables, sheet);
    return decided && { question, slices: decided.slices, ...decided.answer };
  }
}
