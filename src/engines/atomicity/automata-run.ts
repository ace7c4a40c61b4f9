// Phase automata from a file: like the built-in patterns, but over any number of processes and with restrictions on what
// happens in between. One saturation per participant, then a choice of tuples that is compatible N ways (000 section 9).

import type { Stop } from '../../base/budget.js';
import { groupBy } from '../../base/group-by.js';
import {
  automatonSides,
  concernsUnits,
  isForbidden,
  type ObservedEvent,
  type PhaseAutomaton,
  printTransition,
  printTransitions,
  variablesOf,
  watchesUnits,
} from '../../logic/access-patterns/phase-automaton.js';
import { passiveSide, type Side } from '../../logic/access-patterns/side.js';
import { sideAutomaton } from '../../logic/access-patterns/side-automaton.js';
import { hasConditions, hasData } from '../../model/program/abstract-data.js';
import type { Program } from '../../model/program/program.js';
import { noCertificate } from '../../verdict/certificate.js';
import type { EngineEvent, EngineRun, RunContext } from '../../verdict/engine.js';
import { showsAtomicityViolation } from '../../verdict/meaning/atomicity-check.js';
import type { AtomicityProperty } from '../../verdict/property.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { type BoundAutomaton, bindAutomaton } from './automaton-bindings.js';
import { compatibleFacts, Decider } from './decide/decider.js';
import { antichainRules } from './decide/decision-rules.js';
import { holdsFinding, unknownFinding } from './findings.js';
import type { AtomicityOptions } from './options.js';
import { pump } from './pump.js';
import { sliceProcess } from './slice/slice.js';
import type { StaticThread } from './threads/thread-forest.js';
import { type ThreadQuestion, type ThreadQuestions, threadCone } from './threads/thread-questions.js';
import type { LiftedStep } from './witness/lift.js';
import { buildRun, type FoundRun, type WitnessPart, witnessOf } from './witness/witness.js';

export function* automataFindings(
  model: Program,
  questions: ThreadQuestions,
  automata: readonly PhaseAutomaton[],
  options: AtomicityOptions,
  context: RunContext,
): EngineRun {
  const common = { method: options.method, statistics: {} };
  const none = noCertificate('automata from files have no certificate');
  const scope = allExecutions(...(hasConditions(model) ? ['conditions may go either way'] : []));
  for (const [name, chains] of groupBy(automata, (automaton) => automaton.name)) {
    let violated = false;
    for (const bound of bindAll(model, chains)) {
      context.nextQuestion();
      const property = propertyOf(bound);
      const found = yield* acceptedRun(model, questions, bound);
      const message = `${bound.threads.map(({ name }) => name).join(', ')}: automaton ${name}`;
      if (typeof found === 'string') yield asEvent(unknownFinding(common, property, message, found));
      else if (found) yield asEvent(acceptedFinding(common, model, bound, property, found, scope));
      else if (options.all) yield asEvent(holdsFinding(common, property, `${message} is never accepted`, scope, none));
      violated ||= found !== undefined;
    }
    if (violated || options.all) continue;
    const property: AtomicityProperty = { kind: 'atomicity', automaton: name };
    yield asEvent(holdsFinding(common, property, `automaton ${name} is never accepted`, scope, none));
  }
}

function* bindAll(model: Program, chains: readonly PhaseAutomaton[]): Generator<BoundAutomaton> {
  for (const chain of chains) yield* bindAutomaton(model, chain);
}

function propertyOf({ automaton }: BoundAutomaton): AtomicityProperty {
  return { kind: 'atomicity', automaton: automaton.name, transitions: printTransitions(automaton) };
}

/** An execution that the automaton accepts; undefined if there is none, a sentence if it was not found out. */
function* acceptedRun(
  model: Program,
  questions: ThreadQuestions,
  bound: BoundAutomaton,
): Generator<EngineEvent, FoundRun | string | undefined, Stop | undefined> {
  const { automaton } = bound;
  const question = questionOf(questions, bound);
  if (typeof question === 'string') return question;
  const names = variablesOf(automaton);
  const variables = names.map((name) => model.variables.findIndex((variable) => variable.name === name));
  const cone = threadCone(question, variables, concernsUnits(automaton));
  const { sides, blocks } = automatonSides(automaton);
  const passive = passiveSide(phasesOf([...sides.values()][0]!));
  const asked = question.threads.map(({ name }, i) => {
    const side = sides.get(name) ?? passive;
    return { slice: sliceProcess(question.flows[i]!, cone), name, side, automaton: sideAutomaton([side]) };
  });
  const decider = new Decider({ ...antichainRules, lateGuess: blocks && !watchesUnits(automaton) });
  const saturations = yield* pump(decider.saturate(asked));
  if ('message' in saturations) return saturations.message;
  const facts = compatibleFacts(
    saturations,
    asked.map(({ side, automaton: own }) => own.stateOf(side)),
  );
  if (!facts) return undefined;
  const parts = question.threads.map(({ name, kind, process, startLock }, i): WitnessPart => {
    const order = automaton.transitions.flatMap((transition, at) => (transition.process === name ? [at] : []));
    const forbids = (step: LiftedStep, endsUnit: boolean, state: number) =>
      isForbidden(automaton, name, state, observed(model, step, endsUnit));
    const identity = kind === 'process' ? { thread: name } : { startLock };
    const [slice, saturation] = [asked[i]!.slice, saturations[i]!];
    return { ...identity, process, slice, saturation, fact: facts[i]!, order, forbids };
  });
  const found = buildRun(questions.program, parts);
  const missing = typeof found === 'string' ? found : showsAtomicityViolation(found.run(), propertyOf(bound));
  return missing === undefined ? found : `no execution was found: ${missing}`;
}

/** The threads of an automaton, with those that must run for them; or why they cannot be followed. */
function questionOf(questions: ThreadQuestions, { threads }: BoundAutomaton): ThreadQuestion | string {
  const { forest, program } = questions;
  if (program.functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'update')))
    return 'automata do not take atomic updates, which read and write in one step';
  const asked: StaticThread[] = [];
  for (const [i, { name }] of threads.entries()) {
    const first = forest.threads.find(({ name: known }) => known === name.replace(/#\d+$/, '#1'))!;
    const known = forest.threads.find((thread) => thread.name === name);
    if (!known && forest.isThreading(first)) return `${name} is one of three or more instances that start threads`;
    // Further instances of a process that starts nobody differ in nothing but their name.
    asked.push(known ?? { ...first, name, id: -1 - i });
  }
  return questions.question(asked);
}

function phasesOf({ steps }: Side): number {
  return 1 + steps.filter((step) => step.kind === 'phase' || step.beginsPhase).length;
}

function observed(
  model: Program,
  { edge: { action } }: LiftedStep,
  endsUnit: boolean,
): ObservedEvent['event'] | undefined {
  if (endsUnit) return { kind: 'end-unit' };
  if ((action.kind !== 'read' && action.kind !== 'write') || action.location.kind !== 'variable') return undefined;
  const variable = model.variables[action.location.variable]!.name;
  return { kind: action.kind === 'read' ? 'R' : 'W', variable };
}

function acceptedFinding(
  common: Pick<Finding, 'method' | 'statistics'>,
  model: Program,
  { automaton, threads }: BoundAutomaton,
  property: AtomicityProperty,
  found: FoundRun,
  scope: ReturnType<typeof allExecutions>,
): Finding {
  const notes = new Map(found.accesses.map((step, i) => [step, `transition ${i + 1} of ${automaton.name}`]));
  const witness = witnessOf(found, notes);
  return {
    engine: 'atomicity',
    ...common,
    property,
    rule: 'HD1200',
    message: `${threads.map(({ name }) => name).join(' and ')} can drive automaton ${automaton.name} to its end`,
    verdict: { kind: 'violated', witness, confirmed: !hasData(model), scope },
    places: found.edges.map(({ origin }, i) => ({
      place: model.source.place(origin),
      caption: `transition ${i + 1}: ${printTransition(automaton.transitions[i]!)}`,
    })),
    because: [],
  };
}

function asEvent(finding: Finding): EngineEvent {
  return { kind: 'finding', finding };
}
