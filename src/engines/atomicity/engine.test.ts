import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { randomEml } from './testing/random-eml.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

const cases = Math.ceil(60 * Number(process.env['HEDDLE_CASES'] ?? 1));

describe('the atomicity engine', () => {
  it.each([false, true])('gives evidence that is accepted for every answer (cooperative: %s)', (cooperative) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const shape = {
        processes: rng.between(2, 3),
        locks: rng.between(0, 3),
        variables: rng.between(1, 2),
        cooperative,
      };
      const text = randomEml(rng, shape);
      const program = programOf(text);
      for (const options of [{}, { all: '' }]) {
        const findings = findingsOf(program, options);
        for (const { verdict } of findings) counts[verdict.kind]++;
        const problem = firstProblem(program, findings);
        expect(problem && `seed ${seed}: ${problem}\n${text}`).toBeUndefined();
      }
    }
    expect(counts.violated).toBeGreaterThan(100);
    expect(counts.holds).toBeGreaterThan(100);
  });
});
