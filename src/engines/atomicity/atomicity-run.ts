// One run of the engine: goes through the pairs of thread classes and their atomic sets and decides every choice of
// variables; answers.ts words what is found.

import type { Stop } from '../../base/budget.js';
import { groupBy } from '../../base/group-by.js';
import type { QueryAnswers } from '../../logic/access-patterns/query-answers.js';
import { type QuerySet, querySetOf } from '../../logic/access-patterns/query-set.js';
import type { Program } from '../../model/program/program.js';
import { type EngineEvent, type EngineRun, type Part, type RunContext, shareOf } from '../../verdict/engine.js';
import type { Scope } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { Answers } from './answers.js';
import { Decider } from './decide/decider.js';
import { antichainRules, explicitRules } from './decide/decision-rules.js';
import { type DecidedChoice, type Decision, doubtAbout, isShown, type Query, queriesOf } from './decided-choice.js';
import { comparedMethod, isComparedMethod } from './methods/choose-method.js';
import { crossCheck } from './methods/evidence.js';
import type { Answer, DecisionMethod } from './methods/method.js';
import type { AtomicityOptions } from './options.js';
import { PairProgress } from './pair-progress.js';
import { carriedPart } from './parts.js';
import { pump } from './pump.js';
import { type AskedChoice, askedChoices } from './questions.js';
import { scopeOf } from './scopes.js';
import type { ClassPair } from './threads/thread-forest.js';
import type { ThreadQuestion, ThreadQuestions } from './threads/thread-questions.js';

export class AtomicityRun {
  readonly #decider: Decider;
  /** Another method that was asked for. */
  readonly #method: DecisionMethod | undefined;
  readonly #querySets: readonly (QuerySet | undefined)[];
  readonly #questionsOf = new Map<ClassPair, readonly ThreadQuestion[]>();
  readonly #scopes = new Map<ClassPair, Scope>();
  readonly #words: Answers;
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
    this.#method = isComparedMethod(method)
      ? comparedMethod(method, (bytes) => context.reserve(bytes), options.methodLimits)
      : undefined;
    this.#words = new Answers(model, questions.program, options, {
      common: () => this.#common(),
      scope: (pair) => this.#scope(pair),
    });
    this.#querySets = [querySetOf(options.patterns, 1), querySetOf(options.patterns, 2)];
  }

  /** Choice by choice, then pair by pair: what the pairs share is still at hand. */
  *findings(): EngineRun {
    const { pairs } = this.questions;
    for (const [number, choices] of this.#choicesBySet(undefined)) {
      const open = pairs.map((pair) => new PairProgress(pair));
      const stopped = yield* this.#setFindings(open, choices);
      if (stopped !== undefined) return yield* this.#undecidedSets(pairs, number, stopped);
      const set = this.model.atomicSets[number]!;
      if (!this.options.all) for (const progress of open) yield* told(this.#words.setHolds(progress, set));
    }
  }

  /** The same about a share of the choices; what holds is for the conclusion to say. */
  *part(part: Part): EngineRun {
    const known = new Map<number, readonly PairProgress[]>();
    let stopped: string | undefined;
    for (const [set, choices] of this.#choicesBySet(part)) {
      const open = this.questions.pairs.map((pair) => new PairProgress(pair));
      stopped = yield* this.#setFindings(open, choices);
      if (stopped !== undefined) break;
      known.set(set, open);
    }
    const isAsked = this.questions.pairs.length > 0 && askedChoices(this.model.atomicSets).length > 0;
    if (isAsked) yield { kind: 'carry', carried: carriedPart(this.#common().statistics, known, stopped) };
  }

  #choicesBySet(part: Part | undefined): ReadonlyMap<number, readonly AskedChoice[]> {
    return groupBy(shareOf(askedChoices(this.model.atomicSets), part), ({ set }) => set);
  }

  /** All findings about choices of one set; the reason if the whole run is told to stop. */
  *#setFindings(
    open: readonly PairProgress[],
    choices: readonly AskedChoice[],
  ): Generator<EngineEvent, string | undefined, Stop | undefined> {
    for (const { variables, isNew } of choices) {
      const querySet = this.#querySets[variables.length - 1];
      if (!querySet || (this.options.all && !isNew)) continue;
      const stopped = yield* this.#choiceFindings(open, variables, querySet, isNew);
      if (stopped !== undefined) return stopped;
      this.#decider.forgetIfLarge();
    }
    return undefined;
  }

  *#choiceFindings(
    open: readonly PairProgress[],
    variables: readonly number[],
    querySet: QuerySet,
    isNew: boolean,
  ): Generator<EngineEvent, string | undefined, Stop | undefined> {
    for (const progress of open) {
      const { pair } = progress;
      const decided = yield* this.#decide(pair, variables, querySet);
      if ('message' in decided) {
        if (decided.scope !== 'question') return decided.message;
        progress.fail();
        yield asEvent(this.#words.undecided(pair, variables, decided.message));
        continue;
      }
      yield* this.options.all ? told(this.#words.eachQuery(decided)) : this.#grouped(progress, decided, isNew);
    }
    return undefined;
  }

  *#decide(
    pair: ClassPair,
    variables: readonly number[],
    querySet: QuerySet,
  ): Generator<EngineEvent, DecidedChoice | Stop, Stop | undefined> {
    this.context.nextQuestion();
    const asked = this.#asked(pair);
    const decisions = yield* this.#decideAll(asked, variables, querySet);
    if ('message' in decisions) return decisions;
    const crossChecks = yield* this.#crossChecks(decisions, variables, querySet);
    if ('message' in crossChecks) return crossChecks;
    const choice = { pair, variables, querySet, decisions, crossChecks, realDecisions: [] };
    const isDoubtful = asked.some(({ isApproximate }) => isApproximate) && queriesOf(choice).some(isShown);
    if (!isDoubtful) return choice;
    const real = pair.threads.map((threads) => this.questions.question(threads, 'real'));
    const realDecisions = yield* this.#decideAll(real, variables, querySet);
    return 'message' in realDecisions ? realDecisions : { ...choice, realDecisions };
  }

  *#decideAll(
    asked: readonly ThreadQuestion[],
    variables: readonly number[],
    querySet: QuerySet,
  ): Generator<EngineEvent, readonly Decision[] | Stop, Stop | undefined> {
    const decisions: Decision[] = [];
    for (const question of asked) {
      const decided = yield* pump(this.#decider.decide(question, variables, querySet), this.#done);
      if ('message' in decided) return decided;
      decisions.push({ question, ...decided });
    }
    const stop = yield { kind: 'progress', done: this.#done() };
    return stop ?? decisions;
  }

  *#crossChecks(
    decisions: readonly Decision[],
    variables: readonly number[],
    querySet: QuerySet,
  ): Generator<EngineEvent, readonly QueryAnswers<Answer>[] | Stop, Stop | undefined> {
    const crossChecks: QueryAnswers<Answer>[] = [];
    for (const decision of this.#method ? decisions : []) {
      const answers = yield* pump(crossCheck(this.#method!, decision, variables, querySet), this.#done);
      if ('message' in answers) return answers;
      crossChecks.push(answers);
    }
    return crossChecks;
  }

  *#grouped(progress: PairProgress, choice: DecidedChoice, isNew: boolean): EngineRun {
    const groups = new Map<string, Query[]>();
    const doubt = queriesOf(choice)
      .map(doubtAbout)
      .find((because) => because !== undefined);
    for (const query of queriesOf(choice).filter((asked) => isShown(asked) && doubtAbout(asked) === undefined)) {
      const subject = this.#words.subject(query);
      const key = `${subject.unit} ${subject.variables}`;
      groups.set(key, [...(groups.get(key) ?? []), query]);
    }
    if (isNew) for (const queries of groups.values()) yield* told(this.#words.groupViolation(queries));
    if (doubt !== undefined) yield asEvent(this.#words.undecided(progress.pair, choice.variables, doubt));
    if (groups.size > 0 || doubt !== undefined) progress.fail();
    else progress.add(this.#words.namesOf(choice.variables), choice.decisions);
  }

  /** What is still to be asked when a limit is reached. */
  *#undecidedSets(pairs: readonly ClassPair[], done: number, because: string): EngineRun {
    for (const set of this.model.atomicSets.slice(done))
      for (const pair of pairs) yield asEvent(this.#words.undecided(pair, set.variables, because));
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

function* told(findings: Iterable<Finding>): EngineRun {
  for (const finding of findings) yield asEvent(finding);
}

function asEvent(finding: Finding): EngineEvent {
  return { kind: 'finding', finding };
}
