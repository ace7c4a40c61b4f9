import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { prefixWords } from '../../../logic/semiring/prefix-words.js';
import { singleton } from '../../../model/pushdown/p-automaton.js';
import { postStar } from '../../../model/pushdown/post-star.js';
import { flowProcess } from '../flow/flow.js';
import { type Letter, processLanguage } from './process-language.js';

const symbols = { acquire: '(', release: ')', 'begin-unit': '[', 'end-unit': ']' } as const;

function write(letter: Letter | undefined): string {
  if (!letter) return '';
  return letter.kind === 'access' ? (letter.code % 2 === 0 ? 'R' : 'W') : symbols[letter.kind];
}

/** All words of process P about variable 0 and lock 0. */
function wordsOf(text: string, reduced: boolean): readonly string[] {
  const program = programOf(text);
  const flow = flowProcess(program, program.processes[0]!.entry);
  if ('because' in flow) throw new Error(flow.because);
  const { system, initial, letters } = processLanguage(flow, { variables: [0], locks: [0] }, reduced);
  const semiring = prefixWords(20);
  const weights = letters.map((letter) => [write(letter)]);
  return postStar({ system, semiring, weights }, singleton(system, semiring, initial)).weightOfAllStacks(initial.state);
}

/** Fig. 1 of 004: one way through it is Path 1 of section 2. */
const testAndSet = `lock l; var v, w; process P {
  synchronized(l) get { read v; } synchronized(l) set { write v; write w; }
  synchronized(l) testAndSet { get(); if (*) set(); } main { unit { testAndSet(); } } }`;

describe('the language of a process', () => {
  it('has a bracket for every level of a reentrant lock', () => {
    expect(wordsOf(testAndSet, false)).toContain('[((R)(W))]');
  });

  it('has only the brackets that change ownership after strength reduction', () => {
    const words = wordsOf(testAndSet, true);
    expect(words).toContain('[(RW)]');
    expect(words).toContain('[(R)]');
    expect(words.some((word) => word.includes('(('))).toBe(false);
  });

  it('treats levels within one function alike', () => {
    const nested = `lock l; var v; process P { main { unit { synchronized(l) { unit { synchronized(l) { read v; } } } } } }`;
    expect(wordsOf(nested, false)).toContain('[([(R)])]');
    expect(wordsOf(nested, true)).toContain('[(R)]');
  });

  it('leaves out what the question is not about, and stops at calls that never return', () => {
    const other = `lock l, m; var v, w; process P { spin { spin(); } main { synchronized(m) { write w; } read v; spin(); write v; } }`;
    expect(wordsOf(other, true)).toEqual(['', 'R']);
  });
});
