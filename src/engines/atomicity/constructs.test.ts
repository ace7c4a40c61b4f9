// Constructs beside reads, writes and plain locks: the engine against full exploration on random programs with them, and
// every answer against replay and kernel.

import { describe, expect, it } from 'vitest';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { antichainRules } from './decide/decision-rules.js';
import { findDisagreement, randomProgram } from './testing/differential.js';
import type { EmlShape } from './testing/random-eml.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

const constructs: readonly (readonly [string, Partial<EmlShape>])[] = [['updates', { updates: true }]];

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
