// One question of `heddle cover`, from asking to the finding: frame the problem, decide it by the method that was asked for,
// then turn a run into an execution of the model that was given, or an invariant into a certificate on it.

import type { Stop } from '../../base/budget.js';
import { sumOf } from '../../model/petri/marking.js';
import { askQuestion, type Question } from '../../translate/nets/question.js';
import { type CoverInput, coverModelOf, programDiagramOf, unfoldingOf } from '../../translate/threads/cover-model.js';
import { type Certificate, noCertificate } from '../../verdict/certificate.js';
import type { EngineEvent, RunContext, SmtSolver, Task } from '../../verdict/engine.js';
import { optionFlag, optionText, optionTexts } from '../../verdict/options.js';
import type { Property } from '../../verdict/property.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { CounterWitness, ExecutionWitness } from '../../verdict/witness.js';
import { certificateOf } from './certificate.js';
import { type Decision, decide } from './decide.js';
import { type ModelRun, modelRun } from './model-run.js';
import { type FramedProblem, frameProblem } from './problem.js';
import { programCertificate } from './program-certificate.js';
import { fewestThreads } from './search/fewest-threads.js';
import type { Run } from './search/run-builder.js';
import { trimRun } from './search/trim-run.js';
import { emptyStatistics, type SearchContext } from './search-context.js';
import { decideBySummaries } from './summaries/decide-by-summaries.js';
import { titleOf } from './title.js';
import { firingWitness, programWitness, scheduleWitness } from './witness.js';

const workPerTick = 20_000;
/** Pairs of states that an unfolding looks at between two ticks. */
const pairsPerTick = 50_000;

export class TargetAnswer implements SearchContext {
  readonly statistics = emptyStatistics();
  readonly #method: string;
  #reserved = 0;
  readonly plain: boolean;
  readonly secondSolver?: SmtSolver;
  #summary: string | undefined;
  #kappa: string | undefined;
  #verdict: Verdict | undefined;
  #because: string[] = [];

  constructor(
    readonly task: Task<CoverInput>,
    readonly target: string,
    readonly context: RunContext,
  ) {
    this.#method = optionText(task.options, 'method') ?? 'portfolio';
    this.plain = optionFlag(task.options, 'no-reduce');
    if (optionText(task.options, 'solver') === 'z3' && context.smtSolver) this.secondSolver = context.smtSolver;
  }

  readonly reserve = (bytes: number): void => {
    this.#reserved += bytes;
    this.context.reserve(bytes);
  };

  /** Decides the question; returns why it was stopped, if so. */
  *find(): Generator<EngineEvent, Stop | undefined, Stop | undefined> {
    const answered = yield* ticking(this.#answer());
    this.reserve(-this.#reserved);
    return 'stop' in answered ? answered.stop : undefined;
  }

  *#answer(): Generator<number, void, void> {
    const question = yield* this.#ask();
    if (!question) return;
    const problem = frameProblem(question.system, question.targets);
    const decision = yield* this.#decide(question, problem);
    if (decision.kind === 'unknown') this.#verdict = decision;
    else if (decision.kind === 'covered')
      this.#covered(question, yield* presentableRun(problem, decision.run), decision.by);
    else {
      // What is decided stays decided when there is no time left for a certificate.
      this.#uncoverable(undefined, decision.by);
      this.#uncoverable(yield* this.#certify(question, problem, decision), decision.by);
    }
  }

  /** Programs are unfolded first; one that turns out to be too large gets the verdict `unknown`. */
  *#ask(): Generator<number, Question | undefined, void> {
    const { model, options } = this.task;
    if (model.kind === 'program') {
      const unfolding = unfoldingOf(model);
      while (!unfolding.isDone && !unfolding.obstacle) {
        unfolding.advance(pairsPerTick);
        yield workPerTick;
      }
      if (unfolding.obstacle) {
        this.#verdict = { kind: 'unknown', because: unfolding.obstacle.because };
        return undefined;
      }
    }
    const asked = coverModelOf(model, this.target);
    if (!asked.ok) throw new Error(asked.error);
    const question = askQuestion(asked.value, this.target, optionTexts(options, 'initial'));
    if (!question.ok) throw new Error(question.error);
    return question.value;
  }

  *#decide(question: Question, problem: FramedProblem): Generator<number, Decision, void> {
    const method = this.#method;
    if (method === 'backward' || method === 'forward') return yield* decide(problem, method, this);
    if (method !== 'summaries') return yield* decide(problem, 'portfolio', this);
    if (optionText(this.task.options, 'solver') === 'z3' && this.secondSolver?.('(check-sat)') !== 'sat')
      return { kind: 'unknown', because: 'z3 cannot be run here, and --solver z3 asks for it' };
    const { decision, summary, kappa } = yield* decideBySummaries(question, problem, this);
    this.#summary = summary;
    this.#kappa = kappa;
    return decision;
  }

  /** Summaries leave no invariant behind: the portfolio finds one, and so confirms the answer. */
  *#certify(
    question: Question,
    problem: FramedProblem,
    decision: Decision & { readonly kind: 'uncoverable' },
  ): Generator<number, Certificate | undefined, void> {
    const decided = decision.by === 'summaries' ? yield* decide(problem, 'portfolio') : decision;
    if (decided.kind === 'covered') throw new Error('summaries and portfolio disagree');
    if (decided.kind === 'unknown') return undefined;
    const certificate = yield* certificateOf(question, decided.refute, decided.by);
    const { model } = this.task;
    return certificate && model.kind === 'program' ? programCertificate(unfoldingOf(model), certificate) : certificate;
  }

  #uncoverable(certificate: Certificate | undefined, by: string): void {
    const evidence = certificate ?? noCertificate('it would be too large');
    this.#verdict = { kind: 'holds', scope: allExecutions(), certificate: evidence };
    this.#because = [`no number of threads covers it (${by})`];
  }

  #covered(question: Question, run: ModelRun, by: string): void {
    const witness = this.#witness(question, run);
    const steps = witness.steps.filter((step) => step.silent === undefined).length;
    const what = question.model.kind === 'petri' ? 'tokens' : 'threads';
    this.#because = [`${String(witness.details?.threads)} ${what} cover it in ${steps} steps (${by})`];
    if (this.#kappa) this.#because.push(`the loops of the path, from its end, are passed ${this.#kappa} times`);
    this.#verdict = { kind: 'violated', witness, confirmed: true, scope: allExecutions() };
  }

  #witness({ model: asked }: Question, run: ModelRun): CounterWitness | ExecutionWitness {
    if (asked.kind === 'petri') return firingWitness(asked, run);
    const { model } = this.task;
    if (model.kind !== 'program') return scheduleWitness(asked, run);
    const unfolded = programDiagramOf(model, this.target);
    if (!unfolded.ok) throw new Error(unfolded.error);
    return programWitness(model, unfolded.value, run);
  }

  finding(stop: Stop | undefined): Finding {
    const verdict: Verdict = this.#verdict ?? { kind: 'unknown', because: stop?.message ?? 'stopped' };
    const place = verdict.kind === 'violated' ? verdict.witness.steps.at(-1)?.place : undefined;
    return {
      engine: 'cover',
      method: this.#method,
      property: this.#property(),
      rule: 'HD4001',
      message: titleOf(verdict, this.target, this.task.model),
      verdict,
      places: place ? [{ place, caption: 'the last step' }] : [],
      because: this.#because,
      statistics: {
        ...this.statistics,
        ...(this.#summary === undefined ? {} : { summary: this.#summary }),
        ...(this.#kappa ? { kappa: this.#kappa } : {}),
      },
    };
  }

  #property(): Property {
    const initial = optionTexts(this.task.options, 'initial');
    const base = { kind: 'coverable' as const, target: this.target };
    return initial.length > 0 ? { ...base, initial } : base;
  }
}

/** The run without detours, or one with fewer threads if a small search finds it. Broadcasts need every thread they have. */
function* presentableRun(problem: FramedProblem, run: Run): Generator<number, ModelRun, void> {
  if (run.demands) return modelRun(problem, run);
  const trimmed = modelRun(problem, { letters: trimRun(problem, run.letters) });
  const better = yield* fewestThreads(problem, trimmed.initial, sumOf(trimmed.tokens));
  return better ? modelRun(problem, { letters: better }) : trimmed;
}

/** Drives a search, turning work into progress; ends early when told to stop. */
function* ticking(
  search: Generator<number, void, void>,
): Generator<EngineEvent, { readonly done: true } | { readonly stop: Stop }, Stop | undefined> {
  let done = 0;
  let since = 0;
  for (let next = search.next(); !next.done; next = search.next()) {
    done += next.value;
    since += next.value;
    if (since < workPerTick) continue;
    since = 0;
    const stop = yield { kind: 'progress', done: Math.round(done) };
    if (stop) return { stop };
  }
  return { done: true };
}
