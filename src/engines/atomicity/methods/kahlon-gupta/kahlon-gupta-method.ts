// The method `kahlon-gupta`: splitting instead of tupling (000 section 11), for comparison. Every phase is a query of its
// own, from sets of configurations that have been split by their lock histories; there may be exponentially many, so
// there are limits, past which the answer is `unknown`.

import type { Role } from '../../../../logic/access-patterns/pattern.js';
import { answerEach } from '../../../../logic/access-patterns/query-answers.js';
import type { PatternQuery, QuerySet } from '../../../../logic/access-patterns/query-set.js';
import { type HistoryTable, historyTable } from '../../../../logic/lock-history/history-table.js';
import type { FlowProcess } from '../../flow/flow.js';
import { ProcessProduct } from '../../product/product.js';
import type { SlicedProcess } from '../../slice/slice.js';
import { type Answer, type Deciding, type DecisionMethod, holds, unknown, violated } from '../method.js';
import { QuestionSlicer } from '../sliced-question.js';
import { ConfigurationSet } from './configuration-set.js';
import { historyPushdown } from './history-pushdown.js';
import { correctedRules, phaseEnds, Splitting, type SplittingBudget, type SplittingRules } from './splitting.js';

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

export class KahlonGuptaMethod implements DecisionMethod {
  readonly name = 'kahlon-gupta';
  readonly statistics = { rules: 0, queries: 0, pairs: 0 };
  readonly #slicer = new QuestionSlicer();

  constructor(
    readonly limits: SplittingLimits = defaultSplittingLimits,
    readonly rules: SplittingRules = correctedRules,
  ) {}

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding {
    const question = this.#slicer.slice(first, second, variables, querySet);
    if (question.first.cooperative)
      return answerEach(querySet, () => unknown('splitting does not know switch points of cooperative processes'));
    const histories = historyTable(question.locks);
    const one = this.#initialSet(question.first, histories, querySet);
    const other = this.#initialSet(question.second, histories, querySet);
    if (!one || !other) return answerEach(querySet, () => unknown(`more than ${this.limits.rules} rules`));
    const budget = { sets: this.limits.sets, pairs: this.limits.pairs };
    const splitting = new Splitting(histories, this.rules, budget);
    const answers: Record<Role, Answer>[] = [];
    for (const query of querySet.queries) {
      answers.push({
        u: this.#answer(splitting, querySet, query, one, other),
        v: this.#answer(splitting, querySet, query, other, one),
      });
      if (yield this.limits.sets - budget.sets) return undefined;
    }
    this.#count(budget);
    return answers;
  }

  #initialSet(process: SlicedProcess, histories: HistoryTable, querySet: QuerySet): ConfigurationSet | undefined {
    const product = new ProcessProduct(process, querySet.automaton);
    const pushdown = historyPushdown(product, histories, this.limits.rules);
    if (!pushdown) return undefined;
    this.statistics.rules += pushdown.system.rules.count;
    this.statistics.queries++;
    return ConfigurationSet.initial(pushdown);
  }

  #answer(
    splitting: Splitting,
    { automaton }: QuerySet,
    { uState, vState }: PatternQuery,
    u: ConfigurationSet,
    v: ConfigurationSet,
  ): Answer {
    const found = splitting.holdsOn(u, v, phaseEnds(automaton, uState), phaseEnds(automaton, vState));
    if (found === undefined) return unknown(`more than ${this.limits.sets} sets of configurations, or too many pairs`);
    return found ? violated : holds;
  }

  #count(left: SplittingBudget): void {
    this.statistics.queries += this.limits.sets - left.sets;
    this.statistics.pairs += this.limits.pairs - left.pairs;
  }
}
