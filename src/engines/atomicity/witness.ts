// From two compatible facts to an execution (theory page, step 7): rebuild a path for each process, bring it back to
// the steps of the program, schedule the paths together, and run the schedule on the concrete semantics. Only an
// execution that shows its pattern there becomes a witness.

import type { Program } from '../../model/program/program.js';
import type { FlowProcess } from '../../translate/atomicity-flow.js';
import { type LiftedStep, liftPath } from '../../translate/atomicity-lift.js';
import type { Slice } from '../../translate/atomicity-slice.js';
import { type ProgramRun, type RunStep, takeStep, witnessOfRun } from '../../verdict/program-run.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import type { FactId } from './fact-table.js';
import { moveAlong, QuietPrefixes } from './quiet-prefix.js';
import type { Saturation } from './saturation.js';
import { type Schedule, type ScheduledThread, schedule } from './schedule.js';

/** One process's part: the fact it ends with, and which accesses of the pattern are its own. */
export interface WitnessPart {
  /** Its name, if it is there from the start. */
  readonly thread?: string;
  /** The lock that another thread gives back when it starts this one. */
  readonly startLock?: number;
  readonly process: number;
  readonly slice: Slice;
  readonly saturation: Saturation;
  readonly fact: FactId;
  readonly order: readonly number[];
  readonly forbids?: NonNullable<ScheduledThread['forbids']>;
}

export interface FoundRun {
  /** The execution without the quiet beginnings of its threads. */
  readonly run: ProgramRun;
  /** Indices of the steps that are the pattern's accesses, in order. */
  readonly accesses: readonly number[];
  /** The quiet beginnings, each with the index of the step that comes after it. */
  readonly beginnings: readonly { readonly at: number; readonly steps: readonly WitnessStep[] }[];
}

export function lengthOf({ run, beginnings }: FoundRun): number {
  return beginnings.reduce((sum, { steps }) => sum + steps.length, run.steps.length);
}

/** `notes` are remarks on steps of `run`, by index. */
export function witnessOf({ run, beginnings }: FoundRun, notes: ReadonlyMap<number, string>): Witness {
  const steps = witnessOfRun(run, notes).steps;
  const bounds = [...beginnings.map(({ at }) => at), steps.length];
  const parts = beginnings.map((part, i) => [...part.steps, ...steps.slice(part.at, bounds[i + 1])]);
  return { steps: [...steps.slice(0, bounds[0]), ...parts.flat()] };
}

/** An execution, or why these paths give none. */
export function buildRun(program: Program, parts: readonly WitnessPart[]): FoundRun | string {
  const paths = parts.map((part) => liftPath(part.slice, part.saturation.facts.pathTo(part.fact)));
  const threads = parts.map(
    ({ order, forbids, slice: { flow } }, i): ScheduledThread => ({
      steps: paths[i]!,
      order,
      owned: ownedAtStart(flow),
      ...(forbids ? { forbids } : {}),
    }),
  );
  const scheduled = schedule(threads, program.scheduling === 'cooperative');
  if (!scheduled) return 'the paths found cannot be scheduled together';
  return execute(program, parts, paths, scheduled);
}

/** Runs the schedule on the program's own semantics: the engine may have taken a step for possible that is not. */
function execute(
  program: Program,
  parts: readonly WitnessPart[],
  paths: readonly (readonly LiftedStep[])[],
  { runners, quiet }: Schedule,
): FoundRun | string {
  const prefixes = prefixesOf(program, instancesOf(parts));
  const { initial } = prefixes;
  const ids = parts.map(({ thread }) => initial.threads.findIndex(({ name }) => name === thread));
  const next = parts.map(() => 0);
  const accesses: number[] = [];
  const steps: RunStep[] = [];
  const beginnings: { at: number; steps: readonly WitnessStep[] }[] = [];
  let state = initial;
  for (let i = 0; i < runners.length; ) {
    const runner = runners[i]!;
    const id = ids[runner]!;
    const prefix = next[runner] === 0 && quiet[runner]! > 0 && prefixes.run(id, paths[runner]!, quiet[runner]!);
    if (prefix) {
      state = { ...state, threads: state.threads.with(id, prefix.thread) };
      beginnings.push({ at: steps.length, steps: prefix.steps });
      next[runner] = quiet[runner]!;
      i += quiet[runner]!;
      continue;
    }
    const lifted = paths[runner]![next[runner]!++]!;
    const move = moveAlong(program, state, id, lifted);
    if (!move) return `step ${i + 1} is not possible`;
    for (const [started, { startLock }] of parts.entries())
      if (startLock !== undefined && lifted.gives.includes(startLock)) ids[started] = state.threads.length;
    const step = takeStep(program, state, move);
    if (step.failure) return `step ${i + 1} goes wrong`;
    if (lifted.matches) accesses.push(steps.length);
    steps.push(step);
    state = step.after;
    i++;
  }
  return { run: { program, initial, steps }, accesses, beginnings };
}

function prefixesOf(program: Program, instances: ReadonlyMap<number, number>): QuietPrefixes {
  const known = knownPrefixes.get(program) ?? new Map<string, QuietPrefixes>();
  knownPrefixes.set(program, known);
  const key = [...instances].filter(([, count]) => count > 1).join(' ');
  const prefixes = known.get(key) ?? new QuietPrefixes(program, instances);
  known.set(key, prefixes);
  return prefixes;
}

const knownPrefixes = new WeakMap<Program, Map<string, QuietPrefixes>>();

/** How many instances of each process take part. */
function instancesOf(parts: readonly WitnessPart[]): Map<number, number> {
  const instances = new Map<number, number>();
  for (const { process, thread } of parts)
    if (thread !== undefined) instances.set(process, (instances.get(process) ?? 0) + 1);
  return instances;
}

/** The start and end locks that a thread holds before its first step. */
function ownedAtStart({ functions, entry }: FlowProcess): readonly number[] {
  const flow = functions.get(entry)!;
  return flow.scopes[flow.entry]!.owned ?? [];
}
