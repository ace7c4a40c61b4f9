// Constructs beside reads, writes and plain locks: the engine against full exploration on random programs with them, and
// every answer against replay and kernel.

import { describe, expect, it } from 'vitest';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { antichainRules } from './decide/decision-rules.js';
import { readQuestions } from './flow/flows.js';
import { findDisagreement, randomProgram } from './testing/differential.js';
import type { EmlShape } from './testing/random-eml.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

const constructs: readonly (readonly [string, Partial<EmlShape>])[] = [
  ['updates', { updates: true }],
  ['locks that a process ends with', { keeps: true }],
];

describe.each(constructs)('with %s', (_, more) => {
  it.each([false, true])('the decision is that of full exploration (cooperative: %s)', (cooperative) => {
    for (let seed = 1; seed <= 20 * fullScale; seed++) {
      const { text, program } = randomProgram(seed, cooperative, more);
      const wrong = findDisagreement(program, antichainRules);
      expect(wrong && `seed ${seed}: ${wrong}\n${text}`).toBeUndefined();
    }
  });

  it.each([false, true])('every answer has evidence (cooperative: %s)', (cooperative) => {
    for (let seed = 1; seed <= 5 * fullScale; seed++) {
      const { text, program } = randomProgram(seed, cooperative, more);
      for (const findings of [findingsOf(program), findingsOf(program, { all: '' })]) {
        const problem = firstProblem(program, findings);
        expect(problem && `seed ${seed}: ${problem}\n${text}`).toBeUndefined();
      }
    }
  });
});

describe('an atomic update in a unit', () => {
  it('is one access: two of them alone are serializable, a read before one is not', () => {
    const verdicts = (unit: string) =>
      findingsOf(programOf(`volatile var x: int; process P [2] { main { unit { ${unit} } } }`)).map(
        ({ verdict }) => verdict.kind,
      );
    expect(verdicts('x = atomic(x + 1);')).toEqual(['holds']);
    expect(verdicts('let old = x; x = atomic(x + old);')).toContain('violated');
  });
});

describe('a lock that is held at the end', () => {
  const verdicts = (text: string) =>
    findingsOf(programOf(`lock l; var x: int; ${text}`)).map(({ verdict }) => verdict.kind);

  it('is never given back: what needs it cannot come later', () => {
    const other = 'process Q { main { synchronized(l) { x = 2; } x = 3; } }';
    expect(verdicts(`process P { main { unit { let old = x; acquire(l); x = old; } } } ${other}`)).toContain(
      'violated',
    );
    const inner = 'process Q { main { synchronized(l) { x = 2; } } }';
    expect(
      verdicts(`process P { main { unit { acquire(l); x = x + 1; } if (*) { return; } x = 4; } } ${inner}`),
    ).toEqual(['holds']);
  });

  it('of a function that somebody calls is refused', () => {
    const text = 'f { acquire(l); write x; } process P { main { unit { f(); } } } process Q { main { write x; } }';
    expect(readQuestions(programOf(`lock l; var x; ${text}`))).toMatchObject({
      because: expect.stringContaining('still held'),
    });
  });
});
