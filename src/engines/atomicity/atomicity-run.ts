// One run of the engine: goes through the pairs of thread classes and their atomic sets, decides every choice of
// variables, and words the answers: violations with an execution that has been run, `holds` with one certificate per
// pair and set.

import type { Stop } from '../../base/budget.js';
import { type PatternSheet, patternSheet } from '../../logic/access-patterns/pattern-sheet.js';
import type { SheetAnswers } from '../../logic/access-patterns/sheet-answers.js';
import { hasData } from '../../model/program/abstract-data.js';
import type { AtomicSet, Program } from '../../model/program/program.js';
import type { EngineEvent, EngineRun, RunContext } from '../../verdict/engine.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { LockHints } from './certificate.js';
import { Decider } from './decide/decider.js';
import { antichainRules, explicitRules } from './decide/decision-rules.js';
import {
  type DecidedChoice,
  type Decision,
  doubtAbout,
  isShown,
  pathLength,
  type Query,
  queriesOf,
  sheetQuery,
} from './decided-choice.js';
import {
  groupProperty,
  holdsFinding,
  queryProperty,
  type Subject,
  unknownFinding,
  violationFinding,
} from './findings.js';
import { comparedMethod } from './methods/choose-method.js';
import { secondOpinion } from './methods/evidence.js';
import type { Answer, DecisionMethod } from './methods/method.js';
import type { AtomicityOptions } from './options.js';
import { PairProgress } from './pair-progress.js';
import { pump } from './pump.js';
import { variableChoices } from './questions.js';
import { scopeOf } from './scopes.js';
import type { ClassPair } from './threads/thread-forest.js';
import type { ThreadQuestion, ThreadQuestions } from './threads/thread-questions.js';
import { evidenceFor, executionOf } from './witness/query-execution.js';
import type { FoundRun } from './witness/witness.js';

export class AtomicityRun {
  readonly #decider: Decider;
  /** Another method that was asked for. */
  readonly #method: DecisionMethod | undefined;
  readonly #sheets: readonly (PatternSheet | undefined)[];
  readonly #questionsOf = new Map<ClassPair, readonly ThreadQuestion[]>();
  readonly #scopes = new Map<ClassPair, Scope>();
  readonly #done = () => this.#decider.statistics.pairs;

  constructor(
    readonly model: Program,
    readonly questions: ThreadQuestions,
    readonly options: AtomicityOptions,
    readonly context: RunContext,
  ) {
    const peers = questions.forest.threads.map((thread) => questions.flow(thread));
    const { method } = options;
    this.#decider = new Decider(method === 'explicit' ? explicitRules : antichainRules, peers);
    const isOwn = method === 'antichain' || method === 'explicit';
    this.#method = isOwn ? undefined : comparedMethod(method, (bytes) => context.reserve(bytes));
    this.#sheets = [patternSheet(options.patterns, 1), patternSheet(options.patterns, 2)];
  }

  /** Choice by choice, then pair by pair: what the pairs share is still at hand. */
  *findings(): EngineRun {
    const { pairs } = this.questions;
    const seen = new Set<string>();
    for (const [done, set] of this.model.atomicSets.entries()) {
      const open = pairs.map((pair) => new PairProgress(pair));
      for (const variables of variableChoices(set.variables)) {
        const sheet = this.#sheets[variables.length - 1];
        // Sets may overlap: a violation is told once, but counts for every set.
        const isNew = !seen.has(variables.join());
        if (!sheet || (this.options.all && !isNew)) continue;
        seen.add(variables.join());
        const stopped = yield* this.#choiceFindings(open, variables, sheet, isNew);
        if (stopped !== undefined) return yield* this.#undecidedSets(pairs, done, stopped);
        this.#decider.forgetIfLarge();
      }
      if (!this.options.all) for (const progress of open) yield* this.#setHolds(progress, set);
    }
  }

  /** All findings about one choice of variables; the reason if the whole run is told to stop. */
  *#choiceFindings(
    open: readonly PairProgress[],
    variables: readonly number[],
    sheet: PatternSheet,
    isNew: boolean,
  ): Generator<EngineEvent, string | undefined, Stop | undefined> {
    for (const progress of open) {
      const { pair } = progress;
      const decided = yield* this.#decide(pair, variables, sheet);
      if ('message' in decided) {
        if (decided.scope !== 'question') return decided.message;
        progress.fail();
        yield asEvent(this.#undecided(pair, variables, decided.message));
        continue;
      }
      yield* this.options.all ? this.#eachQuery(decided) : this.#grouped(progress, decided, isNew);
    }
    return undefined;
  }

  *#decide(
    pair: ClassPair,
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<EngineEvent, DecidedChoice | Stop, Stop | undefined> {
    this.context.nextQuestion();
    const asked = this.#asked(pair);
    const decisions = yield* this.#decideAll(asked, variables, sheet);
    if ('message' in decisions) return decisions;
    const opinions = yield* this.#opinions(decisions, variables, sheet);
    if ('message' in opinions) return opinions;
    const choice = { pair, variables, sheet, decisions, opinions, realDecisions: [] };
    const isDoubtful = asked.some(({ isApproximate }) => isApproximate) && queriesOf(choice).some(isShown);
    if (!isDoubtful) return choice;
    const real = pair.threads.map((threads) => this.questions.question(threads, 'real'));
    const realDecisions = yield* this.#decideAll(real, variables, sheet);
    return 'message' in realDecisions ? realDecisions : { ...choice, realDecisions };
  }

  *#decideAll(
    asked: readonly ThreadQuestion[],
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<EngineEvent, readonly Decision[] | Stop, Stop | undefined> {
    const decisions: Decision[] = [];
    for (const question of asked) {
      const decided = yield* pump(this.#decider.decide(question, variables, sheet), this.#done);
      if ('message' in decided) return decided;
      decisions.push({ question, ...decided });
    }
    const stop = yield { kind: 'progress', done: this.#done() };
    return stop ?? decisions;
  }

  *#opinions(
    decisions: readonly Decision[],
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<EngineEvent, readonly SheetAnswers<Answer>[] | Stop, Stop | undefined> {
    const opinions: SheetAnswers<Answer>[] = [];
    for (const decision of this.#method ? decisions : []) {
      const opinion = yield* pump(secondOpinion(this.#method!, decision, variables, sheet), this.#done);
      if ('message' in opinion) return opinion;
      opinions.push(opinion);
    }
    return opinions;
  }

  *#eachQuery(choice: DecidedChoice): EngineRun {
    const { pair, variables, decisions } = choice;
    const hints = new LockHints(namesOf(pair));
    hints.add(this.#namesOf(variables), decisions);
    const { certificate } = hints;
    for (const query of queriesOf(choice)) {
      const subject = this.#subject(query);
      const { pattern } = sheetQuery(query);
      const property = queryProperty(subject, pattern);
      const doubt = doubtAbout(query);
      if (doubt !== undefined)
        yield asEvent(unknownFinding(this.#common(), property, `pattern ${pattern.id} is not decided`, doubt));
      else if (isShown(query)) yield asEvent(this.#violation(query, property, subject));
      else {
        const message = `no unit of ${subject.unit} and unit of ${subject.other} show pattern ${pattern.id} on ${subject.variables.join(', ')}`;
        yield asEvent(holdsFinding(this.#common(), property, message, this.#scope(pair), certificate));
      }
    }
  }

  *#grouped(progress: PairProgress, choice: DecidedChoice, isNew: boolean): EngineRun {
    const groups = new Map<string, Query[]>();
    const doubt = queriesOf(choice)
      .map(doubtAbout)
      .find((because) => because !== undefined);
    for (const query of queriesOf(choice).filter((asked) => isShown(asked) && doubtAbout(asked) === undefined)) {
      const subject = this.#subject(query);
      const key = `${subject.unit} ${subject.variables}`;
      groups.set(key, [...(groups.get(key) ?? []), query]);
    }
    if (isNew) for (const queries of groups.values()) yield* this.#groupViolation(queries);
    if (doubt !== undefined) yield asEvent(this.#undecided(progress.pair, choice.variables, doubt));
    if (groups.size > 0 || doubt !== undefined) progress.fail();
    else progress.add(this.#namesOf(choice.variables), choice.decisions);
  }

  *#setHolds(progress: PairProgress, set: AtomicSet): EngineRun {
    if (!progress.holds) return;
    const { pair } = progress;
    const [unit, other] = namesOf(pair);
    const variables = this.#namesOf(set.variables);
    const patterns = this.options.patterns.map(({ id }) => id);
    const property: Property = { kind: 'atomicity', unit, other, set: set.name, variables, patterns };
    const message = `units of ${unit} and ${other} are serializable on ${variables.join(', ')}`;
    const { certificate } = progress;
    yield asEvent(holdsFinding(this.#common(), property, message, this.#scope(pair), certificate));
  }

  /** One finding for all patterns on the same variables, each seen on an execution, with the shortest of those. */
  *#groupViolation(queries: readonly Query[]): EngineRun {
    const subject = this.#subject(queries[0]!);
    const lengths = new Map(queries.map((query) => [query, pathLength(query)]));
    const ordered = queries.toSorted((a, b) => lengths.get(a)! - lengths.get(b)!);
    const { shown, seen, unseen } = evidenceFor(this.questions.program, subject, ordered);
    if (shown) {
      const others = seen.filter((query) => query !== shown.query);
      const patterns = [shown.query, ...others].map((query) => sheetQuery(query).pattern);
      yield asEvent(this.#shownBy(shown.found, shown.query, groupProperty(subject, patterns), subject));
    }
    for (const { query, because } of unseen)
      yield asEvent(this.#notShown(subject, queryProperty(subject, sheetQuery(query).pattern), because));
  }

  #violation(query: Query, property: Property, subject: Subject): Finding {
    const found = executionOf(this.questions.program, subject, query);
    if (typeof found === 'string') return this.#notShown(subject, property, found);
    return this.#shownBy(found, query, property, subject);
  }

  #shownBy(found: FoundRun, query: Query, property: Property, subject: Subject): Finding {
    const verdict = { confirmed: !hasData(this.model), scope: this.#scope(query.choice.pair) };
    const { pattern } = sheetQuery(query);
    return violationFinding(this.#common(), this.model, subject, pattern, property, found, verdict);
  }

  #notShown({ unit, other, variables }: Subject, property: Property, because: string): Finding {
    const message = `a unit of ${unit} and a unit of ${other} may interleave on ${variables.join(', ')}`;
    return unknownFinding(this.#common(), property, message, `no execution was found: ${because}`);
  }

  /** What is still to be asked when a limit is reached. */
  *#undecidedSets(pairs: readonly ClassPair[], done: number, because: string): EngineRun {
    for (const set of this.model.atomicSets.slice(done))
      for (const pair of pairs) yield asEvent(this.#undecided(pair, set.variables, because));
  }

  #undecided(pair: ClassPair, numbers: readonly number[], because: string): Finding {
    const [unit, other] = namesOf(pair);
    const variables = this.#namesOf(numbers);
    const property: Property = { kind: 'atomicity', unit, other, variables };
    const message = `units of ${unit} and ${other} on ${variables.join(', ')} are not decided`;
    return unknownFinding(this.#common(), property, message, because);
  }

  #subject(query: Query): Subject {
    const [first, second] = namesOf(query.choice.pair);
    const [unit, other] = query.role === 'u' ? [first, second] : [second, first];
    const names = this.#namesOf(query.choice.variables);
    return { unit, other, variables: sheetQuery(query).variables.map((position) => names[position]!) };
  }

  #namesOf(variables: readonly number[]): string[] {
    return variables.map((variable) => this.model.variables[variable]!.name);
  }

  #asked(pair: ClassPair): readonly ThreadQuestion[] {
    const known = this.#questionsOf.get(pair) ?? pair.threads.map((threads) => this.questions.question(threads));
    this.#questionsOf.set(pair, known);
    return known;
  }

  #scope(pair: ClassPair): Scope {
    const known = this.#scopes.get(pair) ?? scopeOf(this.model, this.#asked(pair));
    this.#scopes.set(pair, known);
    return known;
  }

  #common() {
    const { pairs, decidedPairs, saturations, facts } = this.#decider.statistics;
    const own = this.#method?.statistics ?? { saturations, facts };
    const statistics = { questions: pairs, decided: decidedPairs, ...own };
    return { method: this.options.method, statistics };
  }
}

function namesOf({ first, second }: ClassPair): readonly [string, string] {
  return [first.name, second.name];
}

function asEvent(finding: Finding): EngineEvent {
  return { kind: 'finding', finding };
}
