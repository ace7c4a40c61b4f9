// The methods `cpds`, `cpds-nested-words` and `cpds-plain`: the semi-decision procedure that 000 compares itself with. Each
// process is abstracted to its words up to a bound k, k grows until every query is answered or a limit is reached, and then
// the rest is `unknown`. `cpds-plain` writes locks and units bracket by bracket. The other two write only the brackets that
// change ownership: `cpds` knows them by the context of a function, `cpds-nested-words` by strength reduction as 004 has
// it, an automaton on nested words that runs along (Construction 1).

import { answerEach } from '../../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../../logic/access-patterns/query-set.js';
import type { FlowProcess } from '../../flow/flow.js';
import { coneOf } from '../../reduce/cone.js';
import type { Cone } from '../../reduce/cone-filter.js';
import { FocusTable } from '../../reduce/focus.js';
import { type Deciding, type DecisionMethod, unknown } from '../method.js';
import { type ProcessLanguage, processLanguage } from '../process-language.js';
import { type Brackets, type CpdsLimits, CpdsQuestion, type CpdsSettings } from './cpds-question.js';
import { scopedLanguage } from './scoped-language.js';

type Pair<T> = readonly [T, T];

const defaultCpdsLimits: CpdsLimits = {
  bounds: [2, 4, 6, 8, 10, 12, 16, 20, 24, 32],
  mostWords: 2000,
  mostStates: 50_000,
};

/** So many times the defaults; longer words are tried as well, twice as long each time. */
export function cpdsLimits(times: number): CpdsLimits {
  const { bounds, mostWords, mostStates } = defaultCpdsLimits;
  const longest = bounds.at(-1)!;
  const more = Array.from({ length: Math.floor(Math.log2(times)) }, (_, i) => longest * 2 ** (i + 1));
  return { bounds: [...bounds, ...more], mostWords: mostWords * times, mostStates: mostStates * times };
}

const bracketsOf = {
  cpds: 'contexts',
  'cpds-nested-words': 'nested-words',
  'cpds-plain': 'all',
} satisfies Record<string, Brackets>;

/** The automaton has a state for every set of scopes. */
const mostScopes = 8;

export class CpdsMethod implements DecisionMethod, CpdsSettings {
  readonly statistics = { bound: 0, words: 0, transitions: 0, states: 0 };
  readonly #focus = new FocusTable();

  constructor(
    readonly name: keyof typeof bracketsOf,
    readonly limits: CpdsLimits = defaultCpdsLimits,
    readonly openWords = true,
  ) {}

  get brackets(): Brackets {
    return bracketsOf[this.name];
  }

  *decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding {
    const subject = { variables, boundOnly: querySet.boundOnly };
    const flows = [this.#focus.focus(first, subject), this.#focus.focus(second, subject)] as const;
    const cone = coneOf(...flows, variables);
    const languages = this.#refusal(flows, cone) ?? this.#languages(flows, cone);
    if (typeof languages === 'string') return answerEach(querySet, () => unknown(languages));
    const isCooperative = first.program.scheduling === 'cooperative';
    const question = new CpdsQuestion(this, languages, isCooperative, cone, querySet);
    for (const bound of this.limits.bounds) {
      const outcome = yield* question.tryBound(bound);
      if (outcome === 'stopped') return undefined;
      if (outcome === 'done') break;
    }
    return question.answers();
  }

  /** `wait` gives back all levels of a lock: no bracket by bracket language has that. */
  #refusal(flows: readonly FlowProcess[], cone: Cone): string | undefined {
    if (this.brackets === 'contexts' || cone.locks.length === 0) return undefined;
    return flows.some(({ waiting }) => waiting.size > 0) ? 'a lock is given up in the middle of its scope' : undefined;
  }

  #languages(flows: Pair<FlowProcess>, cone: Cone): Pair<ProcessLanguage> | string {
    const [one, other] = flows.map((flow) => processLanguage(flow, cone, this.brackets === 'contexts'));
    if (this.brackets !== 'nested-words') return [one!, other!];
    const scoped = [scopedLanguage(one!), scopedLanguage(other!)] as const;
    if (!scoped[0] || !scoped[1]) return 'a unit and the scope of a lock overlap';
    if (scoped.some((language) => language!.scopes.length > mostScopes))
      return `more than ${mostScopes} locks and units`;
    return [scoped[0], scoped[1]];
  }
}
