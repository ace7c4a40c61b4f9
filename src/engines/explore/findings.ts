// Findings of the explorer in words: what happened, where, and why.

import type { RuleCode } from '../../base/rule.js';
import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { printEvents } from '../../logic/access-patterns/pattern.js';
import { showsPattern } from '../../logic/access-patterns/shows-pattern.js';
import { lockName } from '../../model/program/event.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type Thread } from '../../model/program/state.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../verdict/certificate.js';
import { type ProgramRun, type RunStep, runMoves } from '../../verdict/program-run.js';
import type { PropertyKind } from '../../verdict/property.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import { processOfThread, unitAccesses } from '../../verdict/unit-accesses.js';
import { type CaptionedPlace, type Finding, type Obstacle, unknownBecause } from '../../verdict/verdict.js';
import { waitingThreads } from '../../verdict/waiting-threads.js';
import { witnessOfRun } from '../../verdict/witness-of-run.js';
import { deadlockWords } from './deadlock-words.js';
import type { ExploreMethod, ExploreProperty } from './info.js';
import { type Instances, scopeOfInstances, spawnsInLoop, withInstanceDetails } from './instances.js';
import { hasLoops } from './recursion.js';
import type { FoundViolation } from './search-result.js';
import { endlessWords } from './termination/endless-words.js';

type Statistics = Finding['statistics'];

const rules = {
  assertions: 'HD3001',
  errors: 'HD3002',
  deadlocks: 'HD3003',
  races: 'HD3004',
  atomicity: 'HD3005',
  termination: 'HD3006',
} as const satisfies Record<ExploreProperty, RuleCode>;

export const propertyKinds = {
  assertions: 'assertion',
  errors: 'error',
  deadlocks: 'deadlock',
  races: 'race',
  atomicity: 'atomicity',
  termination: 'termination',
} as const satisfies Record<ExploreProperty, PropertyKind>;

/** How an answer came about. */
export interface Search {
  readonly method: ExploreMethod | 'simulation';
  readonly statistics: Statistics;
  /** By name. */
  readonly reductions: readonly string[];
  readonly hashCompaction: boolean;
  readonly instances: Instances;
  /** Preemptive threads, and nothing asynchronous. */
  readonly isPreemptive: boolean;
  /** After how many states a re-search that certifies the answer is to give up; undefined: as suits the search. */
  readonly certifyStates: number | undefined;
  /** Why every interleaving was visited although the user did not ask for it. */
  readonly because?: string;
  /** States with one possible step were passed and not counted. */
  readonly passForced?: true;
}

export function violationFinding(program: Program, violation: FoundViolation, search: Search): Finding {
  const run = runMoves(program, initialState(program), violation.moves);
  const words = wordsFor(run, violation);
  const waiting = violation.of === 'deadlocks' ? { waiting: [...waitingThreads(run).values()] } : {};
  const witness = withInstanceDetails({ ...witnessOfRun(run), ...waiting }, search.instances);
  return {
    engine: 'explore',
    method: search.method,
    property: violation.property,
    rule: rules[violation.of],
    verdict: { kind: 'violated', witness, confirmed: true, scope: scopeOfInstances(search.instances, allExecutions()) },
    statistics: search.statistics,
    ...words,
    because: [...words.because, ...reasonsOf(search)],
  };
}

type Words = Pick<Finding, 'message' | 'places' | 'because' | 'help'>;

function wordsFor(run: ProgramRun, violation: FoundViolation): Words {
  switch (violation.of) {
    case 'assertions':
    case 'errors':
      return failureWords(run);
    case 'deadlocks':
      if (violation.property.kind !== 'deadlock') throw new Error('not a deadlock');
      return deadlockWords(run, violation.property);
    case 'races':
      return raceWords(run);
    case 'atomicity':
      return atomicityWords(run, violation);
    case 'termination':
      return endlessWords(run);
  }
}

function failureWords(run: ProgramRun): Words {
  const last = run.steps[run.steps.length - 1]!;
  const thread = threadOf(last).name;
  const message =
    last.failure!.kind === 'assertion' ? `assertion can fail: ${assertedText(run, last)}` : last.failure!.reason;
  const threads = new Set(run.steps.map((step) => step.move.thread)).size;
  return {
    message,
    places: [placeOf(run, last, `${thread}: ${last.failure!.reason}`)],
    because: [
      `${thread} gets here after ${run.steps.length} steps of ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
    ],
  };
}

function heldNames(program: Program, thread: Thread): string {
  return [...new Set(thread.held.map((lock) => lockName(program, lock)))].join(', ');
}

function raceWords(run: ProgramRun): Words {
  const last = run.steps[run.steps.length - 1]!;
  if (last.event.kind !== 'access') throw new Error('a race ends in an access');
  const { key, name } = last.event.cell;
  const earlier = run.steps.findLast(
    ({ event, move }) => event.kind === 'access' && event.cell.key === key && move.thread !== last.move.thread,
  )!;
  const both = [earlier, last].map(
    (step) => `${threadOf(step).name} holds ${heldNames(run.program, threadOf(step)) || 'no lock'}`,
  );
  return {
    message: `data race on ${name}: ${[earlier, last].map((step) => processOfThread(threadOf(step).name)).join(' and ')}`,
    places: [placeOf(run, last, accessCaption(last)), placeOf(run, earlier, accessCaption(earlier))],
    because: ['no lock, spawn or join orders the two accesses', ...both],
    help: `hold one lock at every access to ${name}`,
  };
}

function atomicityWords(run: ProgramRun, { property }: FoundViolation): Words {
  if (property.kind !== 'atomicity') throw new Error('the violation is not one of atomicity');
  const { unit = '', other = '', variables = [] } = property;
  const pattern = patternById(property.pattern ?? '')!;
  const shown = unitAccesses(run);
  const binding = {
    u: ({ thread }: { readonly thread: string }) => processOfThread(thread) === unit,
    v: ({ thread }: { readonly thread: string }) => processOfThread(thread) === other,
    variables,
  };
  const steps = (showsPattern(pattern, binding, shown) ?? []).map((index) => run.steps[shown[index]!.step]!);
  return {
    message: `units interleave on ${variables.join(' and ')}: ${unit} and ${other}, ${printEvents(pattern.events, variables)}`,
    places: steps.map((step) => placeOf(run, step, accessCaption(step))),
    because: [`${printEvents(pattern.events, variables)} (u = ${unit}, v = ${other}) has no serial order`],
    help: 'let both units hold one lock from their first to their last access',
  };
}

/** What is asserted, as it is written. */
function assertedText({ program }: ProgramRun, { move }: RunStep): string {
  const { start, end, source = program.source } = move.edge.origin;
  const text = source.text.slice(start, end).replace(/\s+/g, ' ');
  return text.replace(/^assert\s*/, '').replace(/;$/, '');
}

function accessCaption(step: RunStep): string {
  const { event } = step;
  return event.kind === 'access' ? `${threadOf(step).name} ${event.mode}s ${event.cell.name}` : threadOf(step).name;
}

function threadOf(step: RunStep): Thread {
  return step.before.threads[step.move.thread]!;
}

function placeOf(run: ProgramRun, step: RunStep, caption: string): CaptionedPlace {
  return { place: run.program.source.place(step.move.edge.origin), caption };
}

const holdsMessages: Readonly<Record<ExploreProperty, string>> = {
  assertions: 'no assertion fails in any interleaving',
  errors: 'no errors in any interleaving',
  deadlocks: 'no deadlocks in any interleaving',
  races: 'no races in any interleaving',
  atomicity: 'no atomicity violations in any interleaving',
  termination: 'no thread runs for ever, if all get their turns',
};

export function holdsFinding(program: Program, property: ExploreProperty, search: Search): Finding {
  const rest = property === 'deadlocks' && hasLoops(program) ? ' (whether loops end is not asked)' : '';
  return {
    ...plainFinding(property, search),
    message: `${holdsMessages[property]}${rest}`,
    because: [...reasonsOf(search), coverageOf(search)],
    verdict: { kind: 'holds', scope: scopeOf(property, search), certificate: certificateOf(property, search) },
  };
}

const fewestStates = 30_000;
const statesPerTransition = 20;
const mostStates = 1_000_000;

/** The states are searched again by whoever checks; how far is in proportion to what the search has cost. */
function certificateOf(property: ExploreProperty, search: Search): Certificate | NoCertificate {
  const { isPreemptive, statistics, certifyStates } = search;
  if (property === 'termination')
    return noCertificate('searched exhaustively, not certified: no checker knows fair cycles');
  if (!isPreemptive && property === 'races')
    return noCertificate('searched exhaustively, not certified: races of threads with promises do not show in states');
  const proportional = Math.max(fewestStates, statesPerTransition * Number(statistics['transitions']));
  const limit = Math.min(mostStates, certifyStates ?? proportional);
  if (!isPreemptive) return { kind: 'states/1', body: { limit } };
  // Threads that do not meet: their states are far more than their steps.
  const isAlone = statistics['executions'] === 1 && property !== 'atomicity';
  return { kind: isAlone ? 'executions/1' : 'states-local/1', body: { limit } };
}

/** What a search that saw everything covered, and how. */
function coverageOf({ method, statistics, reductions, passForced }: Search): string {
  const counts = Object.entries(statistics).map(
    ([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`,
  );
  const covered = `exhaustive search: ${counts.join(', ')}`;
  if (passForced) return `${covered}; every interleaving followed, only states with a choice counted`;
  if (method === 'full') return `${covered}; every reachable state visited`;
  if (method === 'optimal') return `${covered}; one interleaving of every class of equivalent ones`;
  const used = reductions.length > 0 ? `reductions ${reductions.join(', ')}` : 'no further reductions';
  return `${covered}; at least one interleaving of every class that locksets tell apart, ${used}`;
}

const fairness =
  'scheduling is fair: a thread that can move again and again does move again and again (choices need not be fair)';

/** States with the same hash were taken for one: that none were is an assumption, if a likely one. */
function scopeOf(property: ExploreProperty, { hashCompaction, statistics, instances }: Search): Scope {
  if (property === 'termination') return scopeOfInstances(instances, allExecutions(fairness));
  if (!hashCompaction) return scopeOfInstances(instances, allExecutions());
  const states = Number(statistics['states']);
  const chance = Math.max(0, Math.floor(65 - 2 * Math.log2(Math.max(2, states))));
  const text = `no two of the ${states} states have the same 64-bit hash (the chance of that is below 2^-${chance} for random hashes)`;
  return scopeOfInstances(instances, allExecutions(text));
}

const spawnLoopHelp = 'threads are spawned in a loop: heddle cover takes any number of threads';

/** `hasSome`: there are findings of the kind, and there may be more. */
export function unknownFinding(
  program: Program,
  property: ExploreProperty,
  because: string,
  search: Search,
  hasSome: boolean,
  obstacle?: Obstacle,
): Finding {
  const help = spawnsInLoop(program) ? { help: spawnLoopHelp } : {};
  return {
    ...plainFinding(property, search),
    ...help,
    message: hasSome ? `further ${property} are not excluded` : `${property} not settled`,
    verdict: unknownBecause(because, obstacle),
  };
}

/** Why the search was not the one that was asked for. */
function reasonsOf({ because }: Search): string[] {
  return because === undefined ? [] : [because];
}

function plainFinding(property: ExploreProperty, search: Search) {
  return {
    engine: 'explore',
    method: search.method,
    property: { kind: propertyKinds[property] },
    rule: rules[property],
    places: [],
    because: reasonsOf(search),
    statistics: search.statistics,
  };
}
