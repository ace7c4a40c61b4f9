// Phase automata from a file: like the built-in patterns, but over any number of processes and with restrictions on what
// happens in between. One saturation per participant, then a choice of tuples that is compatible N ways (000 section 9).

import type { Stop } from '../../../base/budget.js';
import { groupBy } from '../../../base/group-by.js';
import type { JsonObject } from '../../../base/json.js';
import {
  isForbidden,
  type ObservedEvent,
  type PhaseAutomaton,
  printTransition,
  printTransitions,
} from '../../../logic/access-patterns/phase-automaton.js';
import { hasConditions, hasData } from '../../../model/program/abstract-data.js';
import type { Program } from '../../../model/program/program.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../../verdict/certificate.js';
import type { EngineEvent, EngineRun, RunContext } from '../../../verdict/engine.js';
import { showsAtomicityViolation } from '../../../verdict/meaning/atomicity-check.js';
import type { AtomicityProperty } from '../../../verdict/property.js';
import { allExecutions, type Scope } from '../../../verdict/scope.js';
import type { Finding } from '../../../verdict/verdict.js';
import { subsetsToTry } from '../certificate.js';
import { compatibleFacts, Decider } from '../decide/decider.js';
import { antichainRules, explicitRules } from '../decide/decision-rules.js';
import { holdsFinding, unknownFinding } from '../findings.js';
import { comparedMethod, isComparedMethod } from '../methods/choose-method.js';
import type { AutomatonMethod } from '../methods/method.js';
import type { AtomicityOptions } from '../options.js';
import { pump } from '../pump.js';
import { isPlain, type ThreadQuestions } from '../threads/thread-questions.js';
import type { LiftedStep } from '../witness/lift.js';
import { buildRun, type FoundRun, type WitnessPart, witnessOf } from '../witness/witness.js';
import { type BoundAutomaton, bindAutomaton } from './automaton-bindings.js';
import { type AutomatonQuestion, automatonQuestion } from './automaton-question.js';

export function automataFindings(
  model: Program,
  questions: ThreadQuestions,
  options: AtomicityOptions,
  automata: readonly PhaseAutomaton[],
  context: RunContext,
): EngineRun {
  return new AutomataRun(model, questions, options, context).findings(automata);
}

type Accepted = Generator<EngineEvent, FoundRun | string | undefined, Stop | undefined>;

class AutomataRun {
  /** Another method that was asked for. */
  readonly #method: AutomatonMethod | undefined;
  readonly #scope: Scope;
  readonly #statistics = { questions: 0, saturations: 0, facts: 0 };

  constructor(
    readonly model: Program,
    readonly questions: ThreadQuestions,
    readonly options: AtomicityOptions,
    readonly context: RunContext,
  ) {
    const { method, methodLimits } = options;
    this.#method = isComparedMethod(method)
      ? comparedMethod(method, (bytes) => context.reserve(bytes), methodLimits)
      : undefined;
    this.#scope = allExecutions(...(hasConditions(model) ? ['conditions may go either way'] : []));
  }

  *findings(automata: readonly PhaseAutomaton[]): EngineRun {
    for (const [name, chains] of groupBy(automata, (automaton) => automaton.name)) {
      let isOpen = false;
      const hints: JsonObject[] = [];
      for (const chain of chains)
        for (const bound of bindAutomaton(this.model, chain)) {
          this.context.nextQuestion();
          const found = yield* this.#acceptedRun(bound, hints);
          if (found !== undefined) yield asEvent(this.#told(bound, found));
          else if (this.options.all) yield asEvent(this.#neverAccepted(bound, hints));
          isOpen ||= found !== undefined;
        }
      if (!isOpen && !this.options.all) yield asEvent(this.#noneAccepted(name, chains, hints));
    }
  }

  #told(bound: BoundAutomaton, found: FoundRun | string): Finding {
    const property = propertyOf(bound);
    if (typeof found !== 'string')
      return acceptedFinding(this.#common(), this.model, bound, property, found, this.#scope);
    return unknownFinding(this.#common(), property, titleOf(bound), found);
  }

  #neverAccepted(bound: BoundAutomaton, hints: readonly JsonObject[]): Finding {
    const message = `${titleOf(bound)} is never accepted`;
    return holdsFinding(this.#common(), propertyOf(bound), message, this.#scope, certificateOf(hints.slice(-1)));
  }

  /** By no threads and variables, on none of its ways. */
  #noneAccepted(name: string, chains: readonly PhaseAutomaton[], hints: readonly JsonObject[]): Finding {
    const blocks = [...new Set(chains.map(({ written }) => written))];
    const transitions = blocks.flatMap((lines, i) => (i === 0 ? lines : [`automaton ${name}`, ...lines]));
    const property: AtomicityProperty = { kind: 'atomicity', automaton: name, transitions };
    const why = hints.length === 0 ? ': too few processes or variables' : '';
    const message = `automaton ${name} is never accepted${why}`;
    return holdsFinding(this.#common(), property, message, this.#scope, certificateOf(hints));
  }

  #common(): Pick<Finding, 'method' | 'statistics'> {
    return { method: this.options.method, statistics: { ...this.#statistics, ...this.#method?.statistics } };
  }

  /** An execution that the automaton accepts; undefined if there is none, a sentence if it was not found out. */
  *#acceptedRun(bound: BoundAutomaton, hints: JsonObject[]): Accepted {
    const isExplicit = this.options.method === 'explicit';
    const question = automatonQuestion(this.questions, bound, isExplicit);
    if (typeof question === 'string') return question;
    hints.push(hintOf(this.model, question));
    const { asked, lateGuess } = question;
    const rules = isExplicit ? explicitRules : { ...antichainRules, lateGuess };
    const decider = new Decider(rules);
    const saturations = yield* pump(decider.saturate(asked));
    if ('message' in saturations) return saturations.message;
    this.#statistics.questions++;
    this.#statistics.saturations += decider.statistics.saturations;
    this.#statistics.facts += decider.statistics.facts;
    const facts = compatibleFacts(
      saturations,
      asked.map(({ accepting }) => accepting),
    );
    const doubt = yield* this.#doubtOf(question, facts !== undefined);
    if (doubt !== undefined || !facts) return doubt;
    const parts = question.group.threads.map(({ name, kind, process, startLock }, i): WitnessPart => {
      const order = bound.automaton.transitions.flatMap((transition, at) => (transition.process === name ? [at] : []));
      const forbids = (step: LiftedStep, endsUnit: boolean, state: number) =>
        isForbidden(bound.automaton, name, state, observed(this.model, step, endsUnit));
      const identity = kind === 'process' ? { thread: name } : { startLock };
      const [slice, saturation] = [asked[i]!.slice, saturations[i]!];
      return { ...identity, process, slice, saturation, fact: facts[i]!, order, forbids };
    });
    const found = buildRun(this.questions.program, parts);
    const missing = typeof found === 'string' ? found : showsAtomicityViolation(found.run(), propertyOf(bound));
    return missing === undefined ? found : `no execution was found: ${missing}`;
  }

  /** Why the method that was asked for does not know. Another answer than the default's is an error. */
  *#doubtOf(
    question: AutomatonQuestion,
    isAccepted: boolean,
  ): Generator<EngineEvent, string | undefined, Stop | undefined> {
    const method = this.#method;
    if (!method) return undefined;
    // Who has to run so that others can, and what starts by being held, is known to the default only.
    if (!isPlain(question.group)) return `method ${method.name} does not follow spawned threads`;
    const answer = yield* pump(method.decideAutomaton(question));
    if ('message' in answer) return answer.message;
    if (answer.kind === 'unknown') return answer.because;
    if ((answer.kind === 'violated') !== isAccepted)
      throw new Error(
        `methods ${this.options.method} and antichain disagree on automaton ${question.automaton.name}: ${this.options.method} says ${answer.kind}`,
      );
    return undefined;
  }
}

function propertyOf({ automaton }: BoundAutomaton): AtomicityProperty {
  return { kind: 'atomicity', automaton: automaton.name, transitions: printTransitions(automaton) };
}

function titleOf({ threads, automaton }: BoundAutomaton): string {
  return `${threads.map(({ name }) => name).join(', ')}: automaton ${automaton.name}`;
}

/** Which locks were looked at, for which threads and variables. */
function hintOf({ processes, locks, variables }: Program, { group, cone }: AutomatonQuestion): JsonObject {
  const threads = group.threads.slice(0, group.asked).map(({ process }) => processes[process]!.name);
  const names = cone.locks.flatMap((lock) => locks[lock]?.name ?? []);
  return { threads, variables: cone.variables.map((id) => variables[id]!.name), locks: subsetsToTry(names) };
}

/** Without a hint there was no question. */
function certificateOf(hints: readonly JsonObject[]): Certificate | NoCertificate {
  if (hints.length === 0) return noCertificate('there was no choice of threads and variables to ask about');
  const distinct = new Map(hints.map((hint) => [JSON.stringify(hint), hint]));
  return { kind: 'lock-histories/2', body: { hints: [...distinct.values()] } };
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
  scope: Scope,
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
