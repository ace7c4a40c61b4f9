// The words of a process up to a bound k (004 section 3.1: post* over the prefix domain). A word of length k stands for all
// its continuations, so the set over-approximates the language, and it is exact below k. Sets of words grow
// exponentially: past a limit the computation is given up.

import type { Stop } from '../../../../base/budget.js';
import { interned } from '../../../../logic/semiring/interned.js';
import { prefixWords, type Words } from '../../../../logic/semiring/prefix-words.js';
import type { Semiring } from '../../../../logic/semiring/semiring.js';
import { singleton } from '../../../../model/pushdown/p-automaton.js';
import { postStarSteps } from '../../../../model/pushdown/post-star.js';
import type { Letter, ProcessLanguage } from '../process-language.js';

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
  { system, initial, letters }: ProcessLanguage,
  alphabet: Alphabet,
  bound: number,
  mostWords: number,
): Generator<number, WordsOutcome, Stop | undefined> {
  const budgeted = withBudget(prefixWords(bound), mostWords);
  const semiring = interned(budgeted.semiring, (words) => `${words.length} ${words.join(' ')}`);
  const weights = letters.map((letter) => semiring.intern(letter ? [alphabet.write(letter)] : ['']));
  const steps = postStarSteps({ system, semiring, weights }, singleton(system, semiring, initial), { tick: 256 });
  for (let step = steps.next(); ; step = steps.next()) {
    if (budgeted.isExceeded()) return 'too many';
    if (step.done) {
      const words = semiring.value(step.value.weightOfAllStacks(initial.state));
      return budgeted.isExceeded() ? 'too many' : { words, transitions: step.value.transitionCount };
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

function letterKey(letter: Letter): string {
  switch (letter.kind) {
    case 'access':
      return `access ${letter.code}`;
    case 'acquire':
    case 'release':
      return `${letter.kind} ${letter.lock}`;
    default:
      return letter.kind;
  }
}
