// Strength reduction by an automaton on nested words (004) against strength reduction by contexts: the same words.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../../base/rng.js';
import { sampleScale } from '../../../../base/testing/sample-scale.js';
import { programOf } from '../../../../frontends/eml/testing/program-of.js';
import { flowProcess } from '../../flow/flow.js';
import { randomEml } from '../../testing/random-eml.js';
import { type ProcessLanguage, processLanguage } from '../process-language.js';
import { Alphabet, processWords } from './process-words.js';
import { scopedLanguage } from './scoped-language.js';

const cases = 60 * sampleScale;

/** The language of process P about everything, with all brackets or only those that change ownership. */
function languageOf(text: string, isReduced: boolean): ProcessLanguage {
  const program = programOf(text);
  const flow = flowProcess(program, program.processes[0]!.entry);
  if ('because' in flow) throw new Error(flow.because);
  const cone = { variables: [...program.variables.keys()], locks: [...program.locks.keys()] };
  return processLanguage(flow, cone, isReduced);
}

function wordsOf(language: ProcessLanguage, alphabet: Alphabet, bound: number): readonly string[] | undefined {
  const words = processWords(language, alphabet, bound, 400);
  let next = words.next();
  while (!next.done) next = words.next();
  return typeof next.value === 'string' ? undefined : [...next.value.words].sort();
}

describe('scopes as procedures', () => {
  it('give the words that contexts give, on random programs', () => {
    let [compared, shortened] = [0, 0];
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const text = randomEml(rng, { processes: 1, locks: rng.between(0, 3), variables: rng.between(1, 2) });
      const [plain, reduced] = [languageOf(text, false), languageOf(text, true)];
      const scoped = scopedLanguage(plain);
      expect(scoped, text).toBeDefined();
      for (const bound of [3, 6, 9]) {
        const alphabet = new Alphabet();
        const expected = wordsOf(reduced, alphabet, bound);
        if (!expected) break;
        compared++;
        expect(wordsOf(scoped!, alphabet, bound), `seed ${seed}, bound ${bound}\n${text}`).toEqual(expected);
        if (wordsOf(plain, alphabet, bound)?.join() !== expected.join()) shortened++;
      }
    }
    expect(compared).toBeGreaterThan(2 * cases);
    expect(shortened).toBeGreaterThan(cases / 10);
  });

  it('may be left at several places, and entered again', () => {
    const text = `lock l; var x; process P {
      synchronized(l) f { if (*) { return; } read x; synchronized(l) { if (*) { write x; return; } } f(); }
      main { while (*) { unit { f(); } } } }`;
    const alphabet = new Alphabet();
    const expected = wordsOf(languageOf(text, true), alphabet, 8)!;
    expect(expected.length).toBeGreaterThan(20);
    expect(wordsOf(scopedLanguage(languageOf(text, false))!, alphabet, 8)).toEqual(expected);
  });

  it('are refused where a unit and the scope of a lock overlap', () => {
    const overlapping = 'lock l; var x; process P { main { unit { acquire(l); read x; } release(l); } }';
    expect(scopedLanguage(languageOf(overlapping, false))).toBeUndefined();
    const nested = 'lock l; var x; process P { main { unit { acquire(l); read x; release(l); } } }';
    expect(scopedLanguage(languageOf(nested, false))).toBeDefined();
  });
});
