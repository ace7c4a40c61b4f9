// The methods `cpds` and `cpds-plain`: the semi-decision procedure that 000 compares itself with. Each process is abstracted
// to its words up to a bound k, k grows until every query is answered or a limit is reached, and then the rest is
// `unknown`. `cpds` writes locks and units with strength reduction (004), `cpds-plain` bracket by bracket.

import type { PatternSheet } from '../../../../logic/access-patterns/pattern-sheet.js';
import { answerEach } from '../../../../logic/access-patterns/sheet-answers.js';
import type { FlowProcess } from '../../flow/flow.js';
import { coneOf } from '../../reduce/cone.js';
import type { Cone } from '../../reduce/cone-filter.js';
import { FocusTable } from '../../reduce/focus.js';
import { type Deciding, type DecisionMethod, unknown } from '../method.js';
import { type CpdsLimits, CpdsQuestion, type CpdsSettings } from './cpds-question.js';

const defaultCpdsLimits: CpdsLimits = {
  bounds: [2, 4, 6, 8, 10, 12, 16, 20, 24, 32],
  mostWords: 2000,
  mostStates: 50_000,
};

export class CpdsMethod implements DecisionMethod, CpdsSettings {
  readonly statistics = { bound: 0, words: 0, transitions: 0, states: 0 };
  readonly #focus = new FocusTable();

  constructor(
    readonly name: 'cpds' | 'cpds-plain',
    readonly limits: CpdsLimits = defaultCpdsLimits,
    readonly openWords = true,
  ) {}

  get isReduced(): boolean {
    return this.name === 'cpds';
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], sheet: PatternSheet): Deciding {
    const subject = { variables, boundOnly: sheet.boundOnly };
    const flows = [this.#focus.focus(first, subject), this.#focus.focus(second, subject)] as const;
    const cone = coneOf(...flows, variables);
    const refused = this.#refusal(flows, cone);
    if (refused) return answerEach(sheet, () => unknown(refused));
    const question = new CpdsQuestion(this, flows, cone, sheet);
    for (const bound of this.limits.bounds) {
      const outcome = yield* question.tryBound(bound);
      if (outcome === 'stopped') return undefined;
      if (outcome === 'done') break;
    }
    return question.answers();
  }

  /** `wait` gives back all levels of a lock: no bracket by bracket language has that. */
  #refusal(flows: readonly FlowProcess[], cone: Cone): string | undefined {
    if (this.isReduced || cone.locks.length === 0) return undefined;
    return flows.some(({ waiting }) => waiting.size > 0) ? 'a lock is given up in the middle of its scope' : undefined;
  }
}
