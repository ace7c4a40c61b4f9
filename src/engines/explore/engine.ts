// `heddle explore`: model checking of a finite program. Options in, findings out; the searches are in folders of their own.

import { Rng } from '../../base/rng.js';
import { asynchronousConstruct } from '../../model/program/asynchronous.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import type { Applicability, Engine, EngineRun, RunContext, Task } from '../../verdict/engine.js';
import { applies } from '../../verdict/engine.js';
import type { OptionValues } from '../../verdict/options.js';
import type { Property } from '../../verdict/property.js';
import type { Verdict } from '../../verdict/verdict.js';
import { atomicityMonitor } from './atomicity-monitor.js';
import { holdsFinding, propertyKinds, type Search, unknownFinding, violationFinding } from './findings.js';
import { fullSearch } from './full/full-search.js';
import { NumberedRaceMonitor } from './full/numbered-race-monitor.js';
import { type ExploreProperty, exploreInfo } from './info.js';
import { type Instances, instancesGiven, withInstances } from './instances.js';
import { foundViolations } from './lockset/found-violations.js';
import { locksetSearch } from './lockset/lockset-search.js';
import { allRules, reductionsUsed } from './lockset/search-rules.js';
import type { Sighting } from './lockset/sightings.js';
import { minimise } from './minimise.js';
import type { Monitor } from './monitor.js';
import { endless, optimalRules } from './optimal/optimal-search.js';
import { searchProgram } from './optimal/search-program.js';
import { checkExploreOptions, type ExploreOptions, exploreOptions } from './options.js';
import { planSearches, type SearchPlan } from './plan-searches.js';
import { hasAssertions, recursiveFunction } from './recursion.js';
import type { FoundViolation, SearchResult } from './search-result.js';
import { simulate } from './simulation.js';
import { terminationSearch } from './termination/termination-search.js';

/** Simulated executions that are longer are left there. */
const longestRun = 100_000;

export const exploreEngine: Engine<Program> = {
  info: exploreInfo,
  checkOptions: (task) => checkExploreOptions(task.options),
  applicable: takesProperties,
  worthAsking: finiteOrAsserting,
  questionsOfCheck: (task) => [withRaces(task)],
  unanswered: ({ options }, answers) =>
    exploreOptions(options).properties.find(
      (asked) => !answers.some(({ property, verdict }) => isAnswer(asked, property, verdict)),
    ),
  run,
};

/** `check` asks about data races too, where threads can be interrupted anywhere; and about assertions if there are any. */
function withRaces({ model, options }: Task<Program>): OptionValues {
  if (options['property']) return options;
  const assertions = hasAssertions(model) ? ['assertions'] : [];
  const races = model.scheduling === 'preemptive' ? ['races'] : [];
  return { ...options, property: [{ text: [...assertions, 'errors', 'deadlocks', ...races].join() }] };
}

function takesProperties({ model, options }: Task<Program>): Applicability {
  const { instances, properties } = exploreOptions(options);
  const racing = properties.includes('races') ? refuseRaces(model) : applies;
  return racing.ok && instances === undefined ? refuseReplicated(model) : racing;
}

/** Between two switch points nobody else moves: two accesses are never simultaneous, and whether they are ordered says nothing. */
function refuseRaces({ scheduling, schedulingOrigin, source }: Program): Applicability {
  if (scheduling === 'preemptive') return applies;
  const because = `under ${scheduling} scheduling a thread is never interrupted between two switch points, so no two accesses can race; ask for assertions or atomicity instead`;
  return { ok: false, because, ...(schedulingOrigin ? { place: source.place(schedulingOrigin) } : {}) };
}

/** A violation wherever it is, or that there is none anywhere. */
function isAnswer(asked: ExploreProperty, property: Property, verdict: Verdict): boolean {
  if (property.kind !== propertyKinds[asked]) return false;
  return verdict.kind === 'violated' || Object.keys(property).length === 1;
}

function refuseReplicated(program: Program): Applicability {
  const replicated = program.processes.find((process) => process.instances === 'any');
  if (!replicated) return applies;
  const because = `explore needs a number of instances: process ${replicated.name} * has any number (--instances n explores n of them, heddle cover any number)`;
  return { ok: false, because, place: program.source.place(replicated.origin) };
}

/**
 * `check` does not start a search that can only end at a limit, unless the model asserts something; a model of any number of
 * threads is for `cover` and `pairwise`.
 */
function finiteOrAsserting(task: Task<Program>): Applicability {
  const taken = takesProperties(task);
  if (!taken.ok) return taken;
  const recursive = recursiveFunction(task.model);
  if (recursive === undefined || hasAssertions(task.model)) return applies;
  const because = `${recursive} is recursive, so there may be infinitely many states; heddle explore searches up to a limit`;
  return { ok: false, because };
}

function* run(task: Task<Program>, context: RunContext): EngineRun {
  const options = exploreOptions(task.options);
  const program = withInstances(task.model, options.instances);
  const instances = instancesGiven(task.model, options.instances);
  if (options.simulate !== undefined) return yield* runSimulation(program, instances, options, context);
  for (const plan of planSearches(program, options)) {
    const searched = inOrder(program, options);
    const result = retold(yield* searchAs(plan, searched, options, context), searched, program);
    for (const finding of findingsOf(program, plan, result, options, instances)) yield { kind: 'finding', finding };
  }
}

/** Who of several preemptive threads is tried first changes nothing but what is met first. */
function inOrder(program: Program, { reversed }: ExploreOptions): Program {
  if (!reversed || program.scheduling !== 'preemptive') return program;
  return { ...program, processes: program.processes.toReversed() };
}

/** What was found with the processes in another order, in the order of the program: threads have other numbers there. */
function retold(result: SearchResult, searched: Program, program: Program): SearchResult {
  if (searched === program) return result;
  const names = initialState(program).threads.map(({ name }) => name);
  const numbers = initialState(searched).threads.map(({ name }) => names.indexOf(name));
  const moves = (violation: FoundViolation) =>
    violation.moves.map((move) => ({ ...move, thread: numbers[move.thread] ?? move.thread }));
  return { ...result, violations: result.violations.map((violation) => ({ ...violation, moves: moves(violation) })) };
}

function* runSimulation(
  program: Program,
  instances: Instances,
  options: ExploreOptions,
  context: RunContext,
): EngineRun {
  const monitors = options.properties.flatMap((property) => monitorsFor(program, property));
  const limits = { runs: options.simulate!, maxDepth: Math.min(options.maxDepth, longestRun) };
  const { violations, runs, steps, unfinished, cut } = yield* simulate(
    program,
    monitors,
    new Rng(context.seed),
    limits,
  );
  const search: Search = {
    method: 'simulation',
    statistics: { runs, steps },
    reductions: [],
    hashCompaction: false,
    instances,
    isPreemptive: isPreemptive(program),
    certifyStates: undefined,
  };
  for (const property of options.properties) {
    const found = violations.filter(({ of }) => of === property).map((violation) => minimise(program, violation));
    for (const violation of found) yield { kind: 'finding', finding: violationFinding(program, violation, search) };
    const left = unfinished > 0 ? `, ${unfinished} of them left after ${limits.maxDepth} steps` : '';
    const because = `${cut === undefined ? '' : `${cut}: `}simulated ${runs} ${runs === 1 ? 'run' : 'runs'}${left}`;
    yield { kind: 'finding', finding: unknownFinding(program, property, because, search, found.length > 0) };
  }
}

function searchAs(plan: SearchPlan, program: Program, options: ExploreOptions, context: RunContext) {
  if (plan.properties.includes('termination')) return terminationSearch(program, options);
  if (plan.method === 'optimal') return optimally(plan, program, options, context);
  if (plan.method !== 'full') return reducedSearch(plan, program, options, context);
  const monitors = plan.properties.flatMap((property) => monitorsFor(program, property));
  return fullSearch(program, initialState(program), monitors, options, plan.passForced);
}

function* reducedSearch(plan: SearchPlan, program: Program, options: ExploreOptions, context: RunContext) {
  const { sightings, cut, ...counts } = yield* locksetSearch(program, {
    limits: options,
    remember: plan.method === 'stateful',
    races: plan.properties.includes('races'),
    hashCompaction: options.hashCompaction,
    reductions: options.reductions,
    rules: allRules,
    reserve: (bytes) => context.reserve(bytes),
  });
  const wanted = sightings.filter(({ kind }) => kind !== 'race' || plan.properties.includes('races'));
  return { ...counts, violations: shortened(program, wanted), ...(cut === undefined ? {} : { cut }) };
}

function* optimally(plan: SearchPlan, program: Program, options: ExploreOptions, context: RunContext) {
  const { sightings, cut, states, transitions, executions } = yield* searchProgram(program, {
    limits: options,
    races: plan.properties.includes('races'),
    rules: optimalRules,
    reserve: (bytes) => context.reserve(bytes),
  });
  const violations = shortened(program, sightings);
  return { states, transitions, executions, violations, ...(cut === undefined ? {} : { cut }) };
}

function shortened(program: Program, sightings: readonly Sighting[]): FoundViolation[] {
  return foundViolations(program, sightings).map((violation) => minimise(program, violation));
}

function* findingsOf(
  program: Program,
  plan: SearchPlan,
  result: SearchResult,
  options: ExploreOptions,
  instances: Instances,
) {
  const { states, transitions, executions } = result;
  const statistics = { states, transitions, ...(executions === undefined ? {} : { executions }) };
  const search: Search = {
    method: plan.method,
    statistics,
    reductions: usesLocksets(plan) ? reductionsUsed(options.reductions) : [],
    hashCompaction: usesLocksets(plan) && options.hashCompaction,
    instances,
    isPreemptive: isPreemptive(program),
    certifyStates: options.certifyStates,
    ...(plan.because === undefined ? {} : { because: plan.because }),
    ...(plan.passForced ? { passForced: true as const } : {}),
  };
  for (const property of plan.properties) {
    const violations = result.violations.filter((violation) => violation.of === property);
    for (const violation of violations) yield violationFinding(program, violation, search);
    const { cut } = result;
    // An endless execution has no end with a larger limit either.
    const obstacle = cut === endless ? undefined : 'limit';
    if (cut !== undefined) yield unknownFinding(program, property, cut, search, violations.length > 0, obstacle);
    else if (violations.length === 0) yield holdsFinding(program, property, search);
  }
}

/** Preemptive threads that see of each other no more than memory, locks and ends. */
function isPreemptive(program: Program): boolean {
  const hasAttempts = program.functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'unavailable'));
  return program.scheduling === 'preemptive' && asynchronousConstruct(program) === undefined && !hasAttempts;
}

function usesLocksets({ method }: SearchPlan): boolean {
  return method === 'stateful' || method === 'lockset';
}

function monitorsFor(program: Program, property: ExploreProperty): Monitor[] {
  if (property === 'races') return [new NumberedRaceMonitor()];
  return property === 'atomicity' ? [atomicityMonitor(program)] : [];
}
