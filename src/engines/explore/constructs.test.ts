// Constructs beside reads, writes and plain locks: every method against full exploration, on random programs with them.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { statesCertifier } from '../../evidence/program/states-certifier.js';
import { outcomeOf } from '../../evidence/testing/outcome-of.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { lastStepRaces } from '../../verdict/meaning/race-check.js';
import { finalState, type ProgramRun, takeStep } from '../../verdict/program-run.js';
import { branchesLocally } from './local-branches.js';
import { findingsOf } from './testing/findings-of.js';
import { type Construct, randomProgram, richPrograms, smallPrograms } from './testing/random-programs.js';
import { idsOf, noLimits, searchFully, searchOptimally, searchWithLocksets } from './testing/search-with.js';

const limits = { ...noLimits, maxStates: 1500 };

/** What a method finds otherwise; undefined if there are too many states to say. */
function difference(program: Program): string[] | undefined {
  const full = searchFully(program, 300);
  if (!full) return undefined;
  const expected = idsOf(full).join();
  const results = {
    stateful: searchWithLocksets(program, { remember: true }),
    lockset: searchWithLocksets(program, { remember: false, limits }),
    optimal: searchOptimally(program, { limits }),
  };
  return Object.entries(results).flatMap(([name, result]) =>
    result.cut !== undefined || idsOf(result).join() === expected ? [] : [`${name}: ${idsOf(result)} for ${expected}`],
  );
}

/** Races of all executions of at most so many steps, one by one, by vector clocks. */
function racesByHand(program: Program, steps: number): Set<string> {
  const races = new Set<string>();
  const open: ProgramRun[] = [{ program, initial: initialState(program), steps: [] }];
  for (let run = open.pop(); run; run = open.pop()) {
    const race = lastStepRaces(run);
    if (race !== undefined) races.add(race);
    if (run.steps.length === steps) continue;
    for (const move of movesOf(program, finalState(run)))
      open.push({ ...run, steps: [...run.steps, takeStep(program, finalState(run), move)] });
  }
  return races;
}

describe.each<Construct>(['update', 'atomic block'])('with %s', (construct) => {
  it('every method finds what full exploration finds', { timeout: 100_000_000 }, () => {
    let compared = 0;
    for (const [options, first] of [
      [smallPrograms, 1],
      [richPrograms, 50_000],
    ] as const)
      for (let seed = first; seed < first + 40 * sampleScale; seed++) {
        const text = randomProgram(new Rng(seed), { ...options, more: [construct] });
        const program = programOf(text);
        if (!branchesLocally(program)) continue;
        const found = difference(program);
        if (found) compared++;
        expect(found ?? [], `seed ${seed}\n${text}`).toEqual([]);
      }
    expect(compared).toBeGreaterThan(20 * sampleScale);
  });
});

describe('a shared lock', () => {
  const races = (one: string, other: string) => [
    ...racesByHand(programOf(`lock l; var x: int; process P { main { ${one} } } process Q { main { ${other} } }`), 12),
  ];

  it('orders readers and writers, but not readers among themselves', () => {
    expect(races('synchronized(l) { x = 1; }', 'synchronized(shared l) { read x; }')).toEqual([]);
    expect(races('synchronized(shared l) { read x; }', 'synchronized(shared l) { read x; }')).toEqual([]);
    expect(races('synchronized(shared l) { x = 1; }', 'synchronized(shared l) { read x; }')).toEqual(['x']);
    expect(races('synchronized(shared l) { read x; }', 'x = 1;')).toEqual(['x']);
  });

  it('is searched in full, and said to be', () => {
    const program = programOf('lock l; var x: int; process P [2] { main { synchronized(shared l) { x = 1; } } }');
    const findings = findingsOf(program, { property: 'races' });
    expect(findings.map(({ property, verdict }) => `${property.kind} ${verdict.kind}`)).toContain('race violated');
    expect(JSON.stringify(findings)).toContain('shared locks: every interleaving was visited');
  });
});

describe('an attempt to take a lock', () => {
  it('that fails is ordered after nothing, so its races are no state of two next accesses', () => {
    const program = programOf(`lock l; var x: int;
      process P { main { x = 1; synchronized(l) { skip; } } }
      process Q { main { if (!tryAcquire(l)) x = 2; else release(l); } }`);
    expect([...racesByHand(program, 12)]).toEqual(['x']);
    expect(outcomeOf(statesCertifier, program, { kind: 'race' })).toBe('not-certified');
    expect(outcomeOf(statesCertifier, program, { kind: 'deadlock' })).toBe('accepted');
    const findings = findingsOf(program, { property: 'races' });
    expect(findings.map(({ property, verdict }) => `${property.kind} ${verdict.kind}`)).toEqual(['race violated']);
  });
});

describe('a timed wait', () => {
  const program = (wait: string) =>
    programOf(`lock l; var x: bool; process P { main { synchronized(l) { while (!x) ${wait}; } } }
      process Q { main { synchronized(l) { x = true; } } }`);

  it('ends without a notification', () => {
    expect(idsOf(searchFully(program('wait(l)'), 1000)!)).toHaveLength(1);
    expect(idsOf(searchFully(program('timedWait(l)'), 1000)!)).toEqual([]);
  });

  it('is what every wait is with spurious wakeups', () => {
    const text = 'lock l; process P { main { synchronized(l) { wait(l); assert false; } } }';
    expect(idsOf(searchFully(programOf(text), 1000)!).map((id) => id.split(' ')[0])).toEqual(['deadlock']);
    const spurious = idsOf(searchFully(programOf(`spurious wakeups; ${text}`), 1000)!);
    expect(spurious.map((id) => id.split(' ')[0])).toEqual(['assertion']);
  });
});

describe('an atomic update', () => {
  it('orders what comes before it and what comes after the next one', () => {
    const program = (publish: string) =>
      programOf(`var data: int; volatile var ready: int;
        process P { main { data = 1; ${publish} } }
        process Q { main { if (compareAndSet(ready, 1, 2)) data = 2; } }`);
    const races = (publish: string) => [...racesByHand(program(publish), 12)];
    expect(races('ready = atomic(ready + 1);')).toEqual([]);
    expect(races('skip;')).toEqual([]);
    expect(idsOf(searchFully(program('ready = getAndSet(ready, 1);'), 1000)!)).toEqual([]);
  });

  it('that fails to compare writes nothing, so it publishes nothing', () => {
    const program = programOf(`var data: int; volatile var ready: int;
      process P { main { data = 1; if (compareAndSet(ready, 5, 1)) skip; } }
      process Q { main { ready = atomic(ready + 1); data = 2; } }`);
    expect([...racesByHand(program, 12)]).toEqual(['data']);
    for (const result of [
      searchFully(program, 1000)!,
      searchOptimally(program),
      searchWithLocksets(program, { remember: true }),
    ])
      expect(idsOf(result)).toEqual(['race data']);
  });

  it('is one step: no increment gets lost', () => {
    const program = (increment: string) =>
      programOf(`volatile var x: int; inc { ${increment} }
        process M { main { spawn inc(); spawn inc(); spawn inc(); join; assert x == 3; } }`);
    expect(idsOf(searchFully(program('x = atomic(x + 1);'), 10_000)!)).toEqual([]);
    expect(idsOf(searchFully(program('x = x + 1;'), 10_000)!)).toHaveLength(1);
    const loop = 'let old = x; while (!compareAndSet(x, old, old + 1)) old = x;';
    expect(idsOf(searchFully(program(loop), 10_000)!)).toEqual([]);
  });
});
