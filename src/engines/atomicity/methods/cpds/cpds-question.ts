// One question of the `cpds` methods: the languages of its two processes, the words of each up to the bound
// that is tried, and the answers so far.

import type { Stop } from '../../../../base/budget.js';
import { answerEach, type QueryAnswers } from '../../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../../logic/access-patterns/query-set.js';
import type { Cone } from '../../reduce/cone-filter.js';
import { type Answer, holds, unknown, violated } from '../method.js';
import type { ProcessLanguage } from '../process-language.js';
import { type Intersection, IntersectionSearch, type SearchRules } from './intersection-search.js';
import { Alphabet, processWords } from './process-words.js';
import { type WordTrie, wordTrie } from './word-trie.js';

export interface CpdsLimits {
  /** Bounds k to try, in this order. */
  readonly bounds: readonly number[];
  readonly mostWords: number;
  readonly mostStates: number;
}

/**
 * How locks and units are written: every level (`all`), or only what changes ownership, which a stack symbol knows
 * (`contexts`) or the automaton of the scopes (`nested-words`: 004 as it stands).
 */
export type Brackets = 'all' | 'contexts' | 'nested-words';

export interface CpdsSettings {
  readonly limits: CpdsLimits;
  readonly brackets: Brackets;
  readonly openWords: boolean;
  readonly statistics: { bound: number; words: number; transitions: number; states: number };
}

type Outcome = Generator<number, 'open' | 'done' | 'stopped', Stop | undefined>;

export class CpdsQuestion {
  readonly #languages: readonly [ProcessLanguage, ProcessLanguage];
  readonly #alphabet = new Alphabet();
  /** By query and role; undefined as long as it is open. */
  readonly #answers: (Answer | undefined)[];
  readonly #isCooperative: boolean;
  #because = '';

  constructor(
    readonly settings: CpdsSettings,
    languages: readonly [ProcessLanguage, ProcessLanguage],
    isCooperative: boolean,
    readonly cone: Cone,
    readonly querySet: QuerySet,
  ) {
    this.#languages = languages;
    this.#answers = querySet.queries.flatMap(() => [undefined, undefined]);
    this.#isCooperative = isCooperative;
  }

  /** Done: every query is answered, or larger bounds will not help. */
  *tryBound(bound: number): Outcome {
    const { statistics, limits } = this.settings;
    const tries: WordTrie[] = [];
    for (const language of this.#languages) {
      const outcome = yield* processWords(language, this.#alphabet, bound, limits.mostWords);
      if (outcome === 'stopped') return 'stopped';
      if (outcome === 'too many') {
        this.#because = `more than ${limits.mostWords} words of up to ${bound} letters`;
        return 'done';
      }
      statistics.words += outcome.words.length;
      statistics.transitions += outcome.transitions;
      tries.push(wordTrie(outcome.words, this.#alphabet, this.cone.locks.length, bound));
    }
    statistics.bound = Math.max(statistics.bound, bound);
    this.#because = `nothing is certain with words of up to ${bound} letters`;
    return yield* this.#search([tries[0]!, tries[1]!], bound);
  }

  answers(): QueryAnswers<Answer> {
    const of = (index: number) => this.#answers[index] ?? unknown(this.#because);
    return answerEach(this.querySet, (_, role, i) => of(2 * i + (role === 'u' ? 0 : 1)));
  }

  *#search(tries: readonly [WordTrie, WordTrie], bound: number): Outcome {
    const { statistics, limits, brackets, openWords } = this.settings;
    const rules: SearchRules = { regularLocks: brackets !== 'all', openWords, mostStates: limits.mostStates };
    for (const index of this.#answers.keys()) {
      if (this.#answers[index]) continue;
      const { pattern, variables } = this.querySet.queries[index >> 1]!;
      const search = new IntersectionSearch(tries, pattern, index % 2 === 0 ? 0 : 1, variables, bound, rules);
      this.#answers[index] = this.#answerOf(search.run());
      statistics.states += search.states;
      if (yield statistics.states) return 'stopped';
    }
    return this.#answers.includes(undefined) ? 'open' : 'done';
  }

  #answerOf(found: Intersection): Answer | undefined {
    switch (found) {
      case 'holds':
        return holds;
      case 'violated':
        return this.#isCooperative ? unknown('interleavings are found without regard to switch points') : violated;
      case 'too large':
        return unknown(`more than ${this.settings.limits.mostStates} states`);
      case 'maybe':
        return undefined;
    }
  }
}
