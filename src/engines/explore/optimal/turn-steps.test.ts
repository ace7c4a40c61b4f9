// Turns of cooperative threads and event loops against full exploration, by outcomes; against a plain count of classes; and
// with a rule or a part of the footprints missing.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { foundViolations } from '../lockset/found-violations.js';
import { countClasses } from '../testing/count-classes.js';
import { findingsOf } from '../testing/findings-of.js';
import { forgetting } from '../testing/forgetting.js';
import { plainText, withOutcomes } from '../testing/observed-program.js';
import { randomFragments } from '../testing/random-fragments.js';
import { randomTurns, type TurnScheduling } from '../testing/random-turns.js';
import { finish, idsOf, noLimits, searchFully, searchOptimally } from '../testing/search-with.js';
import { type Access, placeOf, way, wayOf } from './independence.js';
import type { Interleavings } from './interleavings.js';
import { type OptimalRules, optimalRules, optimalSearch } from './optimal-search.js';
import { isReducible, TurnSteps } from './turn-steps.js';

const limits = { ...noLimits, maxStates: 20_000 };
const schedulings = ['cooperative', 'event-loop'] as const;

interface Case {
  readonly program: Program;
  readonly expected: string;
}

/** A random program with one assertion per outcome, and all there is to find; undefined if it is large. */
function randomCase(scheduling: TurnScheduling, seed: number): Case | undefined {
  const program = withOutcomes(randomTurns(new Rng(seed), scheduling), 1000);
  const full = program && searchFully(program, 3000);
  return full && { program, expected: idsOf(full).join('; ') };
}

it('no turn is put before one that depends on it only through a third', () => {
  const program = programOf(plainText(randomFragments(new Rng(245), 'event-loop')));
  expect(searchOptimally(program).executions).toBe(countClasses(new TurnSteps(program), 100_000));
});

describe.each(schedulings)('%s threads, turn by turn', (scheduling) => {
  it('show every outcome, failure, deadlock and race', { timeout: 100_000_000 }, () => {
    let [compared, executions, states] = [0, 0, 0];
    for (let seed = 1; seed <= 30 * sampleScale; seed++) {
      const random = randomCase(scheduling, seed);
      if (!random) continue;
      const result = searchOptimally(random.program, { limits });
      expect([seed, result.asleep, result.cut]).toEqual([seed, 0, undefined]);
      expect([seed, idsOf(result).join('; ')]).toEqual([seed, random.expected]);
      compared++;
      executions += result.executions;
      states += searchFully(random.program, 3000)!.states;
    }
    expect(compared).toBeGreaterThan(16 * sampleScale);
    expect(executions).toBeLessThan(states / 10);
  });

  it('are followed once per class of executions', { timeout: 100_000_000 }, () => {
    let counted = 0;
    for (let seed = 1; seed <= 15 * sampleScale; seed++) {
      const program = programOf(plainText(randomTurns(new Rng(seed), scheduling)));
      const classes = countClasses(new TurnSteps(program), 3000);
      if (classes === undefined) continue;
      counted++;
      expect([seed, searchOptimally(program).executions]).toEqual([seed, classes]);
    }
    expect(counted).toBeGreaterThan(4 * sampleScale);
  });

  it('have one execution where nobody meets anybody', () => {
    const own = (i: number) => `x${i} = 1; yield; x${i} = x${i} + 1; yield; x${i} = 3;`;
    const processes = [0, 1, 2, 3].map((i) => `process P${i} { main { ${own(i)} } }`).join('\n');
    const program = programOf(`scheduling ${scheduling}; var x0 : int, x1 : int, x2 : int, x3 : int;\n${processes}`);
    expect(searchOptimally(program).executions).toBe(1);
    const [finding] = findingsOf(program, { method: 'optimal' });
    expect(finding!.because.join()).toContain('one interleaving of every class');
  });
});

/** What is wrong with a search whose system or rules are broken; undefined if nothing shows. */
function fault({ program, expected }: Case, broken: Broken): string | undefined {
  const inner = new TurnSteps(program);
  const system: Interleavings = broken.isForgotten ? forgetting(inner, broken.isForgotten) : inner;
  const options = { limits, rules: { ...optimalRules, ...broken.rules }, account: () => undefined };
  try {
    const { asleep } = finish(optimalSearch(system, options));
    const found = foundViolations(program, inner.sightings.all());
    if (asleep > 0) return 'asleep';
    const ids = found.map(({ id }) => id).sort();
    return ids.join('; ') === expected ? undefined : 'finds something else';
  } catch (error) {
    return String(error);
  }
}

interface Broken {
  readonly rules?: Partial<OptimalRules>;
  readonly isForgotten?: (one: Access, event: { readonly footprint: readonly Access[] }) => boolean;
}

const sorts = ['progress', 'promise', 'cell', 'lock'];

function withoutWay(name: keyof typeof way): Broken {
  return { isForgotten: (one, { footprint }) => wayOf(one) === way[name] && one !== footprint[0] };
}

function withoutSort(name: string): Broken {
  return {
    isForgotten: (one, { footprint }) => placeOf(one) % sorts.length === sorts.indexOf(name) && one !== footprint[0],
  };
}

const mutants: readonly [string, Broken][] = [
  ...(['races', 'choices', 'laterEvents', 'newLook', 'takers', 'wakeUp'] as const).map((rule): [string, Broken] => [
    `the rule ${rule}`,
    { rules: { [rule]: false } },
  ]),
  ...(['look', 'change', 'take', 'give'] as const).map((name): [string, Broken] => [
    `the way ${name}`,
    withoutWay(name),
  ]),
  ...sorts.map((name): [string, Broken] => [`the places of the sort ${name}`, withoutSort(name)]),
];

/** Who waits for a promise first goes on first. */
function queueOfWaiters(): Case {
  const waiter = (name: string, digit: number) => `${name} { is${digit} = 1; join p; log = log * 3 + ${digit}; }`;
  const program = programOf(`scheduling event-loop; var p : thread int, log : int, is1 : int, is2 : int;
    ${waiter('a', 1)} ${waiter('b', 2)}
    process M { main { p = new deferred int; spawn a(); spawn b(); yield external;
      let both = is1 + is2; settle(p, 1); join;
      if (both == 2) { assert log != 5; assert log != 7; } } }`);
  return { program, expected: idsOf(searchFully(program, 3000)!).join('; ') };
}

/** Between taking the lock and giving it back, the first thread does something that the second one sees. */
function workUnderALock(): Case {
  const program = programOf(`scheduling cooperative; lock m; var x : int, r : int;
    a { acquire(m); yield; x = 1; release(m); } b { acquire(m); r = x + 2; release(m); }
    process M { main { spawn a(); spawn b(); join; let seen = r; assert seen != 2; assert seen != 3; } }`);
  return { program, expected: idsOf(searchFully(program, 3000)!).join('; ') };
}

describe('every part of turns is needed', () => {
  const random = schedulings.flatMap((scheduling) =>
    Array.from({ length: 8 }, (_, seed) => randomCase(scheduling, seed + 1)).filter((one) => one !== undefined),
  );
  const cases = [queueOfWaiters(), workUnderALock(), ...random];

  it('and nothing shows when nothing is missing', () => {
    expect(cases.map((one) => fault(one, {})).filter((text) => text !== undefined)).toEqual([]);
  });

  it.each(mutants)('%s', (_, broken) => {
    expect(cases.some((one) => fault(one, broken) !== undefined)).toBe(true);
  });
});

describe('what has no independence', () => {
  const isSearchedInFull = (program: Program) => {
    expect(isReducible(program)).toBe(false);
    const [finding] = findingsOf(program, { method: 'optimal' });
    expect(finding!.because.join()).toContain('every interleaving was visited');
  };

  it('is an assume that can fail in the middle of a turn', () => {
    isSearchedInFull(programOf('scheduling cooperative; var x : int; process P { main { assume x == 1; } }'));
  });

  it('is a wait in an event loop', () => {
    const program = programOf('scheduling cooperative; lock l; process P { main { synchronized (l) { wait(l); } } }');
    isSearchedInFull({ ...program, scheduling: 'event-loop' });
  });

  it('is unknown where a turn does not end', () => {
    const program = programOf(
      'scheduling cooperative; var x : int; process P { main { while (true) { x = 1 - x; } } }',
    );
    expect(searchOptimally(program).cut).toContain('without letting others go');
  });
});
