// One question of the `cpds` methods: the languages of its processes, the words of each up to the bound that is tried, and
// the answers so far, one for each chain of events that is looked for.

import type { Stop } from '../../../../base/budget.js';
import type { Cone } from '../../reduce/cone-filter.js';
import { type Answer, holds, unknown, violated } from '../method.js';
import type { ProcessLanguage } from '../process-language.js';
import type { EventChain } from './event-chain.js';
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
  readonly #alphabet = new Alphabet();
  /** By chain; undefined as long as it is open. */
  readonly #answers: (Answer | undefined)[];
  #because = '';

  constructor(
    readonly settings: CpdsSettings,
    readonly languages: readonly ProcessLanguage[],
    readonly isCooperative: boolean,
    readonly cone: Cone,
    readonly chains: readonly EventChain[],
  ) {
    this.#answers = chains.map(() => undefined);
  }

  /** Tries one bound after the other; undefined if told to stop. */
  *decide(): Generator<number, readonly Answer[] | undefined, Stop | undefined> {
    for (const bound of this.settings.limits.bounds) {
      const outcome = yield* this.#tryBound(bound);
      if (outcome === 'stopped') return undefined;
      if (outcome === 'done') break;
    }
    return this.#answers.map((answer) => answer ?? unknown(this.#because));
  }

  /** Done: every query is answered, or larger bounds will not help. */
  *#tryBound(bound: number): Outcome {
    const { statistics, limits } = this.settings;
    const tries: WordTrie[] = [];
    for (const language of this.languages) {
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
    return yield* this.#search(tries, bound);
  }

  *#search(tries: readonly WordTrie[], bound: number): Outcome {
    const { statistics, limits, brackets, openWords } = this.settings;
    const rules: SearchRules = { regularLocks: brackets !== 'all', openWords, mostStates: limits.mostStates };
    for (const [index, chain] of this.chains.entries()) {
      if (this.#answers[index]) continue;
      const search = new IntersectionSearch(tries, chain, bound, rules);
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
        return this.isCooperative ? unknown('interleavings are found without regard to switch points') : violated;
      case 'too large':
        return unknown(`more than ${this.settings.limits.mostStates} states`);
      case 'maybe':
        return undefined;
    }
  }
}
