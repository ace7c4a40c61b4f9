// From two compatible facts to an execution (theory page, step 7): rebuild a path for each process, bring it back to
// the steps of the program, schedule the paths together, and run the schedule on the concrete semantics. Only an
// execution that shows its pattern there becomes a witness.

import { derived, derivedBy } from '../../../base/derived.js';
import { declaredLock, type Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';
import { type AccessStep, unitAccesses } from '../../../verdict/unit-accesses.js';
import type { Witness, WitnessStep } from '../../../verdict/witness.js';
import { witnessOfRun } from '../../../verdict/witness-of-run.js';
import type { FactId, FactTable } from '../decide/fact-table.js';
import type { Saturation } from '../decide/saturation.js';
import type { FlowProcess } from '../flow/flow.js';
import type { Slice } from '../slice/slice.js';
import {
  type Beginning,
  type Interleaved,
  inOrder,
  interleave,
  isHindered,
  type LoneThread,
} from './interleaved-run.js';
import { goesWrong, type LiftedPath, liftPath } from './lift.js';
import { moveAlong } from './moves-along.js';
import { notifiersOf } from './notifiers.js';
import { type QuietPrefix, QuietPrefixes } from './quiet-prefix.js';
import { schedule } from './schedule.js';
import type { ScheduledThread } from './tracks.js';

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

/** What running needs to know of a part. */
type ActingPart = Pick<WitnessPart, 'thread' | 'startLock' | 'process'>;

export interface FoundRun extends Interleaved {
  /** The execution without the quiet beginnings of its threads, made when it is asked for. */
  readonly run: () => ProgramRun;
  readonly program: Program;
  readonly initial: State;
  /** With the beginnings. */
  readonly length: number;
}

/** `notes` are remarks on steps of the run, by index. Its steps are written when somebody reads them. */
export function witnessOf(found: FoundRun, notes: ReadonlyMap<number, string>): Witness {
  const { program, initial } = found;
  const start = witnessOfRun({ program, initial, steps: [] });
  let written: readonly WitnessStep[] | undefined;
  return {
    ...start,
    get steps() {
      written ??= stepsOf(found, notes);
      return written;
    },
  };
}

function stepsOf({ run, beginnings }: FoundRun, notes: ReadonlyMap<number, string>): readonly WitnessStep[] {
  const { steps } = witnessOfRun(run(), notes);
  const bounds = [...beginnings.map(({ at }) => at), steps.length];
  const parts = beginnings.map(({ at, prefix }, i) => [...prefix.steps(), ...steps.slice(at, bounds[i + 1])]);
  return [...steps.slice(0, bounds[0]), ...parts.flat()];
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
  const paths = parts.map((part) => liftedPath(part, skipsQuiet));
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
  if (runners) {
    const execution = { program, parts: parts.map(actingPart), paths, runners };
    return (skipsQuiet ? putTogether(execution) : undefined) ?? execute(execution);
  }
  // Nobody else is needed for the pattern, but perhaps for a notification.
  for (const notifier of notifiersOf(program, awaitedLocks(paths), instancesOf(parts))) {
    const together = schedule([...threads, { steps: notifier.steps, order: [] }], isCooperative);
    if (!together) continue;
    const path = { from: undefined, steps: notifier.steps };
    const acting = [...parts.map(actingPart), notifier];
    const found = execute({ program, parts: acting, paths: [...paths, path], runners: together });
    if (typeof found !== 'string') return found;
  }
  return 'the paths found cannot be scheduled together';
}

/** Many executions share a path: with each other partner, for each other pattern. */
function liftedPath({ slice, saturation: { facts }, fact }: WitnessPart, skipsQuiet: boolean): LiftedPath {
  const byTable = liftedPaths(slice);
  const known = byTable.get(facts) ?? new Map<number, LiftedPath>();
  byTable.set(facts, known);
  const key = fact * 2 + (skipsQuiet ? 1 : 0);
  const path = known.get(key) ?? liftPath(slice, facts.pathTo(fact), skipsQuiet);
  known.set(key, path);
  return path;
}

const liftedPaths = derived((_: Slice) => new Map<FactTable, Map<number, LiftedPath>>());

function actingPart({ thread, startLock, process }: WitnessPart): ActingPart {
  return { process, ...(thread === undefined ? {} : { thread }), ...(startLock === undefined ? {} : { startLock }) };
}

function awaitedLocks(paths: readonly LiftedPath[]): ReadonlySet<number> {
  const edges = paths.flatMap(({ steps }) => steps.flatMap(({ edge, resumes }) => (resumes ? [edge] : [])));
  return new Set(edges.flatMap(({ action }) => ('lock' in action ? (declaredLock(action.lock) ?? []) : [])));
}

/** Paths in an order: what is to be run. */
interface Execution {
  readonly program: Program;
  readonly parts: readonly ActingPart[];
  readonly paths: readonly LiftedPath[];
  readonly runners: readonly number[];
}

/** Of paths that can be run one by one; undefined if one cannot, or the schedule does not fit. */
function putTogether(execution: Execution): FoundRun | undefined {
  const { program, parts, paths, runners } = execution;
  const prefixes = prefixesOf(program, instancesOf(parts));
  const lone: LoneThread[] = [];
  for (const [i, path] of paths.entries()) {
    const id = threadId(prefixes, parts[i]!);
    const run = id === -1 ? undefined : prefixes.alone(path, id);
    if (!run) return undefined;
    lone.push({ id, path, prefix: path.from === undefined ? undefined : prefixes.to(id, path.from), run });
  }
  const found = interleave(prefixes.initial, lone, runners);
  if (!found) return undefined;
  const run = () => {
    const executed = execute(execution);
    if (typeof executed === 'string') throw new Error(`an execution put together cannot be run: ${executed}`);
    return executed.run();
  };
  return { ...found, run, program, initial: prefixes.initial, length: lengthOf(runners, found.beginnings) };
}

/** Runs the schedule on the program's own semantics: the engine may have taken a step for possible that is not. */
function execute({ program, parts, paths, runners }: Execution): FoundRun | string {
  const prefixes = prefixesOf(program, instancesOf(parts));
  const ids = parts.map((part) => threadId(prefixes, part));
  const quiet = paths.map(({ from }, i) => (from === undefined ? undefined : prefixes.to(ids[i]!, from)));
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
    if (next[runner] === 0 && prefix)
      beginnings.push({ at: isHindered(prefix, state.threads, id) ? 0 : steps.length, prefix });
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
  const run = { program, initial, steps };
  return {
    run: () => run,
    program,
    initial,
    accesses,
    edges: accesses.map((step) => steps[step]!.move.edge),
    beginnings: inOrder(beginnings),
    unitAccesses: accessesOfUnits(run, accesses),
    length: lengthOf(runners, beginnings),
  };
}

/** The accesses of the units that the execution was built for. */
function accessesOfUnits(run: ProgramRun, steps: readonly number[]): readonly AccessStep[] {
  const accesses = unitAccesses(run);
  const units = new Set(accesses.filter(({ step }) => steps.includes(step)).map(({ unit }) => unit));
  return accesses.filter(({ unit }) => units.has(unit));
}

function lengthOf(runners: readonly number[], beginnings: readonly Beginning[]): number {
  return beginnings.reduce((sum, { prefix }) => sum + prefix.length, runners.length);
}

function threadId({ initial }: QuietPrefixes, { thread }: ActingPart): number {
  return initial.threads.findIndex(({ name }) => name === thread);
}

function afterBeginnings(initial: State, ids: readonly number[], quiet: readonly (QuietPrefix | undefined)[]): State {
  const threads = [...initial.threads];
  for (const [i, prefix] of quiet.entries()) if (prefix) threads[ids[i]!] = prefix.thread;
  return { ...initial, threads };
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
