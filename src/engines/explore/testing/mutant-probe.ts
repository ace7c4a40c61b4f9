// What the optimal search says about small programs whose outcomes full exploration knows and whose classes of executions are
// counted the plain way, and its remainders about random traces: how often that is wrong in a build with a rule broken on
// purpose (scripts/mutants.mjs, kind `optimal`).

import { Rng } from '../../../base/rng.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../model/program/program.js';
import { comesFirstOtherwise, faults, passedOtherwise } from '../optimal/testing/remainders.js';
import { countTraces } from './count-traces.js';
import { families } from './families.js';
import { withOutcomes } from './observed-program.js';
import { inOneOrder, orders } from './race-orders.js';
import { randomChains } from './random-chains.js';
import { randomProgram, richPrograms, smallPrograms } from './random-programs.js';
import { randomTurns } from './random-turns.js';
import { idsOf, noLimits, searchFully, searchOptimally } from './search-with.js';

const mostStates = 1500;
/** Wrong answers that show that something is broken. */
const enough = 3;
const limits = { ...noLimits, maxStates: 20_000 };

interface Question {
  /** Undefined if it has many states. */
  readonly program: Program | undefined;
  /** Whether all of its executions end. */
  readonly ends: boolean;
}

function* questions(): Generator<Question> {
  for (const { sizes, program } of families)
    for (const n of sizes.slice(0, 2)) yield { program: withOutcomes(program(n), mostStates), ends: true };
  for (const text of [
    ...orders.flatMap(({ ordered, racing }) => [ordered, racing]),
    ...inOneOrder.map(({ text }) => text),
  ])
    yield { program: programOf(text), ends: true };
  for (let seed = 1; seed <= 60; seed++) {
    const scheduling = seed % 2 === 0 ? 'cooperative' : 'event-loop';
    yield { program: withOutcomes(randomChains(new Rng(seed)), mostStates), ends: true };
    yield { program: withOutcomes(randomTurns(new Rng(seed), scheduling), mostStates), ends: true };
    for (const options of [smallPrograms, richPrograms])
      yield { program: programOf(randomProgram(new Rng(seed), options)), ends: false };
  }
}

/** How many of the answers up to the first few wrong ones are so; `failed`: searches that end with an error. */
export function probeOptimal(): { readonly wrong: number; readonly accepted: number; readonly failed: number } {
  const remainders = [comesFirstOtherwise, passedOtherwise].flatMap((check) => faults(check, 1000));
  const count = { right: 0, wrong: remainders.length, failed: 0 };
  for (const { program, ends } of questions()) {
    const full = program && searchFully(program, mostStates);
    if (full) count[answer(program, idsOf(full), ends)]++;
    if (count.wrong + count.failed >= enough) break;
  }
  return { wrong: count.wrong, accepted: 0, failed: count.failed };
}

function answer(program: Program, expected: readonly string[], ends: boolean): 'right' | 'wrong' | 'failed' {
  try {
    return isRight(program, expected, ends) ? 'right' : 'wrong';
  } catch {
    return 'failed';
  }
}

/** Where an execution comes back to a state, less may be found. */
function isRight(program: Program, expected: readonly string[], ends: boolean): boolean {
  const result = searchOptimally(program, { limits });
  const found = idsOf(result);
  if (result.asleep > 0 || found.some((id) => !expected.includes(id))) return false;
  if (result.cut !== undefined) return !ends;
  const traces = program.scheduling === 'preemptive' ? countTraces(program, 1000) : undefined;
  return found.length === expected.length && (traces === undefined || traces === result.executions);
}
