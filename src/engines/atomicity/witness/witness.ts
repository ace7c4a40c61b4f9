// From two compatible facts to an execution (theory page, step 7): rebuild a path for each process, bring it back to
// the steps of the program, schedule the paths together, and run the schedule on the concrete semantics. Only an
// execution that shows its pattern there becomes a witness.

import { derived, derivedBy } from '../../../base/derived.js';
import { declaredLock, type Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';
import type { Witness } from '../../../verdict/witness.js';
import { witnessOfRun } from '../../../verdict/witness-of-run.js';
import type { FactId } from '../decide/fact-table.js';
import type { Saturation } from '../decide/saturation.js';
import type { FlowProcess } from '../flow/flow.js';
import type { Slice } from '../slice/slice.js';
import { goesWrong, type LiftedPath, liftPath } from './lift.js';
import { notifiersOf } from './notifiers.js';
import { moveAlong, type QuietPrefix, QuietPrefixes } from './quiet-prefix.js';
import { type ScheduledThread, schedule } from './schedule.js';

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

/** What running needs to know of a part; one without a slice only notifies. */
type ActingPart = Pick<WitnessPart, 'thread' | 'startLock' | 'process'> & { readonly slice?: Slice };

/** The quiet way of a thread to its first step, and the step of the run before which it fits. */
interface Beginning {
  readonly at: number;
  readonly prefix: QuietPrefix;
}

export interface FoundRun {
  /** The execution without the quiet beginnings of its threads. */
  readonly run: ProgramRun;
  /** Indices of the steps that are the pattern's accesses, in order. */
  readonly accesses: readonly number[];
  readonly beginnings: readonly Beginning[];
}

export function lengthOf({ run, beginnings }: FoundRun): number {
  return beginnings.reduce((sum, { prefix }) => sum + prefix.length, run.steps.length);
}

/** `notes` are remarks on steps of `run`, by index. */
export function witnessOf({ run, beginnings }: FoundRun, notes: ReadonlyMap<number, string>): Witness {
  const { steps, ...start } = witnessOfRun(run, notes);
  const bounds = [...beginnings.map(({ at }) => at), steps.length];
  const parts = beginnings.map(({ at, prefix }, i) => [...prefix.steps(), ...steps.slice(at, bounds[i + 1])]);
  return { ...start, steps: [...steps.slice(0, bounds[0]), ...parts.flat()] };
}

/** An execution, or why these paths give none. */
export function buildRun(program: Program, parts: readonly WitnessPart[]): FoundRun | string {
  if (!threadsMeet(program) && parts.every(({ forbids }) => !forbids)) {
    const found = runPaths(program, parts, true);
    if (typeof found !== 'string') return found;
  }
  return runPaths(program, parts, false);
}

function runPaths(program: Program, parts: readonly WitnessPart[], skipsQuiet: boolean): FoundRun | string {
  const paths = parts.map(({ slice, saturation, fact }) => liftPath(slice, saturation.facts.pathTo(fact), skipsQuiet));
  const threads = parts.map(
    ({ order, forbids, slice: { flow } }, i): ScheduledThread => ({
      steps: paths[i]!.steps,
      order,
      owned: ownedAtStart(flow),
      ...(forbids ? { forbids } : {}),
    }),
  );
  const isCooperative = program.scheduling === 'cooperative';
  const runners = schedule(threads, isCooperative);
  if (runners) return execute(program, parts, paths, runners);
  // Nobody else is needed for the pattern, but perhaps for a notification.
  for (const notifier of notifiersOf(program, awaitedLocks(paths), instancesOf(parts))) {
    const together = schedule([...threads, { steps: notifier.steps, order: [] }], isCooperative);
    if (!together) continue;
    const path = { from: undefined, steps: notifier.steps };
    const found = execute(program, [...parts, notifier], [...paths, path], together);
    if (typeof found !== 'string') return found;
  }
  return 'the paths found cannot be scheduled together';
}

function awaitedLocks(paths: readonly LiftedPath[]): ReadonlySet<number> {
  const edges = paths.flatMap(({ steps }) => steps.flatMap(({ edge, resumes }) => (resumes ? [edge] : [])));
  return new Set(edges.flatMap(({ action }) => ('lock' in action ? (declaredLock(action.lock) ?? []) : [])));
}

/** Runs the schedule on the program's own semantics: the engine may have taken a step for possible that is not. */
function execute(
  program: Program,
  parts: readonly ActingPart[],
  paths: readonly LiftedPath[],
  runners: readonly number[],
): FoundRun | string {
  const prefixes = prefixesOf(program, instancesOf(parts));
  const ids = parts.map(({ thread }) => prefixes.initial.threads.findIndex(({ name }) => name === thread));
  const quiet = parts.map(({ slice }, i) => {
    const { from } = paths[i]!;
    return from === undefined || !slice ? undefined : prefixes.to(ids[i]!, from);
  });
  if (paths.some(({ from }, i) => from !== undefined && !quiet[i])) return 'there is no quiet way to a first step';
  const initial = afterBeginnings(prefixes.initial, ids, quiet);
  const next = parts.map(() => 0);
  const accesses: number[] = [];
  const steps: RunStep[] = [];
  const beginnings: Beginning[] = [];
  let state = initial;
  for (const [i, runner] of runners.entries()) {
    const id = ids[runner]!;
    const prefix = quiet[runner];
    if (next[runner] === 0 && prefix) beginnings.push({ at: isHindered(prefix, state, id) ? 0 : steps.length, prefix });
    const lifted = paths[runner]!.steps[next[runner]!++]!;
    const move = moveAlong(program, state, id, lifted);
    if (!move) return `step ${i + 1} is not possible`;
    for (const [started, { startLock }] of parts.entries())
      if (startLock !== undefined && lifted.gives.includes(startLock)) ids[started] = state.threads.length;
    const step = takeStep(program, state, move);
    if (step.failure && !goesWrong(lifted.edge)) return `step ${i + 1} goes wrong`;
    if (lifted.matches) accesses.push(steps.length);
    steps.push(step);
    state = step.after;
  }
  return { run: { program, initial, steps }, accesses, beginnings: beginnings.sort((a, b) => a.at - b.at) };
}

function afterBeginnings(initial: State, ids: readonly number[], quiet: readonly (QuietPrefix | undefined)[]): State {
  const threads = [...initial.threads];
  for (const [i, prefix] of quiet.entries()) if (prefix) threads[ids[i]!] = prefix.thread;
  return { ...initial, threads };
}

/** Does another thread hold a lock that the beginning takes? Before the first step of all, nobody does. */
function isHindered({ locks }: QuietPrefix, { threads }: State, own: number): boolean {
  return threads.some(({ held }, id) => id !== own && held.some((lock) => locks.has(lock)));
}

/** May threads concern each other in other ways than by locks, so that none has a quiet beginning? */
const threadsMeet = derived(({ functions, scheduling }: Program): boolean => {
  const actions = functions.flatMap(({ edges }) => edges.map(({ action }) => action.kind));
  return scheduling === 'cooperative' || actions.some((kind) => meetingActions.has(kind));
});

const meetingActions: ReadonlySet<string> = new Set(['wait', 'notify', 'spawn', 'join']);

function prefixesOf(program: Program, instances: ReadonlyMap<number, number>): QuietPrefixes {
  // How many there are of a process with any number is said by who takes part, and by nothing else.
  return prefixesFor(program, new Map([...instances].filter(([id]) => program.processes[id]!.instances === 'any')));
}

const prefixesFor = derivedBy(
  (instances: ReadonlyMap<number, number>) => [...instances].join(' '),
  (program: Program, instances) => new QuietPrefixes(program, instances),
);

/** How many instances of each process take part. */
function instancesOf(parts: readonly ActingPart[]): Map<number, number> {
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
