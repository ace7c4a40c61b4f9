// The method `bdd` (000, Alg. 2): one weighted pushdown system per process, whose weights are relations over lock histories
// in decision diagrams, one post* each, and one conjunction with Compat per query. Past the limits of the diagrams the
// answer is `unknown`.

import { answerEach, type QueryAnswers, roles } from '../../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../../logic/access-patterns/query-set.js';
import { MAX_VARIABLES } from '../../../../logic/bdd/edge.js';
import { exactRules, type HistoryRules } from '../../../../logic/lock-history/lock-history.js';
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
import { singleQuery } from '../single-query.js';
import { phasesOf, QuestionSlicer, type SlicedQuestion } from '../sliced-question.js';
import { AlgorithmTwo } from './algorithm-two.js';
import { saturateWithDiagrams } from './bdd-saturation.js';
import { type HistoryDomain, type HistoryWeight, nonEmpty } from './history-domain.js';
import { multiArityDomain, multiArityVariables } from './multi-arity-domain.js';
import { plainDomain, plainVariables } from './plain-domain.js';

/** How relations are encoded: as the paper does, or as it says one should not (section 8). */
export type Encoding = 'multi-arity' | 'plain';

export const defaultNodeLimit = 2 ** 22;
/** More nodes are more than a process has memory for. */
export const mostNodes = 2 ** 26;

export interface BddMethodOptions {
  readonly encoding?: Encoding;
  readonly rules?: HistoryRules;
  /** Nodes of one diagram manager. */
  readonly nodeLimit?: number;
  readonly reserve?: (bytes: number) => void;
}

export class BddMethod implements DecisionMethod, AutomatonMethod {
  readonly name: string;
  readonly statistics = { saturations: 0, rules: 0, transitions: 0, nodes: 0 };
  readonly #algorithms = new Map<QuerySet, Map<number, AlgorithmTwo>>();
  readonly #slicer = new QuestionSlicer();

  constructor(readonly options: BddMethodOptions = {}) {
    this.name = options.encoding === 'plain' ? 'bdd-plain' : 'bdd';
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding {
    const question = this.#slicer.slice(first, second, variables, querySet);
    const needed = this.#variables(question.locks, phasesOf(querySet));
    if (needed > MAX_VARIABLES)
      return answerEach(querySet, () => unknown(`${question.locks} locks need ${needed} variables of diagrams`));
    const answers = yield* this.#algorithmFor(question.locks, querySet).decide(question);
    return answers && querySet.queries.length > 1 ? yield* this.#oneByOne(question, querySet, answers) : answers;
  }

  /** Relations are between two processes; a single one only has to get to its end. */
  *decideAutomaton({ asked, cone, lateGuess }: AutomatonQuestion): AutomatonDeciding {
    if (asked.length > 2)
      return unknown(`method ${this.name} decides automata about one or two threads: its diagrams relate two`);
    const locks = cone.locks.length;
    const phases = 1 + asked[0]!.automaton.states[asked[0]!.accepting]!.phase;
    const needed = this.#variables(locks, phases);
    if (needed > MAX_VARIABLES) return unknown(`${locks} locks need ${needed} variables of diagrams`);
    const domain = this.#newDomain(locks, phases);
    const weights: (HistoryWeight | undefined)[] = [];
    for (const { slice, automaton, accepting } of asked) {
      const product = new ProcessProduct(slice.process, automaton, { ...exactProductRules, lateGuess });
      const saturation = yield* saturateWithDiagrams(product, domain);
      if (!saturation) return undefined;
      this.statistics.saturations++;
      weights.push(saturation.finals.get(accepting));
    }
    const [u, v] = weights;
    const isOpen = weights.every((weight) => weight !== undefined);
    const found = isOpen && (v ? domain.haveCompatible(u!, v, phases) : nonEmpty(u!.at(-1)!));
    domain.bdd.dispose();
    if (found === undefined) return unknown(`the diagrams need more than ${this.#nodeLimit} nodes`);
    return found ? violated : holds;
  }

  /** What was too large for all patterns together may not be for one. */
  *#oneByOne(question: SlicedQuestion, querySet: QuerySet, together: QueryAnswers<Answer>): Deciding {
    const answers = [...together];
    for (const [i, { pattern, variables }] of querySet.queries.entries()) {
      if (roles.every((role) => answers[i]![role].kind !== 'unknown')) continue;
      const algorithm = this.#newAlgorithm(question.locks, singleQuery(pattern, variables));
      const alone = yield* algorithm.decide(question);
      algorithm.dispose();
      if (!alone) return undefined;
      answers[i] = alone[0]!;
    }
    return answers;
  }

  #algorithmFor(locks: number, querySet: QuerySet): AlgorithmTwo {
    const ofQuerySet = this.#algorithms.get(querySet) ?? new Map<number, AlgorithmTwo>();
    this.#algorithms.set(querySet, ofQuerySet);
    const known = ofQuerySet.get(locks);
    if (known?.makeRoom()) return known;
    known?.dispose();
    const fresh = this.#newAlgorithm(locks, querySet);
    ofQuerySet.set(locks, fresh);
    return fresh;
  }

  #newAlgorithm(locks: number, querySet: QuerySet): AlgorithmTwo {
    return new AlgorithmTwo(querySet, this.#newDomain(locks, phasesOf(querySet)), this.#nodeLimit, this.statistics);
  }

  #newDomain(locks: number, phases: number): HistoryDomain {
    const { rules = exactRules, reserve = () => {} } = this.options;
    const domainOf = this.options.encoding === 'plain' ? plainDomain : multiArityDomain;
    return domainOf(locks, phases, rules, { nodeLimit: this.#nodeLimit, reserve });
  }

  get #nodeLimit(): number {
    return this.options.nodeLimit ?? defaultNodeLimit;
  }

  #variables(locks: number, phases: number): number {
    return this.options.encoding === 'plain' ? plainVariables(locks, phases) : multiArityVariables(locks, phases);
  }
}
