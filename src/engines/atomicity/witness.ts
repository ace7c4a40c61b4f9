// From two compatible facts to an execution (theory page, step 7): rebuild a path for each process, bring it back to
// the steps of the program, schedule the paths together, and run the schedule on the concrete semantics. Only an
// execution that shows its pattern there becomes a witness.

import type { Move } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { type LiftedStep, liftPath } from '../../translate/atomicity-lift.js';
import type { Slice } from '../../translate/atomicity-slice.js';
import { type ProgramRun, runMoves } from '../../verdict/program-run.js';
import type { FactId } from './fact-table.js';
import type { Saturation } from './saturation.js';
import { type ScheduledThread, schedule } from './schedule.js';

/** One process's part: the fact it ends with, and which accesses of the pattern are its own. */
export interface WitnessPart {
  readonly thread: string;
  readonly process: number;
  readonly slice: Slice;
  readonly saturation: Saturation;
  readonly fact: FactId;
  readonly order: readonly number[];
  readonly forbids?: NonNullable<ScheduledThread['forbids']>;
}

export interface FoundRun {
  readonly run: ProgramRun;
  /** Indices of the steps that are the pattern's accesses, in order. */
  readonly accesses: readonly number[];
}

/** An execution, or why these paths give none. */
export function buildRun(program: Program, parts: readonly WitnessPart[]): FoundRun | string {
  const paths = parts.map((part) => liftPath(part.slice, part.saturation.facts.pathTo(part.fact)));
  const threads = parts.map(
    ({ order, forbids }, i): ScheduledThread => ({ steps: paths[i]!, order, ...(forbids ? { forbids } : {}) }),
  );
  const runners = schedule(threads, program.scheduling === 'cooperative');
  if (!runners) return 'the paths found cannot be scheduled together';
  return execute(program, parts, paths, runners);
}

function execute(
  program: Program,
  parts: readonly WitnessPart[],
  paths: readonly (readonly LiftedStep[])[],
  runners: readonly number[],
): FoundRun | string {
  const initial = initialState(program, instancesOf(parts));
  const ids = parts.map(({ thread }) => initial.threads.findIndex(({ name }) => name === thread));
  const next = parts.map(() => 0);
  const accesses: number[] = [];
  const moves = runners.map((runner, i): Move => {
    const { edge, resumes, matches } = paths[runner]![next[runner]!++]!;
    if (matches) accesses.push(i);
    return { kind: resumes ? 'resume' : 'edge', thread: ids[runner]!, edge };
  });
  const run = runMoves(program, initial, moves);
  const wrong = run.steps.findIndex((step) => step.failure);
  return wrong === -1 ? { run, accesses } : `step ${wrong + 1} goes wrong`;
}

function instancesOf(parts: readonly WitnessPart[]): Map<number, number> {
  const instances = new Map<number, number>();
  for (const { process } of parts) instances.set(process, (instances.get(process) ?? 0) + 1);
  return instances;
}
