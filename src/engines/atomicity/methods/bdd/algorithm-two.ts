// Alg. 2 for all questions about one querySet of patterns and one number of locks: they share a manager of diagrams, and equal
// slices their saturation.

import type { Stop } from '../../../../base/budget.js';
import { answerEach } from '../../../../logic/access-patterns/query-answers.js';
import type { PatternQuery, QuerySet } from '../../../../logic/access-patterns/query-set.js';
import { ProcessProduct } from '../../product/product.js';
import type { SlicedProcess } from '../../slice/slice.js';
import { type Answer, type Deciding, holds, unknown, violated } from '../method.js';
import type { SlicedQuestion } from '../sliced-question.js';
import { type BddSaturation, saturateWithDiagrams } from './bdd-saturation.js';
import type { HistoryDomain } from './history-domain.js';

export interface BddStatisticsSum {
  saturations: number;
  rules: number;
  transitions: number;
  /** Most nodes that were in use in one manager. */
  nodes: number;
}

export class AlgorithmTwo {
  readonly #saturations = new Map<string, BddSaturation>();

  constructor(
    readonly querySet: QuerySet,
    readonly domain: HistoryDomain,
    readonly nodeLimit: number,
    readonly statistics: BddStatisticsSum,
  ) {}

  /** False if what is kept leaves little room for more. */
  makeRoom(): boolean {
    const isFull = () => this.domain.bdd.statistics().usedNodes > this.nodeLimit / 2;
    if (isFull()) this.domain.bdd.collectGarbage();
    return !isFull();
  }

  dispose(): void {
    this.domain.bdd.dispose();
  }

  *decide({ first, second }: SlicedQuestion): Deciding {
    const one = yield* this.#saturate(first);
    const other = one && (yield* this.#saturate(second));
    if (!one || !other) return undefined;
    const answers = answerEach(this.querySet, (query, role) =>
      role === 'u' ? this.#answer(query, one, other) : this.#answer(query, other, one),
    );
    this.statistics.nodes = Math.max(this.statistics.nodes, this.domain.bdd.statistics().usedNodes);
    return answers;
  }

  #answer({ uState, vState }: PatternQuery, u: BddSaturation, v: BddSaturation): Answer {
    const [mine, theirs] = [u.finals.get(uState), v.finals.get(vState)];
    if (!mine || !theirs) return holds;
    const phases = this.querySet.automaton.states[uState]!.phase + 1;
    const found = this.domain.haveCompatible(mine, theirs, phases);
    if (found === undefined) return unknown(`the diagrams need more than ${this.nodeLimit} nodes`);
    return found ? violated : holds;
  }

  *#saturate(process: SlicedProcess): Generator<number, BddSaturation | undefined, Stop | undefined> {
    const known = this.#saturations.get(process.key);
    if (known) return known;
    const product = new ProcessProduct(process, this.querySet.automaton);
    const saturation = yield* saturateWithDiagrams(product, this.domain);
    if (!saturation) return undefined;
    this.#saturations.set(process.key, saturation);
    this.statistics.saturations++;
    this.statistics.rules += saturation.rules;
    this.statistics.transitions += saturation.transitions;
    return saturation;
  }
}
