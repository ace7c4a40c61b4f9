// The random programs of the comparison with full exploration once more, this time through the engine: every `violated` must
// replay, every `holds` must be accepted by the checker of certificates, and nothing may stay open.

import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { askedAs } from '../../verdict/testing/asked.js';
import type { Finding } from '../../verdict/verdict.js';
import { randomProgram } from './testing/differential.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

const cases = Math.ceil(40 * sampleScale);

/** The queries that are violated, one line each. */
function violatedQueries(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ verdict }) => verdict.kind === 'violated')
    .flatMap((finding) => {
      const { pattern, patterns, unit, other, variables } = askedAs(finding, 'atomicity');
      return [pattern ?? patterns].flat().map((id) => `${id} ${unit} ${other} ${variables}`);
    })
    .sort();
}

describe('the evidence for random programs', () => {
  it.each([false, true])('is accepted for every answer (cooperative: %s)', (cooperative) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1000; seed < 1000 + cases; seed++) {
      const { text, program } = randomProgram(seed, cooperative);
      const [grouped, each] = [findingsOf(program), findingsOf(program, { all: '' })];
      for (const findings of [grouped, each]) {
        for (const { verdict } of findings) counts[verdict.kind]++;
        const problem = firstProblem(program, findings);
        expect(problem && `seed ${seed}: ${problem}\n${text}`).toBeUndefined();
      }
      // A grouped finding lists what has been seen on an execution: neither more nor less than what is violated.
      expect(violatedQueries(grouped), `seed ${seed}`).toEqual(violatedQueries(each));
    }
    expect(counts.violated).toBeGreaterThan(cases);
    expect(counts.holds).toBeGreaterThan(cases);
    if (process.env['HEDDLE_CASES']) process.stdout.write(`${cases} programs, ${JSON.stringify(counts)}\n`);
  });
});
