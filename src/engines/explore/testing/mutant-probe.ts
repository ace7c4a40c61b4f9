// What the searches say about small programs whose outcomes full exploration knows and whose classes of executions are counted
// the plain way: how often that is wrong in a build with a rule broken on purpose (scripts/mutants.mjs, kinds `optimal` and
// `stateful`).

import { Rng } from '../../../base/rng.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { otherPrograms, rulePrograms } from '../lockset/testing/rule-programs.js';
import { comesFirstOtherwise, faults, passedOtherwise } from '../optimal/testing/remainders.js';
import { TurnSteps } from '../optimal/turn-steps.js';
import { countClasses } from './count-classes.js';
import { countTraces } from './count-traces.js';
import { families } from './families.js';
import { plainText, withOutcomes } from './observed-program.js';
import { inOneOrder, orders } from './race-orders.js';
import { randomChains } from './random-chains.js';
import { randomFragments } from './random-fragments.js';
import { randomProgram, richPrograms, smallPrograms } from './random-programs.js';
import { randomTurns } from './random-turns.js';
import { idsOf, noLimits, searchFully, searchOptimally, searchWithLocksets } from './search-with.js';

const mostStates = 4000;
/** Wrong answers that show that something is broken. */
const enough = 3;
const limits = { ...noLimits, maxStates: 20_000 };

interface Question {
  /** Undefined if it has many states. */
  readonly program: Program | undefined;
  /** Whether all of its executions end. */
  readonly ends: boolean;
  /** States for full exploration. */
  readonly most?: number;
}

function* questions(): Generator<Question> {
  for (const { sizes, program } of families)
    for (const n of sizes.slice(0, 2)) yield { program: withOutcomes(program(n), mostStates), ends: true };
  for (const text of [
    ...orders.flatMap(({ ordered, racing }) => [ordered, racing]),
    ...inOneOrder.map(({ text }) => text),
  ])
    yield { program: programOf(text), ends: true };
  // one turn between two others that depend on each other
  yield { program: programOf(plainText(randomFragments(new Rng(245), 'event-loop'))), ends: true };
  for (let seed = 1; seed <= 60; seed++) {
    const scheduling = seed % 2 === 0 ? 'cooperative' : 'event-loop';
    yield { program: withOutcomes(randomChains(new Rng(seed)), mostStates), ends: true };
    yield { program: withOutcomes(randomTurns(new Rng(seed), scheduling), mostStates), ends: true };
    for (const options of [smallPrograms, richPrograms])
      yield { program: programOf(randomProgram(new Rng(seed), options)), ends: false };
  }
}

export interface Probed {
  readonly wrong: number;
  readonly accepted: number;
  /** Searches that end with an error. */
  readonly failed: number;
}

export function probeOptimal(): Probed {
  const remainders = [comesFirstOtherwise, passedOtherwise].flatMap((check) => faults(check, 1000));
  return remainders.length > 0 ? { wrong: remainders.length, accepted: 0, failed: 0 } : judged(questions(), isOptimal);
}

export function probeStateful(): Probed {
  return judged(statefulQuestions(), isStateful);
}

function* statefulQuestions(): Generator<Question> {
  for (const [, , program] of rulePrograms) yield { program, ends: false, most: 50_000 };
  for (const [, program] of otherPrograms) yield { program, ends: false };
  for (const question of questions()) if (question.program?.scheduling === 'preemptive') yield question;
}

/** Up to the first few wrong answers. */
function judged(questions: Iterable<Question>, isRight: typeof isOptimal): Probed {
  const result = { wrong: 0, accepted: 0, failed: 0 };
  for (const { program, ends, most } of questions) {
    const full = program && searchFully(program, most ?? mostStates);
    if (!full) continue;
    try {
      if (!isRight(program, idsOf(full), ends)) result.wrong++;
    } catch {
      result.failed++;
    }
    if (result.wrong + result.failed >= enough) break;
  }
  return result;
}

/** Where an execution comes back to a state, less may be found. */
function isOptimal(program: Program, expected: readonly string[], ends: boolean): boolean {
  const result = searchOptimally(program, { limits });
  const found = idsOf(result);
  if (result.asleep > 0 || found.some((id) => !expected.includes(id))) return false;
  if (result.cut !== undefined) return !ends;
  const classes = classesOf(program);
  return found.length === expected.length && (classes === undefined || classes === result.executions);
}

function classesOf(program: Program): number | undefined {
  return program.scheduling === 'preemptive'
    ? countTraces(program, 1000)
    : countClasses(new TurnSteps(program), 10_000);
}

function isStateful(program: Program, expected: readonly string[]): boolean {
  const result = searchWithLocksets(program, { remember: true, limits });
  return result.cut === undefined && idsOf(result).join('; ') === expected.join('; ');
}
