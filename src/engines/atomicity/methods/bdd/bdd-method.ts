// The method `bdd` (000, Alg. 2): one weighted pushdown system per process, whose weights are relations over lock histories
// in decision diagrams, one post* each, and one conjunction with Compat per query. Past the limits of the diagrams the
// answer is `unknown`.

import type { PatternSheet } from '../../../../logic/access-patterns/pattern-sheet.js';
import { answerEach, roles, type SheetAnswers } from '../../../../logic/access-patterns/sheet-answers.js';
import { MAX_VARIABLES } from '../../../../logic/bdd/edge.js';
import { exactRules, type HistoryRules } from '../../../../logic/lock-history/lock-history.js';
import type { FlowProcess } from '../../flow/flow.js';
import { type Answer, type Deciding, type DecisionMethod, unknown } from '../method.js';
import { querySheet } from '../query-sheet.js';
import { phasesOf, QuestionSlicer, type SlicedQuestion } from '../sliced-question.js';
import { AlgorithmTwo } from './algorithm-two.js';
import { multiArityDomain, multiArityVariables } from './multi-arity-domain.js';
import { plainDomain, plainVariables } from './plain-domain.js';

/** How relations are encoded: as the paper does, or as it says one should not (section 8). */
export type Encoding = 'multi-arity' | 'plain';

export interface BddMethodOptions {
  readonly encoding?: Encoding;
  readonly rules?: HistoryRules;
  /** Nodes of one diagram manager. */
  readonly nodeLimit?: number;
  readonly reserve?: (bytes: number) => void;
}

export class BddMethod implements DecisionMethod {
  readonly name: string;
  readonly statistics = { saturations: 0, rules: 0, transitions: 0, nodes: 0 };
  readonly #algorithms = new Map<PatternSheet, Map<number, AlgorithmTwo>>();
  readonly #slicer = new QuestionSlicer();

  constructor(readonly options: BddMethodOptions = {}) {
    this.name = options.encoding === 'plain' ? 'bdd-plain' : 'bdd';
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], sheet: PatternSheet): Deciding {
    const question = this.#slicer.slice(first, second, variables, sheet);
    const needed = this.#variables(question.locks, phasesOf(sheet));
    if (needed > MAX_VARIABLES)
      return answerEach(sheet, () => unknown(`${question.locks} locks need ${needed} variables of diagrams`));
    const answers = yield* this.#algorithmFor(question.locks, sheet).decide(question);
    return answers && sheet.queries.length > 1 ? yield* this.#oneByOne(question, sheet, answers) : answers;
  }

  /** What was too large for all patterns together may not be for one. */
  *#oneByOne(question: SlicedQuestion, sheet: PatternSheet, together: SheetAnswers<Answer>): Deciding {
    const answers = [...together];
    for (const [i, { pattern, variables }] of sheet.queries.entries()) {
      if (roles.every((role) => answers[i]![role].kind !== 'unknown')) continue;
      const algorithm = this.#newAlgorithm(question.locks, querySheet(pattern, variables));
      const alone = yield* algorithm.decide(question);
      algorithm.dispose();
      if (!alone) return undefined;
      answers[i] = alone[0]!;
    }
    return answers;
  }

  #algorithmFor(locks: number, sheet: PatternSheet): AlgorithmTwo {
    const ofSheet = this.#algorithms.get(sheet) ?? new Map<number, AlgorithmTwo>();
    this.#algorithms.set(sheet, ofSheet);
    const known = ofSheet.get(locks);
    if (known?.makeRoom()) return known;
    known?.dispose();
    const fresh = this.#newAlgorithm(locks, sheet);
    ofSheet.set(locks, fresh);
    return fresh;
  }

  #newAlgorithm(locks: number, sheet: PatternSheet): AlgorithmTwo {
    const { rules = exactRules, nodeLimit = 2 ** 22, reserve = () => {} } = this.options;
    const domainOf = this.options.encoding === 'plain' ? plainDomain : multiArityDomain;
    const domain = domainOf(locks, phasesOf(sheet), rules, { nodeLimit, reserve });
    return new AlgorithmTwo(sheet, domain, nodeLimit, this.statistics);
  }

  #variables(locks: number, phases: number): number {
    return this.options.encoding === 'plain' ? plainVariables(locks, phases) : multiArityVariables(locks, phases);
  }
}
