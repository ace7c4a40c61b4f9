import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { exactRules, type HistoryRules } from '../../../logic/lock-history/lock-history.js';
import { decideAll, findDisagreement, randomProgram } from '../testing/differential.js';
import type { EmlShape } from '../testing/random-eml.js';
import { Decider } from './decider.js';
import { antichainRules, type DecisionRules, explicitRules } from './decision-rules.js';

const cases = Math.ceil(500 * sampleScale);

function firstDisagreement(
  rules: DecisionRules,
  runs: number,
  seed: number,
  cooperative = false,
  more: Partial<EmlShape> = {},
): string | undefined {
  for (let run = 0; run < runs; run++) {
    const { text, program } = randomProgram(seed + run, cooperative, more);
    const found = findDisagreement(program, rules);
    if (found) return `seed ${seed + run}: ${found}\n${text}`;
  }
  return undefined;
}

const withoutHistoryRule = (rule: keyof HistoryRules): DecisionRules => ({
  ...antichainRules,
  histories: { ...exactRules, [rule]: false },
});

describe('the decision procedure', () => {
  it('agrees with full exploration on random programs', () => {
    expect(firstDisagreement(antichainRules, cases, 1000)).toBeUndefined();
  });

  it('agrees with full exploration under cooperative scheduling', () => {
    expect(firstDisagreement(antichainRules, Math.ceil(cases / 3), 5000, true)).toBeUndefined();
  });

  it('agrees with full exploration where functions call others below locks', () => {
    expect(firstDisagreement(antichainRules, Math.ceil(cases / 3), 1000, false, { calls: true })).toBeUndefined();
    expect(firstDisagreement(antichainRules, Math.ceil(cases / 10), 5000, true, { calls: true })).toBeUndefined();
  });

  it('agrees with full exploration as Alg. 1: all tuples, all guesses, no slicing', () => {
    expect(firstDisagreement(explicitRules, 25, 1000)).toBeUndefined();
  });

  it.each<keyof HistoryRules>(['acquisitionCycles', 'releaseCycles', 'heldThroughout', 'usesInReleaseHistory'])(
    'is wrong without the rule %s',
    (rule) => {
      expect(firstDisagreement(withoutHistoryRule(rule), 400, 1000)).toBeDefined();
    },
  );

  it('is wrong if phases cannot begin after the end of a process', () => {
    expect(firstDisagreement({ ...antichainRules, guessAfterEnd: false }, 400, 1000)).toBeDefined();
  });
});

describe('locks that a function is entered without', () => {
  it.each([20_072, 20_283, 20_320])('make no difference in program %i', (seed) => {
    expect(firstDisagreement(antichainRules, 1, seed, false, { calls: true })).toBeUndefined();
  });

  it.each([
    ['are held in its later phases', 'f { read x; write x; } main { unit { synchronized(a) { f(); } } }'],
    [
      'are not those that a function below it takes',
      'g { synchronized(a) { read x; } } f { g(); write x; } main { unit { synchronized(a) { f(); } } }',
    ],
  ])('%s', (_, functions) => {
    const program = programOf(
      `lock a; var x; process P { ${functions} } process Q { main { synchronized(a) { write x; } } }`,
    );
    expect([...decideAll(program, new Decider())].filter(({ violated }) => violated)).toEqual([]);
  });
});

/** Is the pattern violated with u = process `u`? */
function violated(text: string, pattern: string, u: 0 | 1, rules = antichainRules): boolean {
  const answers = [...decideAll(programOf(text), new Decider(rules))];
  const asked = answers.find(
    (answer) =>
      answer.pattern.id === pattern &&
      answer.u === u &&
      answer.variables.join() === '0,1'.slice(0, answer.variables.length * 2 - 1),
  );
  return asked!.violated;
}

describe('the fixed cases of the theory', () => {
  const acquisition = `lock a, b; var x;
    process P0 { main { unit { synchronized(a) { synchronized(b) { } write x; write x; } } } }
    process P1 { main { synchronized(b) { synchronized(a) { } read x; } } }`;
  const release = `lock a, b; var x, y;
    process P0 { main { unit { synchronized(a) { write x; write y; synchronized(b) { } } } } }
    process P1 { main { unit { synchronized(b) { write y; synchronized(a) { } } write x; } } }`;
  const end = `lock a; var x;
    process P0 { synchronized(a) main { write x; } }
    process P1 { main { unit { synchronized(a) { write x; } synchronized(a) { write x; } } } }`;
  const oneSided = `lock a; var x, y;
    process P0 { main { unit { read x; synchronized(a) { } read y; } } }
    process P1 { main { unit { synchronized(a) { write x; write y; } } } }`;

  it('AH: an acquisition cycle excludes pattern 3', () => {
    expect(violated(acquisition, '3', 0)).toBe(false);
    expect(violated(acquisition, '3', 0, withoutHistoryRule('acquisitionCycles'))).toBe(true);
  });

  it('RH: a release cycle through a used lock excludes pattern 8', () => {
    expect(violated(release, '8', 0)).toBe(false);
    expect(violated(release, '8', 0, withoutHistoryRule('releaseCycles'))).toBe(true);
    expect(violated(release, '8', 0, withoutHistoryRule('usesInReleaseHistory'))).toBe(true);
  });

  it('END: a process that has returned lets the other go on', () => {
    expect(violated(end, '5', 1)).toBe(true);
    expect(violated(end, '5', 1, { ...antichainRules, guessAfterEnd: false })).toBe(false);
  });

  it('keeps a lock that only one of the two holds at an access', () => {
    expect(violated(oneSided, '9', 1)).toBe(false);
  });
});
