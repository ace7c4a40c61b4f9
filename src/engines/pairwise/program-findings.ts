// Questions about programs: pairs of labels, and data races as pairs of accesses.

import type { Stop } from '../../base/budget.js';
import { locationName } from '../../model/program/event.js';
import type { Program } from '../../model/program/program.js';
import { raceQuestion } from '../../model/trees/effect-question.js';
import { hasData } from '../../translate/abstract-data.js';
import { type ProgramGraph, translateProgramToThreadGraph } from '../../translate/program-to-thread-graph.js';
import { questionOfProperty } from '../../verdict/certify/effects-question.js';
import type { EngineEvent, RunContext, Task } from '../../verdict/engine.js';
import { finalState, type ProgramRun, witnessOfRun } from '../../verdict/program-run.js';
import { runWitness } from '../../verdict/replay/program-replayer.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import type { CaptionedPlace, Finding } from '../../verdict/verdict.js';
import type { Witness } from '../../verdict/witness.js';
import { answerQuestion } from './answer.js';
import { absentLabel, allPairs, askedPairs, propertyOf } from './options.js';
import { finishRace, runOfSchedule } from './program-schedule.js';
import { type Asked, askedPair, holdsFinding, unknownFinding, violatedFinding } from './words.js';

export function* answerProgram(
  { model, options, file }: Task<Program>,
  context: RunContext,
): Generator<EngineEvent, void, Stop | undefined> {
  const translated = translateProgramToThreadGraph(model);
  if (!translated.ok) return;
  if (propertyOf(options) === 'races') {
    for (const variable of sharedNames(model)) {
      context.nextQuestion();
      yield { kind: 'finding', finding: yield* ask(model, translated.value, askedRace(variable)) };
    }
    return;
  }
  const labels = labelsOfProgram(model);
  const pairs = askedPairs(options) ?? allPairs(labels);
  for (const label of new Set(pairs.flat()))
    if (!labels.has(label)) yield { kind: 'diagnostic', diagnostic: absentLabel(file, label) };
  for (const [first, second] of pairs) {
    context.nextQuestion();
    yield { kind: 'finding', finding: yield* ask(model, translated.value, askedPair(first, second)) };
  }
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

function* ask(
  program: Program,
  translated: ProgramGraph,
  asked: Asked,
): Generator<EngineEvent, Finding, Stop | undefined> {
  const question = questionOfProperty(asked.property) ?? raceQuestion('');
  const answer = yield* answerQuestion(translated.graph, question);
  const evidence = { method: 'effects', statistics: answer.statistics, scope: scopeOf(program, asked) };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'no') return holdsFinding(asked, evidence, answer.certificate);
  const run = runOfSchedule(translated, answer.run, answer.schedule);
  const isRace = asked.property.kind === 'race';
  const places = isRace ? [] : placesOf(run);
  const shown = isRace ? finishRace(run, String(asked.property['variable'])) : run;
  const witness = witnessOfRun(shown);
  const because = (isRace ? accessPlaces(shown) : places).map(({ caption }) => caption);
  return violatedFinding(asked, evidence, witness, {
    places: isRace ? accessPlaces(shown) : places,
    because,
    confirmed: isConfirmed(program, witness),
  });
}

/** Data was free: does the witness also run with the data? */
function isConfirmed(program: Program, witness: Witness): boolean {
  return !hasData(program) || typeof runWitness(program, witness) !== 'string';
}

function scopeOf(program: Program, { property }: Asked): Scope {
  const assumptions: string[] = [];
  if (hasData(program)) assumptions.push('conditions are free: both branches are always possible');
  const heap = program.functions.some(({ edges }) =>
    edges.some(
      ({ action }) => (action.kind === 'read' || action.kind === 'write') && action.location.kind !== 'variable',
    ),
  );
  if (heap && property.kind === 'race') assumptions.push('fields of objects and elements of arrays are not considered');
  return allExecutions(...assumptions);
}

/** The threads that are at a label in the final state. */
function placesOf(run: ProgramRun): CaptionedPlace[] {
  const { program } = run;
  return finalState(run).threads.flatMap(({ frames, name }) => {
    const frame = frames.at(-1);
    const edges = frame ? program.functions[frame.function]!.edges : [];
    const edge = edges.find(({ from, action }) => from === frame!.node && action.kind === 'label');
    if (edge?.action.kind !== 'label') return [];
    return [{ place: program.source.place(edge.origin), caption: `${name} is at ${edge.action.name}` }];
  });
}

/** The last two steps are the accesses. */
function accessPlaces({ program, steps }: ProgramRun): CaptionedPlace[] {
  return steps.slice(-2).flatMap(({ move, before }) => {
    const { action, origin } = move.edge;
    if (action.kind !== 'read' && action.kind !== 'write') return [];
    const what = `${before.threads[move.thread]!.name} ${action.kind}s ${locationName(program, action.location)}`;
    return [{ place: program.source.place(origin), caption: what }];
  });
}
