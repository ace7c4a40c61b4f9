// The monitors of full exploration against all interleavings written down one by one, on tiny programs without loops.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { completePatterns } from '../../logic/access-patterns/conflict-cycles.js';
import { showsPattern } from '../../logic/access-patterns/shows-pattern.js';
import { movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { lastStepRaces } from '../../verdict/meaning/race-check.js';
import { finalState, type ProgramRun, takeStep } from '../../verdict/program-run.js';
import { processOfThread, unitAccesses } from '../../verdict/unit-accesses.js';
import { atomicityMonitor } from './atomicity-monitor.js';
import { fullSearch } from './full/full-search.js';
import type { Monitor } from './monitor.js';
import { raceMonitor } from './race-monitor.js';
import { randomProgram, tinyPrograms } from './testing/random-programs.js';
import { finish, noLimits } from './testing/search-with.js';

const mostRuns = 2000;

/** Every execution and every prefix of one; undefined if there are too many. */
function allRuns(program: Program): ProgramRun[] | undefined {
  const runs: ProgramRun[] = [{ program, initial: initialState(program), steps: [] }];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i]!;
    if (runs.length > mostRuns) return undefined;
    for (const move of movesOf(program, finalState(run)))
      runs.push({ ...run, steps: [...run.steps, takeStep(program, finalState(run), move)] });
  }
  return runs;
}

function idsSeenBy(program: Program, monitor: Monitor, of: string): string[] {
  const { violations } = finish(fullSearch(program, initialState(program), [monitor], noLimits));
  return violations.flatMap((violation) => (violation.of === of ? [violation.id] : [])).sort();
}

/** Programs that have few enough runs, with all of them. */
function* cases(textOf: (rng: Rng) => string, count: number) {
  let left = count;
  for (let seed = 1; left > 0; seed++) {
    const program = programOf(textOf(new Rng(seed)));
    const runs = allRuns(program);
    if (!runs) continue;
    left--;
    yield { seed, program, runs };
  }
}

function loopFree(rng: Rng): string {
  return randomProgram(rng, tinyPrograms).replace(/while \(.*?\) /g, 'if (*) ');
}

function unitsOfAccesses(rng: Rng): string {
  const accesses = ['read a;', 'write a;', 'read b;', 'write b;', 'synchronized (l) { read a; write a; }'];
  const some = () => Array.from({ length: rng.between(1, 3) }, () => rng.pick(accesses)).join(' ');
  const body = () => (rng.chance(0.7) ? `unit { ${some()} }` : `${rng.pick(accesses)} unit { ${rng.pick(accesses)} }`);
  return `lock l; var a, b; process P { main { ${body()} } } process Q { main { ${body()} } }`;
}

describe('monitors see what the textbook definitions see in some interleaving', () => {
  it('races, by vector clocks', () => {
    let racy = 0;
    for (const { seed, program, runs } of cases(loopFree, 120 * sampleScale)) {
      const expected = new Set(runs.flatMap((run) => lastStepRaces(run) ?? []).map((name) => `race ${name}`));
      expect({ seed, ids: idsSeenBy(program, raceMonitor, 'races') }).toEqual({ seed, ids: [...expected].sort() });
      if (expected.size > 0) racy++;
    }
    expect(racy).toBeGreaterThan(20 * sampleScale);
  });

  it('access patterns of units, by searching each run', () => {
    let violated = 0;
    for (const { seed, program, runs } of cases(unitsOfAccesses, Math.max(20, 50 * sampleScale))) {
      const complete = runs.filter((run) => movesOf(program, finalState(run)).length === 0);
      const expected = [...new Set(complete.flatMap(patternsIn))].sort();
      const ids = idsSeenBy(program, atomicityMonitor(program), 'atomicity');
      expect({ seed, ids }).toEqual({ seed, ids: expected });
      if (expected.length > 0) violated++;
    }
    expect(violated).toBeGreaterThan(1);
  });
});

/** The ids of all patterns that two threads of a run show on some variables of its default atomic set. */
function patternsIn(run: ProgramRun): string[] {
  const accesses = unitAccesses(run);
  const names = run.program.variables.map((variable) => variable.name);
  const threads = [...new Set(accesses.map((access) => access.thread))];
  const found: string[] = [];
  for (const u of threads) for (const v of threads) if (u !== v) found.push(...patternsOf(u, v));
  return found;

  function patternsOf(u: string, v: string): string[] {
    const choices = names.flatMap((x) => [[x], ...names.filter((y) => y !== x).map((y) => [x, y])]);
    return choices.flatMap((variables) =>
      completePatterns
        .filter((pattern) => pattern.variables === variables.length)
        .filter((pattern) => {
          const binding = {
            u: ({ thread }: { readonly thread: string }) => thread === u,
            v: ({ thread }: { readonly thread: string }) => thread === v,
            variables,
          };
          return showsPattern(pattern, binding, accesses) !== undefined;
        })
        .map((pattern) => `atomicity ${pattern.id} ${processOfThread(u)} ${processOfThread(v)} ${variables.join()}`),
    );
  }
}
