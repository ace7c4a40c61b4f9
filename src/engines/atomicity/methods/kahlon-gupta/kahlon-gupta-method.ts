// The method `kahlon-gupta`: splitting instead of tupling (000 section 11), for comparison. Every phase is a query of its
// own, from sets of configurations that have been split by their lock histories; there may be exponentially many, so
// there are limits, past which the answer is `unknown`.

import type { Role } from '../../../../logic/access-patterns/pattern.js';
import { answerEach } from '../../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../../logic/access-patterns/query-set.js';
import { type HistoryTable, historyTable } from '../../../../logic/lock-history/history-table.js';
import type { AutomatonQuestion } from '../../automata/automaton-question.js';
import type { FlowProcess } from '../../flow/flow.js';
import { exactProductRules, ProcessProduct } from '../../product/product.js';
import {
  type Answer,
  type AutomatonDeciding,
  type AutomatonMethod,
  type Deciding,
  type DecisionMethod,
  holds,
  unknown,
  violated,
} from '../method.js';
import { QuestionSlicer } from '../sliced-question.js';
import { ConfigurationSet } from './configuration-set.js';
import { historyPushdown } from './history-pushdown.js';
import {
  correctedRules,
  type PhaseEnds,
  phaseEnds,
  Splitting,
  type SplittingBudget,
  type SplittingRules,
} from './splitting.js';

export interface SplittingLimits {
  /** Rules of one process. */
  readonly rules: number;
  /** Queries (post*) per question. */
  readonly sets: number;
  readonly pairs: number;
}

export const defaultSplittingLimits: SplittingLimits = { rules: 100_000, sets: 2000, pairs: 200_000 };

export function splittingLimits(times: number): SplittingLimits {
  const { rules, sets, pairs } = defaultSplittingLimits;
  return { rules: rules * times, sets: sets * times, pairs: pairs * times };
}

const isCooperative = unknown('splitting does not know switch points of cooperative processes');

export class KahlonGuptaMethod implements DecisionMethod, AutomatonMethod {
  readonly name = 'kahlon-gupta';
  readonly statistics = { rules: 0, queries: 0, pairs: 0 };
  readonly #slicer = new QuestionSlicer();

  constructor(
    readonly limits: SplittingLimits = defaultSplittingLimits,
    readonly rules: SplittingRules = correctedRules,
  ) {}

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding {
    const question = this.#slicer.slice(first, second, variables, querySet);
    if (question.first.cooperative) return answerEach(querySet, () => isCooperative);
    const { automaton } = querySet;
    const histories = historyTable(question.locks);
    const one = this.#initialSet(new ProcessProduct(question.first, automaton), histories);
    const other = this.#initialSet(new ProcessProduct(question.second, automaton), histories);
    if (!one || !other) return answerEach(querySet, () => this.#tooManyRules());
    const splitting = this.#splitting(histories);
    const answers: Record<Role, Answer>[] = [];
    for (const { uState, vState } of querySet.queries) {
      const ends = [phaseEnds(automaton, uState), phaseEnds(automaton, vState)];
      answers.push({
        u: this.#answer(splitting, [one, other], ends),
        v: this.#answer(splitting, [other, one], ends),
      });
      if (yield this.limits.sets - splitting.budget.sets) return undefined;
    }
    this.#count(splitting.budget);
    return answers;
  }

  *decideAutomaton({ asked, cone, lateGuess }: AutomatonQuestion): AutomatonDeciding {
    if (asked[0]!.slice.process.cooperative) return isCooperative;
    const histories = historyTable(cone.locks.length);
    const sets: ConfigurationSet[] = [];
    for (const { slice, automaton } of asked) {
      const product = new ProcessProduct(slice.process, automaton, { ...exactProductRules, lateGuess });
      const set = this.#initialSet(product, histories);
      if (!set) return this.#tooManyRules();
      sets.push(set);
      if (yield set.process.system.rules.count) return undefined;
    }
    const splitting = this.#splitting(histories);
    const ends = asked.map(({ automaton, accepting }) => phaseEnds(automaton, accepting));
    const answer = this.#answer(splitting, sets, ends);
    this.#count(splitting.budget);
    return answer;
  }

  #splitting(histories: HistoryTable): Splitting {
    return new Splitting(histories, this.rules, { sets: this.limits.sets, pairs: this.limits.pairs });
  }

  #tooManyRules(): Answer {
    return unknown(`more than ${this.limits.rules} rules`);
  }

  #initialSet(product: ProcessProduct, histories: HistoryTable): ConfigurationSet | undefined {
    const pushdown = historyPushdown(product, histories, this.limits.rules);
    if (!pushdown) return undefined;
    this.statistics.rules += pushdown.system.rules.count;
    this.statistics.queries++;
    return ConfigurationSet.initial(pushdown);
  }

  #answer(splitting: Splitting, sets: readonly ConfigurationSet[], ends: readonly PhaseEnds[]): Answer {
    const found = splitting.holdsOn(sets, ends);
    if (found === undefined) return unknown(`more than ${this.limits.sets} sets of configurations, or too many pairs`);
    return found ? violated : holds;
  }

  #count(left: SplittingBudget): void {
    this.statistics.queries += this.limits.sets - left.sets;
    this.statistics.pairs += this.limits.pairs - left.pairs;
  }
}
