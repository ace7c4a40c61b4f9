// The search over numbered parts against the plain one over whole states: same states, same transitions, same violations
// with paths of the same length, whatever the scheduling and the monitors.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { initialState } from '../../../model/program/state.js';
import { atomicityMonitor } from '../atomicity-monitor.js';
import type { Monitor } from '../monitor.js';
import { raceMonitor } from '../race-monitor.js';
import type { SearchResult } from '../search-result.js';
import { plainText } from '../testing/observed-program.js';
import { plainSearch } from '../testing/plain-search.js';
import { fragmentSorts, randomFragments } from '../testing/random-fragments.js';
import { randomProgram, richPrograms, smallPrograms } from '../testing/random-programs.js';
import { finish } from '../testing/search-with.js';
import { fullSearch } from './full-search.js';
import { NumberedRaceMonitor } from './numbered-race-monitor.js';

const limits = { maxStates: 400, maxDepth: 40 };

function summary({ violations, ...counts }: SearchResult): unknown {
  return { ...counts, violations: violations.map(({ id, moves }) => `${id} in ${moves.length}`).sort() };
}

/** The plain search has the plain race monitor. */
function bothAgree(seed: number, program: Program, monitors: readonly Monitor[]): number {
  const initial = initialState(program);
  const plain = summary(finish(plainSearch(program, initial, monitors, limits)));
  const numbered = monitors.map((monitor) => (monitor === raceMonitor ? new NumberedRaceMonitor() : monitor));
  const result = finish(fullSearch(program, initial, numbered, limits));
  expect({ seed, result: summary(result) }).toEqual({ seed, result: plain });
  return result.violations.length;
}

describe('full exploration sees what the plain one sees', () => {
  it.each([
    ['preemptive', smallPrograms],
    ['preemptive', richPrograms],
    ['cooperative', smallPrograms],
    ['cooperative', richPrograms],
  ] as const)('under %s scheduling', (scheduling, programs) => {
    let violations = 0;
    for (let seed = 1; seed <= 60 * sampleScale; seed++) {
      const program = programOf(`scheduling ${scheduling};\n${randomProgram(new Rng(seed), programs)}`);
      violations += bothAgree(seed, program, []);
      bothAgree(seed, program, [raceMonitor]);
      if (seed % 8 === 0) bothAgree(seed, program, [raceMonitor, atomicityMonitor(program)]);
    }
    expect(violations).toBeGreaterThan(20 * sampleScale);
  });

  it.each(fragmentSorts)('of patterns: %s', (sort) => {
    for (let seed = 1; seed <= 40 * sampleScale; seed++)
      bothAgree(seed, programOf(plainText(randomFragments(new Rng(seed), sort))), []);
  });

  it('takes the result of a join from the thread that is joined', () => {
    const text = `var gate: thread int, r: int; a { let g = gate; settle(g, 1); } b { let g = gate; reject(g, 2); r = join g; }
      process M { main { gate = new deferred int; spawn a(); spawn b(); join; let q = r;
        assert q != 1;
        assert q != 0; } }`;
    expect(bothAgree(0, programOf(text), [])).toBe(2); // one, when what b does after its join was remembered
  });

  it('tells threads apart that differ in nothing but their names', () => {
    const text = `var n: int; f { n = n + 1; } g { n = n + 1; }
      process P { main { if (*) { spawn f(); spawn g(); } else { spawn g(); spawn f(); } join; assert n == 2; } }`;
    expect(bothAgree(0, programOf(text), [raceMonitor])).toBe(2);
  });
});
