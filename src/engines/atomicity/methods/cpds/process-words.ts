// The words of a process up to a bound k (004 section 3.1: post* over the prefix domain). A word of length k stands for all
// its continuations, so the set over-approximates the language, and it is exact below k. Sets of words grow
// exponentially: past a limit the computation is given up.

import type { Stop } from '../../../../base/budget.js';
import { interned } from '../../../../logic/semiring/interned.js';
import { prefixWords, type Words } from '../../../../logic/semiring/prefix-words.js';
import type { Semiring } from '../../../../logic/semiring/semiring.js';
import { singleton } from '../../../../model/pushdown/p-automaton.js';
import { postStarSteps } from '../../../../model/pushdown/post-star.js';
import type { Configuration } from '../../../../model/pushdown/pushdown-system.js';
import type { WeightedSystem } from '../../../../model/pushdown/weighted-system.js';
import { reduceStrength, withoutNested } from '../../../../translate/pushdown/strength-reduction/strength-reduction.js';
import { type Letter, letterKey, type ProcessLanguage } from '../process-language.js';
import type { ScopedLanguage } from './scoped-language.js';

/** Letters as UTF-16 units. */
const firstUnit = 0x21;

export class Alphabet {
  readonly #units = new Map<string, string>();
  readonly #letters = new Map<string, Letter>();

  write(letter: Letter): string {
    const key = letterKey(letter);
    const known = this.#units.get(key);
    if (known !== undefined) return known;
    const unit = String.fromCharCode(firstUnit + this.#units.size);
    this.#units.set(key, unit);
    this.#letters.set(unit, letter);
    return unit;
  }

  read(unit: string): Letter {
    return this.#letters.get(unit)!;
  }
}

export type WordsOutcome = { readonly words: Words; readonly transitions: number } | 'too many' | 'stopped';

/** All words of all runs, finished or not: a set closed under prefixes. */
export function* processWords(
  language: ProcessLanguage | ScopedLanguage,
  alphabet: Alphabet,
  bound: number,
  mostWords: number,
): Generator<number, WordsOutcome, Stop | undefined> {
  const { system, initial, letters } = language;
  const budgeted = withBudget(prefixWords(bound), mostWords);
  const semiring = interned(budgeted.semiring, (words) => `${words.length} ${words.join(' ')}`);
  const weightOf = (letter: Letter | undefined) => semiring.intern(letter ? [alphabet.write(letter)] : ['']);
  const plain = { system, semiring, weights: letters.map(weightOf) };
  const sum =
    'scopes' in language
      ? sumOfRuns(outermostBrackets(plain, language, weightOf), initial, budgeted.isExceeded)
      : sumOfRuns({ weighted: plain, value: (weight) => weight }, initial, budgeted.isExceeded);
  const outcome = yield* sum;
  return typeof outcome === 'string' ? outcome : { ...outcome, words: semiring.value(outcome.words) };
}

/** A system, and what a weight of it says about words. */
interface Valued<W> {
  readonly weighted: WeightedSystem<W>;
  readonly value: (weight: W) => number;
}

/** Strength reduction (004, section 5): of the brackets only those that change ownership are written. */
function outermostBrackets(
  plain: WeightedSystem<number>,
  { scopes }: ScopedLanguage,
  weightOf: (letter: Letter) => number,
) {
  const brackets = {
    open: (scope: number) => weightOf(scopes[scope]!.open),
    close: (scope: number) => weightOf(scopes[scope]!.close),
  };
  return reduceStrength(plain, scopes, withoutNested(plain.semiring.one, brackets));
}

function* sumOfRuns<W>(
  { weighted, value }: Valued<W>,
  initial: Configuration,
  isExceeded: () => boolean,
): Generator<
  number,
  { readonly words: number; readonly transitions: number } | 'too many' | 'stopped',
  Stop | undefined
> {
  const steps = postStarSteps(weighted, singleton(weighted.system, weighted.semiring, initial), { tick: 256 });
  for (let step = steps.next(); ; step = steps.next()) {
    if (isExceeded()) return 'too many';
    if (step.done) {
      const words = value(step.value.weightOfAllStacks(initial.state));
      return isExceeded() ? 'too many' : { words, transitions: step.value.transitionCount };
    }
    if (yield step.value.transitions) return 'stopped';
  }
}

/** A domain of which nothing may be used once a set has grown too large: from then on it computes nothing. */
function withBudget(base: Semiring<Words>, mostWords: number) {
  let exceeded = false;
  const within = (compute: () => Words): Words => {
    if (exceeded) return base.zero;
    const words = compute();
    exceeded = words.length > mostWords;
    return words;
  };
  const semiring: Semiring<Words> = {
    ...base,
    combine: (a, b) => within(() => base.combine(a, b)),
    extend: (a, b) => {
      exceeded ||= a.length * b.length > 100 * mostWords;
      return within(() => base.extend(a, b));
    },
  };
  return { semiring, isExceeded: () => exceeded };
}
