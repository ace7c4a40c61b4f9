// `heddle races`: the first race of every variable of a recorded trace. One pass finds the races with the chosen
// detector; if there is something to explain, a second pass follows just those accesses (explainer.ts). A trace that
// can be read only once (a long standard input) is reported without locations.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { isTraceFormat, type TraceFormat, type TraceModel } from '../../model/traces/trace-model.js';
import { TraceWalk } from '../../model/traces/trace-walk.js';
import type { WalkEnd, WalkRun } from '../../model/traces/walk-signal.js';
import {
  applies,
  type Engine,
  type EngineEvent,
  type EngineRun,
  type RunContext,
  type Task,
} from '../../verdict/engine.js';
import { optionFlag, optionText, optionTexts } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import { type AlgorithmName, isAlgorithm, makeDetector } from './algorithms.js';
import type { Detector } from './detector.js';
import { Explainer, type Question } from './explainer.js';
import {
  type FindingContext,
  holdsFinding,
  orderFinding,
  raceFinding,
  traceScope,
  unknownFinding,
} from './findings.js';
import { racesInfo } from './info.js';
import { Narrator } from './narrator.js';

interface RacesOptions {
  readonly algorithm: AlgorithmName;
  readonly format: TraceFormat | undefined;
  readonly lenient: boolean;
  readonly pairs: readonly Question[];
  readonly variables: readonly string[];
}

export const racesEngine: Engine<TraceModel> = {
  info: racesInfo,
  checkOptions: (task) => optionTexts(task.options, 'explain-pair').flatMap((text) => pairProblem(text)),
  applicable: () => applies,
  worthAsking: () => applies,
  run: runRaces,
};

function readOptions({ options }: Task<TraceModel>): RacesOptions {
  const algorithm = optionText(options, 'algorithm') ?? 'goldilocks';
  const format = optionText(options, 'trace-format');
  return {
    algorithm: isAlgorithm(algorithm) ? algorithm : 'goldilocks',
    format: format !== undefined && isTraceFormat(format) ? format : undefined,
    lenient: optionFlag(options, 'lenient'),
    pairs: optionTexts(options, 'explain-pair').flatMap((text) => parsePair(text) ?? []),
    variables: optionTexts(options, 'explain-variable'),
  };
}

/** Two event numbers, in any order. */
function parsePair(text: string): Question | undefined {
  const match = /^\s*(\d+)\s*,\s*(\d+)\s*$/.exec(text);
  if (!match) return undefined;
  const [first, second] = [Number(match[1]), Number(match[2])];
  if (first === second || first === 0 || second === 0) return undefined;
  return { earlier: Math.min(first, second), later: Math.max(first, second) };
}

function pairProblem(text: string): Diagnostic[] {
  if (parsePair(text)) return [];
  const help = 'expected the numbers of two different events, counted from 1, such as 3,12';
  return [{ code: 'HD0006', severity: 'error', message: `--explain-pair cannot be ${JSON.stringify(text)}`, help }];
}

function* runRaces(task: Task<TraceModel>, context: RunContext): EngineRun {
  const options = readOptions(task);
  const detector = makeDetector(options.algorithm);
  const walk = new TraceWalk(task.model, { format: options.format, lenient: options.lenient });
  const end = yield* accounted(walk, detector, context);
  if (end.kind === 'malformed') return;
  if (walk.events === 0 && end.kind === 'end') yield emptyTrace(task.file);
  const explainer = yield* explain(task.model, detector, options, end);
  const findingContext = contextOf(task, walk, detector, options, explainer?.walk ?? walk);
  for (const finding of findingsOf(walk, detector, options, explainer, findingContext))
    yield { kind: 'finding', finding };
  yield* unseenPairs(options, explainer, walk);
  if (end.kind === 'stopped') {
    const finding = unknownFinding(`${end.stop.message} after ${walk.events} events`, findingContext);
    yield { kind: 'finding', finding };
  } else if (detector.races.length === 0)
    yield { kind: 'finding', finding: holdsFinding(undefined, [], findingContext) };
}

/** A pass whose memory is accounted for. */
function* accounted(walk: TraceWalk, detector: Detector, context: RunContext): WalkRun<WalkEnd> {
  const run = walk.run(detector);
  let reserved = 0;
  let stop: Stop | undefined;
  for (;;) {
    const step = run.next(stop);
    if (step.done) return step.value;
    const bytes = detector.bytes + walk.bytes;
    context.reserve(bytes - reserved);
    reserved = bytes;
    stop = yield step.value;
  }
}

/** The second pass, if there is something to explain, time for it, and the trace can be read again. */
function* explain(
  model: TraceModel,
  detector: Detector,
  options: RacesOptions,
  end: WalkEnd,
): Generator<EngineEvent, Explainer | undefined, Stop | undefined> {
  const questions = questionsOf(detector, options);
  if (questions.length + options.variables.length === 0 || end.kind !== 'end' || !model.reopenable) return undefined;
  const lastEvent = options.variables.length > 0 ? Number.POSITIVE_INFINITY : maximum(questions.map((q) => q.later));
  const located = questions.flatMap(({ earlier, later }) => [earlier, later]);
  const walk = new TraceWalk(model, { format: options.format, lenient: 'silent', lastEvent, located });
  const explainer = new Explainer(walk, questions, options.variables);
  yield* walk.run(explainer, explainer.filter);
  return explainer;
}

function questionsOf(detector: Detector, { pairs }: RacesOptions): Question[] {
  return [...detector.races.map(({ earlier, later }) => ({ earlier: earlier.event, later: later.event })), ...pairs];
}

function maximum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

function contextOf(
  task: Task<TraceModel>,
  walk: TraceWalk,
  detector: Detector,
  { algorithm, format }: RacesOptions,
  named: TraceWalk,
): FindingContext {
  const { threads, variables } = walk.names;
  const statistics = {
    events: walk.events,
    threads: threads.size,
    variables: variables.size,
    races: detector.races.length,
  };
  const narrator = new Narrator(task.file, named.names);
  return { algorithm, format, scope: traceScope(walk.problems), narrator, statistics };
}

function findingsOf(
  walk: TraceWalk,
  detector: Detector,
  { variables }: RacesOptions,
  explainer: Explainer | undefined,
  findingContext: FindingContext,
): Finding[] {
  const racy = new Set<string>();
  const findings = detector.races.map((race, at) => {
    const variable = walk.names.variables.text(race.variable);
    racy.add(variable);
    const evolution = variables.includes(variable) ? (explainer?.evolutionOf(variable) ?? []) : [];
    return raceFinding(race, variable, explainer?.explanations[at], evolution, findingContext);
  });
  for (const variable of variables)
    if (!racy.has(variable) && walk.names.variables.findText(variable) >= 0)
      findings.push(holdsFinding(variable, explainer?.evolutionOf(variable) ?? [], findingContext));
  if (!explainer) return findings;
  const ordered = explainer.explanations.slice(detector.races.length);
  return [...findings, ...ordered.flatMap((explanation) => orderFinding(explanation, findingContext) ?? [])];
}

/** Questions about events that the trace does not have. */
function* unseenPairs(options: RacesOptions, explainer: Explainer | undefined, walk: TraceWalk): EngineRun {
  if (options.pairs.length > 0 && !explainer) yield warning('--explain-pair needs a trace that can be read twice');
  for (const { later } of options.pairs)
    if (later > walk.events) yield warning(`--explain-pair: the trace has no event ${later}, only ${walk.events}`);
  for (const variable of options.variables)
    if (walk.names.variables.findText(variable) < 0) yield warning(`--explain-variable: no variable ${variable}`);
}

function warning(message: string): EngineEvent {
  return { kind: 'diagnostic', diagnostic: { code: 'HD0006', severity: 'warning', message } };
}

function emptyTrace(file: string): EngineEvent {
  const message = 'the trace has no event';
  return { kind: 'diagnostic', diagnostic: { code: 'HD2012', severity: 'warning', message, file } };
}
