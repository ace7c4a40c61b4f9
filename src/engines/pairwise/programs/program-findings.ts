// Questions about programs: pairs of labels, and data races as pairs of accesses.

import { hasConditions } from '../../../model/program/abstract-data.js';
import { locationName } from '../../../model/program/event.js';
import type { Program } from '../../../model/program/program.js';
import {
  type Loosened,
  type ProgramGraph,
  translateProgramToThreadGraph,
} from '../../../translate/graphs/program-to-thread-graph.js';
import { isFirst, type Part, type RunContext, shareOf, type Task } from '../../../verdict/engine.js';
import { labelPlaces } from '../../../verdict/label-places.js';
import { checkShown } from '../../../verdict/meaning/program-checks.js';
import { runWitness } from '../../../verdict/meaning/run-witness.js';
import { retellWitness } from '../../../verdict/meaning/shown-steps.js';
import type { OptionValues } from '../../../verdict/options.js';
import type { ProgramRun, RunStep } from '../../../verdict/program-run.js';
import type { Property } from '../../../verdict/property.js';
import { allExecutions, type Scope } from '../../../verdict/scope.js';
import type { CaptionedPlace, Finding } from '../../../verdict/verdict.js';
import type { Witness } from '../../../verdict/witness.js';
import { witnessOfRun } from '../../../verdict/witness-of-run.js';
import { askEach, type Findings } from '../ask-each.js';
import { EffectSolver } from '../effects/answer.js';
import { allPairs, askedPairs, propertyOf, warnOfAbsent } from '../options.js';
import { type Asked, askedPair, holdsFinding, unknownFinding, violatedFinding } from '../words.js';
import { askScheme } from './growing-functions.js';
import { finishRace, runOfSchedule } from './program-schedule.js';

export function* answerProgram({ model, options, file, part }: Task<Program>, context: RunContext): Findings {
  const translated = translateProgramToThreadGraph(model);
  if (!translated.ok) return;
  const solver = new EffectSolver(translated.value.graph);
  if (isFirst(part)) yield* warnings(model, options, file);
  const questions = questionsAbout(model, options, part);
  yield* askEach(questions, context, 'effects', (asked) => ask(model, translated.value, solver, asked));
}

function* warnings(program: Program, options: OptionValues, file: string): Findings {
  if (propertyOf(options) === 'races') return;
  const labels = labelsOfProgram(program);
  yield* warnOfAbsent(askedPairs(options) ?? allPairs(labels), labels, file);
}

/** A question that none of these answers. */
export function unansweredOf({ model, options, part }: Task<Program>, answers: readonly Finding[]): string | undefined {
  const known = new Set(answers.map(({ property }) => JSON.stringify(property)));
  const left = questionsAbout(model, options, part).find(({ property }) => !known.has(JSON.stringify(property)));
  return left && JSON.stringify(left.property);
}

function questionsAbout(program: Program, options: OptionValues, part: Part | undefined): readonly Asked[] {
  if (propertyOf(options) === 'races') return shareOf(sharedNames(program), part).map(askedRace);
  const pairs = askedPairs(options) ?? allPairs(labelsOfProgram(program));
  return shareOf(pairs, part).map(([first, second]) => askedPair(first, second));
}

export function labelsOfProgram(program: Program): ReadonlySet<string> {
  const edges = program.functions.flatMap((graph) => graph.edges);
  return new Set(edges.flatMap(({ action }) => (action.kind === 'label' ? [action.name] : [])));
}

/** Variables that can race: volatile ones are synchronisation. */
function sharedNames(program: Program): string[] {
  return program.variables.filter(({ volatile }) => !volatile).map(({ name }) => name);
}

function askedRace(variable: string): Asked {
  return {
    property: { kind: 'race', variable },
    rule: 'HD5104',
    yes: `two threads can access ${variable} at the same time, one of them writing`,
    no: `no two threads access ${variable} at the same time with one of them writing`,
  };
}

function* ask(program: Program, translated: ProgramGraph, solver: EffectSolver, asked: Asked): Findings<Finding> {
  const answer = yield* solver.answer(asked.property);
  const evidence = { method: 'effects', statistics: answer.statistics, scope: scopeOf(program, translated, asked) };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'no' && program.cut) return yield* askScheme(program.cut, asked, evidence);
  if (answer.kind === 'no') return holdsFinding(asked, evidence, { kind: 'lock-histories/2', body: {} });
  const run = runOfSchedule(translated, answer.run, answer.schedule);
  if (!run) return unknownFinding(asked, evidence, disorder(translated));
  const failed = run.steps.find(({ failure }) => failure);
  if (failed) return unknownFinding(asked, evidence, failureReason(program, failed));
  const { property } = asked;
  const shown = property.kind === 'race' ? finishRace(run, property.variable ?? '') : run;
  const places = property.kind === 'race' ? accessPlaces(shown) : labelPlaces(run, labelsOf(property));
  const abstract = witnessOfRun(shown);
  const because = places.map(({ caption }) => caption);
  const concrete = concreteWitness(program, abstract, asked.property);
  const confirmed = concrete !== undefined;
  return violatedFinding(asked, evidence, concrete ?? abstract, { places, because, confirmed });
}

function labelsOf(property: Property): readonly string[] {
  return property.kind === 'pairwise' ? property.labels : [];
}

/** Data was free: is the witness also an execution with the data? */
function concreteWitness(program: Program, witness: Witness, property: Property): Witness | undefined {
  const run = runWitness(program, witness);
  if (typeof run === 'string' || checkShown(run, property) !== undefined) return undefined;
  return retellWitness(program, witness);
}

/** Conditions are free, so a run may dereference null where the program would have checked. */
function failureReason({ source }: Program, { failure, move }: RunStep): string {
  const { line, column } = source.place(move.edge.origin);
  return `the only run found fails at ${line}:${column} (${failure?.reason}); conditions were taken to be free`;
}

/** The steps of the run found have no order. */
function disorder({ loosened }: ProgramGraph): string {
  if (!loosened) return 'the run found waits for a notification that does not come in it';
  const { line, column } = loosened.place;
  return loosened.what === 'join'
    ? `the run found passes the \`join\` of one thread, as at ${line}:${column}, before that has ended`
    : `the run found takes a lock, as at ${line}:${column}, that another thread has`;
}

/** Only ever more executions: what holds in all of them holds. */
function assumed({ what, place: { line, column } }: Loosened): string {
  const step = what === 'join' ? '`join` of one thread among several' : 'lock that may be one of several objects';
  return `a ${step} (${line}:${column}) may be passed at any time`;
}

function scopeOf(program: Program, { loosened }: ProgramGraph, { property }: Asked): Scope {
  const assumptions: string[] = [];
  if (loosened) assumptions.push(assumed(loosened));
  if (hasConditions(program)) assumptions.push('conditions are free: both branches are always possible');
  const heap = program.functions.some(({ edges }) =>
    edges.some(({ action }) => 'location' in action && action.location.kind !== 'variable'),
  );
  if (heap && property.kind === 'race') assumptions.push('fields of objects and elements of arrays are not considered');
  return allExecutions(...assumptions);
}

/** The last two steps are the accesses. */
function accessPlaces({ program, steps }: ProgramRun): CaptionedPlace[] {
  return steps.slice(-2).flatMap(({ move, before }) => {
    const { action, origin } = move.edge;
    if (!('location' in action)) return [];
    const what = `${before.threads[move.thread]!.name} ${action.kind}s ${locationName(program, action.location)}`;
    return [{ place: program.source.place(origin), caption: what }];
  });
}
