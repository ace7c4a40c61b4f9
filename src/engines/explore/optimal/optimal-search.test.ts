// The optimal search against full exploration on random programs, and against itself with a rule switched off.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { foundViolations } from '../lockset/found-violations.js';
import { countTraces } from '../testing/count-traces.js';
import { families } from '../testing/families.js';
import { forgetting } from '../testing/forgetting.js';
import { plainText, withOutcomes } from '../testing/observed-program.js';
import { type RandomProgramOptions, randomProgram, richPrograms, smallPrograms } from '../testing/random-programs.js';
import { finish, idsOf, noLimits, type OptimalModes, searchFully, searchOptimally } from '../testing/search-with.js';
import type { Event } from './event.js';
import { type Access, way, wayOf } from './independence.js';
import type { Interleavings } from './interleavings.js';
import { endless, optimalRules, optimalSearch } from './optimal-search.js';
import { PreemptiveSteps } from './preemptive-steps.js';
import { TurnSteps } from './turn-steps.js';

const limits = { ...noLimits, maxStates: 2000 };

/** What is wrong with what the search finds or how many executions it follows. A cut search may only find less. */
function fault(program: Program, mostStates: number, modes: OptimalModes = { limits }): string | undefined {
  const full = searchFully(program, mostStates);
  if (!full) return undefined;
  const expected = idsOf(full);
  const result = searchOptimally(program, modes);
  const found = idsOf(result);
  if (found.some((id) => !expected.includes(id))) return `finds too much: ${found.join()}`;
  if (result.asleep > 0) return 'comes to where all sleep';
  if (result.cut !== undefined) return undefined;
  if (found.length < expected.length) return `misses some of ${expected.join()}`;
  const traces = countTraces(program, 800);
  return traces === undefined || traces === result.executions ? undefined : `${result.executions} for ${traces}`;
}

function faults(options: RandomProgramOptions, first: number, count: number): string[] {
  const found: string[] = [];
  for (let seed = first; seed < first + count * sampleScale; seed++) {
    const wrong = fault(programOf(randomProgram(new Rng(seed), options)), 300);
    if (wrong !== undefined) found.push(`${seed} ${wrong}`);
  }
  return found;
}

describe('the optimal search finds what full exploration finds, with one execution per class', () => {
  it('on small programs with locks, loops and branches', { timeout: 100_000_000 }, () => {
    expect(faults(smallPrograms, 1, 60)).toEqual([]);
  });

  it('on small programs with objects, arrays, monitors and spawned threads', { timeout: 100_000_000 }, () => {
    expect(faults(richPrograms, 100_000, 40)).toEqual([]);
  });

  it('which a count without any merging confirms', () => {
    const { program } = families.find(({ name }) => name === 'message-passing')!;
    const model = programOf(plainText(program(1)));
    expect(countTraces(model, 100_000, false)).toBe(searchOptimally(model).executions);
  });
});

const sleepingRivals = [
  `volatile var a1: int, a2: int, a3: int; volatile var res: int;
   z { if (a3 == 0) { res = 3; return; } if (a2 == 0) { res = 2; return; } if (a1 == 0) { res = 1; return; } }
   f1 { a1 = 1; } f2 { let v = a1; a2 = v + 1; } f3 { let v = a2; a3 = v + 1; }
   process M { main { spawn z(); spawn f1(); spawn f2(); spawn f3(); join; assert !(a2 == 1 && a3 == 2 && res == 1); } }`,
  `var x: int, y: int, r: int, s: int; h { x = 1; } f { y = 0; r = x; } g { y = 1; s = x; }
   process M { main { spawn h(); spawn f(); spawn g(); join; let c = y * 4 + r * 2 + s; assert c != 1; } }`,
];

describe('programs that fail where a rival sleeps', () => {
  it.each(sleepingRivals)('are found out: %s', (text) => {
    const program = programOf(text);
    const expected = idsOf(searchFully(program, 100_000)!);
    expect(expected.filter((id) => id.startsWith('assertion'))).toHaveLength(1);
    expect(idsOf(searchOptimally(program))).toEqual(expected);
  });
});

/** The smallest members of families, with what full exploration finds and how many executions there are. */
const members = families.map(({ name, sizes, program }) => {
  const observed = program(sizes[0]!);
  const model = withOutcomes(observed, 3000)!;
  return { name, model, expected: idsOf(searchFully(model, 3000)!).join(), traces: countTraces(model, 20_000)! };
});

/** The families that show that a rule, or a part of the independence, is missing. */
function whoNotices(modes: OptimalModes): string[] {
  return members.flatMap(({ name, model, expected, traces }) => {
    const { executions, asleep, ...result } = searchOptimally(model, {
      limits: { ...limits, maxStates: 1000 },
      ...modes,
    });
    const isFine = idsOf(result).join() === expected && executions === traces && asleep === 0;
    return isFine ? [] : [name];
  });
}

describe('the rules of the search are needed', () => {
  it('and all families agree with all rules', () => {
    expect(whoNotices({})).toEqual([]);
  });

  const ofTurns = ['laterEvents', 'newLook', 'takers'];
  const preemptive = Object.keys(optimalRules).filter((rule) => !ofTurns.includes(rule));

  // the three others matter to turns: see turn-steps.test.ts
  it.each(preemptive)('without %s a family shows it', { timeout: 600_000 }, (rule) => {
    expect(whoNotices({ rules: { [rule]: false } }).length).toBeGreaterThan(0);
  });
});

/** Whether a family shows that accesses are forgotten: by what is found, by a count, or by a way that leads nowhere. */
function isNoticed(isForgotten: (one: Access, event: Event) => boolean): boolean {
  return members.some(({ model, expected, traces }) => {
    const inner = new PreemptiveSteps(model, { races: true, maxDepth: Number.POSITIVE_INFINITY });
    const options = { limits: { ...limits, maxStates: 1000 }, rules: optimalRules, account: () => undefined };
    try {
      const { executions } = finish(optimalSearch(forgetting(inner, isForgotten), options));
      const found = foundViolations(model, inner.sightings.all());
      return (
        executions !== traces ||
        found
          .map(({ id }) => id)
          .sort()
          .join() !== expected
      );
    } catch {
      return true;
    }
  });
}

describe('every part of the independence is needed', () => {
  it('and nothing is noticed when nothing is forgotten', () => {
    expect(isNoticed(() => false)).toBe(false);
  });

  it.each(['look', 'change', 'take', 'give', 'follow'] as const)('%s', (name) => {
    expect(isNoticed((one) => wayOf(one) === way[name])).toBe(true);
  });

  it('that spawn and notify lead other threads', () => {
    expect(isNoticed((one, { footprint }) => wayOf(one) === way.lead && one !== footprint[0])).toBe(true);
  });
});

describe('more local steps than an event has', () => {
  it('are taken by events of their own, inner levels of locks among them', () => {
    const text = `lock l; var x : int;
      f(n : int) { synchronized (l) { let i = 0; while (i < 300) { synchronized (l) { i = i + 1; } } x = n; } }
      process P { main { f(1); } } process Q { main { f(2); } }`;
    const { executions, asleep, violations } = searchOptimally(programOf(text));
    expect([executions, asleep, violations]).toEqual([2, 0, []]);
  });
});

/** The same behaviour, by an action that the search has never heard of. */
function withUnknownAction(program: Program): Program {
  const functions = program.functions.map((graph) => ({
    ...graph,
    edges: [...graph.edges, { ...graph.edges[0]!, from: graph.exit, action: { kind: 'unheard-of' } as never }],
  }));
  return { ...program, functions };
}

function executionsOf(system: Interleavings): number {
  return finish(optimalSearch(system, { limits: noLimits, rules: optimalRules, account: () => undefined })).executions;
}

describe('where nothing is known about independence', () => {
  const text = 'var x : int, y : int; process P { main { x = 1; } } process Q { main { y = 1; } }';

  it('every interleaving is followed', () => {
    const program = programOf(text);
    expect(executionsOf(new PreemptiveSteps(program, { races: false, maxDepth: 100 }))).toBe(1);
    expect(executionsOf(new TurnSteps(program))).toBe(1);
    // each thread has two steps: its write, and its return
    expect(executionsOf(new TurnSteps(withUnknownAction(program)))).toBe(6);
  });
});

describe('executions that never end', () => {
  it('are followed once round, and the search says so', () => {
    const program = programOf(
      'var x : int; process P { main { while (x == 0) { skip; } } } process Q { main { x = 1; } }',
    );
    const { cut, executions } = searchOptimally(program);
    expect(cut).toBe(endless);
    expect(executions).toBeLessThan(10);
  });

  it('are told from loops in which only the thread itself looks the same again', () => {
    const text = `var x : int; process P { main { while (x < 3) { x = x + 1; } } }
      process Q { main { if (x == 2) { assert false; } } }`;
    const result = searchOptimally(programOf(text));
    expect(result.cut).toBeUndefined();
    expect(idsOf(result)).toEqual(idsOf(searchFully(programOf(text), 1000)!));
  });

  it('are told from those that come to a state of another execution', () => {
    const text = `var x : int, y : int; process P { main { y = 1; while (x < 3) { x = x + 1; } } }
      process Q { main { y = 1; } }`;
    const { cut, executions } = searchOptimally(programOf(text));
    expect([cut, executions]).toEqual([undefined, 2]);
  });

  it('do not keep it from looking at other threads', () => {
    const text = 'process P { main { while (true) { skip; } } } process Q { main { assert false; } }';
    expect(idsOf(searchOptimally(programOf(text)))).toHaveLength(1);
  });
});
