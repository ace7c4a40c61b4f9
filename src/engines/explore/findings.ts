// Findings of the explorer in words: what happened, where, and why.

import type { RuleCode } from '../../base/rule.js';
import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { printEvents } from '../../logic/access-patterns/pattern.js';
import { showsPattern } from '../../logic/access-patterns/shows-pattern.js';
import { lockName } from '../../model/program/event.js';
import { blockedThreads, nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type Thread } from '../../model/program/state.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../verdict/certificate.js';
import { finalState, type ProgramRun, type RunStep, runMoves, witnessOfRun } from '../../verdict/program-run.js';
import type { PropertyKind } from '../../verdict/property.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import { processOfThread, unitAccesses } from '../../verdict/unit-accesses.js';
import type { CaptionedPlace, Finding } from '../../verdict/verdict.js';
import type { ExploreMethod, ExploreProperty } from './info.js';
import { type Instances, scopeOfInstances, spawnsInLoop, withInstanceDetails } from './instances.js';
import type { FoundViolation } from './search-result.js';

type Statistics = Finding['statistics'];

const rules = {
  assertions: 'HD3001',
  errors: 'HD3002',
  deadlocks: 'HD3003',
  races: 'HD3004',
  atomicity: 'HD3005',
} as const satisfies Record<ExploreProperty, RuleCode>;

const propertyKinds = {
  assertions: 'assertion',
  errors: 'error',
  deadlocks: 'deadlock',
  races: 'race',
  atomicity: 'atomicity',
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
  const witness = withInstanceDetails(witnessOfRun(run), search.instances);
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
      return deadlockWords(run);
    case 'races':
      return raceWords(run);
    case 'atomicity':
      return atomicityWords(run, violation);
  }
}

function failureWords(run: ProgramRun): Words {
  const last = run.steps[run.steps.length - 1]!;
  const thread = threadOf(last).name;
  const message = last.failure!.kind === 'assertion' ? 'an assertion can fail' : last.failure!.reason;
  const threads = new Set(run.steps.map((step) => step.move.thread)).size;
  return {
    message,
    places: [placeOf(run, last, `${thread}: ${last.failure!.reason}`)],
    because: [
      `${thread} gets here after ${run.steps.length} steps of ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
    ],
  };
}

function deadlockWords(run: ProgramRun): Words {
  const state = finalState(run);
  const blocked = blockedThreads(run.program, state).map((id) => state.threads[id]!);
  const places = blocked.map((thread) => {
    const edge = nextEdges(run.program, thread)[0]!;
    return { place: run.program.source.place(edge.origin), caption: `${thread.name} waits: ${edge.action.kind}` };
  });
  const holding = blocked.filter((thread) => thread.held.length > 0);
  return {
    message: `${listed(blocked.map((thread) => thread.name))} can wait for ever`,
    places,
    because: holding.map((thread) => `${thread.name} holds ${heldNames(run.program, thread)} while it waits`),
    ...(holding.length > 0 ? { help: 'acquire the locks in the same order everywhere' } : {}),
  };
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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
    message: `accesses to ${name} race`,
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
    message: `a unit of ${unit} and one of ${other} interleave on ${variables.join(' and ')}`,
    places: steps.map((step) => placeOf(run, step, accessCaption(step))),
    because: [`${printEvents(pattern.events, variables)} (u = ${unit}, v = ${other}) has no serial order`],
    help: 'let both units hold one lock from their first to their last access',
  };
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

export function holdsFinding(property: ExploreProperty, search: Search): Finding {
  return {
    ...plainFinding(property, search),
    message: `no ${property} in any interleaving`.replace('no assertions', 'no assertion fails'),
    because: [...reasonsOf(search), coverageOf(search)],
    verdict: { kind: 'holds', scope: scopeOf(search), certificate: certificateOf(property, search) },
  };
}

const fewestStates = 30_000;
const statesPerTransition = 20;
const mostStates = 1_000_000;

/** The states are searched again by whoever checks; how far is in proportion to what the search has cost. */
function certificateOf(property: ExploreProperty, search: Search): Certificate | NoCertificate {
  const { isPreemptive, statistics, certifyStates } = search;
  if (!isPreemptive && property === 'races')
    return noCertificate('searched exhaustively, not certified: races of cooperative threads do not show in states');
  const proportional = Math.max(fewestStates, statesPerTransition * Number(statistics['transitions']));
  const limit = Math.min(mostStates, certifyStates ?? proportional);
  return { kind: isPreemptive ? 'states-local/1' : 'states/1', body: { limit } };
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

/** States with the same hash were taken for one: that none were is an assumption, if a likely one. */
function scopeOf({ hashCompaction, statistics, instances }: Search): Scope {
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
): Finding {
  const help = spawnsInLoop(program) ? { help: spawnLoopHelp } : {};
  return {
    ...plainFinding(property, search),
    ...help,
    message: hasSome ? `further ${property} are not excluded` : `${property} not settled`,
    verdict: { kind: 'unknown', because },
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
