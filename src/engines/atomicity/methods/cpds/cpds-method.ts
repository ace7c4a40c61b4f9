// The methods `cpds`, `cpds-nested-words` and `cpds-plain`: the semi-decision procedure that 000 compares itself with. Each
// process is abstracted to its words up to a bound k, k grows until every query is answered or a limit is reached, and then
// the rest is `unknown`. `cpds-plain` writes locks and units bracket by bracket. The other two write only the brackets that
// change ownership: `cpds` knows them by the context of a function, `cpds-nested-words` by strength reduction as 004 has
// it, an automaton on nested words that runs along (Construction 1).

import type { Stop } from '../../../../base/budget.js';
import { answerEach } from '../../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../../logic/access-patterns/query-set.js';
import type { AutomatonQuestion } from '../../automata/automaton-question.js';
import type { FlowProcess } from '../../flow/flow.js';
import { coneOf } from '../../reduce/cone.js';
import type { Cone } from '../../reduce/cone-filter.js';
import { FocusTable } from '../../reduce/focus.js';
import {
  type Answer,
  type AutomatonDeciding,
  type AutomatonMethod,
  type Deciding,
  type DecisionMethod,
  unknown,
} from '../method.js';
import { type ProcessLanguage, processLanguage } from '../process-language.js';
import { type Brackets, type CpdsLimits, CpdsQuestion, type CpdsSettings } from './cpds-question.js';
import { automatonChain, type EventChain, patternChain } from './event-chain.js';
import { scopedLanguage } from './scoped-language.js';

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

export class CpdsMethod implements DecisionMethod, AutomatonMethod, CpdsSettings {
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
    const chains = querySet.queries.flatMap(({ pattern, variables: order }) =>
      ([0, 1] as const).map((u) => patternChain(pattern, u, order)),
    );
    const answers = yield* this.#decide(flows, coneOf(...flows, variables), chains);
    return answers && answerEach(querySet, (_, role, i) => answers[2 * i + (role === 'u' ? 0 : 1)]!);
  }

  *decideAutomaton({ automaton, group, cone, asked }: AutomatonQuestion): AutomatonDeciding {
    const threads = asked.map(({ name }) => name);
    const answers = yield* this.#decide(group.flows, cone, [automatonChain(automaton, threads)]);
    return answers?.[0];
  }

  *#decide(
    flows: readonly FlowProcess[],
    cone: Cone,
    chains: readonly EventChain[],
  ): Generator<number, readonly Answer[] | undefined, Stop | undefined> {
    const languages = this.#refusal(flows, cone) ?? this.#languages(flows, cone);
    if (typeof languages === 'string') return chains.map(() => unknown(languages));
    const isCooperative = flows[0]!.program.scheduling === 'cooperative';
    return yield* new CpdsQuestion(this, languages, isCooperative, cone, chains).decide();
  }

  /** `wait` gives back all levels of a lock: no bracket by bracket language has that. */
  #refusal(flows: readonly FlowProcess[], cone: Cone): string | undefined {
    if (this.brackets === 'contexts' || cone.locks.length === 0) return undefined;
    return flows.some(({ waiting }) => waiting.size > 0) ? 'a lock is given up in the middle of its scope' : undefined;
  }

  #languages(flows: readonly FlowProcess[], cone: Cone): readonly ProcessLanguage[] | string {
    const plain = flows.map((flow) => processLanguage(flow, cone, this.brackets === 'contexts'));
    if (this.brackets !== 'nested-words') return plain;
    const scoped = plain.flatMap((language) => scopedLanguage(language) ?? []);
    if (scoped.length < plain.length) return 'a unit and the scope of a lock overlap';
    return scoped.some(({ scopes }) => scopes.length > mostScopes) ? `more than ${mostScopes} locks and units` : scoped;
  }
}
