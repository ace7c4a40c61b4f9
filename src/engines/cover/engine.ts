// `heddle cover`: is a configuration coverable by some number of threads? One finding per target. The question is put to a
// counter system (problem.ts), decided by a method (decide.ts, summaries/), and the answer comes back with a schedule of
// threads or with a certificate on the model that was given.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { sumOf } from '../../model/petri/marking.js';
import { netTargetName, printMarking } from '../../model/petri/net.js';
import { targetName } from '../../model/threads/diagram.js';
import { askQuestion, type Question, withInitial } from '../../translate/counters/question.js';
import { type CoverInput, coverModelOf } from '../../translate/cover-model.js';
import { programTargets } from '../../translate/program-to-threads.js';
import { type Certificate, noCertificate } from '../../verdict/certificate.js';
import { applies, type Engine, type EngineEvent, type Task } from '../../verdict/engine.js';
import { type OptionValues, optionText, optionTexts } from '../../verdict/options.js';
import type { Property } from '../../verdict/property.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { Witness } from '../../verdict/witness.js';
import { certificateOf } from './certificate.js';
import { type Decision, decide, emptyStatistics } from './decide.js';
import { coverInfo } from './info.js';
import { type ModelRun, modelRun } from './model-run.js';
import { type FramedProblem, frameProblem } from './problem.js';
import { scheduleThreads } from './schedule.js';
import { decideBySummaries } from './summaries/decide-by-summaries.js';

const workPerTick = 20_000;

export const coverEngine: Engine<CoverInput> = {
  info: coverInfo,

  checkOptions({ model, options }) {
    const targets = targetsOf(model, options);
    if (targets.length === 0 && optionText(options, 'emit') === undefined) return [noTarget(model)];
    const initial = optionTexts(options, 'initial');
    if (model.kind === 'program') return initial.length > 0 ? [badOption('initial', 'a program has its own')] : [];
    const start = withInitial(model, initial);
    if (!start.ok) return [badOption('initial', start.error)];
    return targets.flatMap((target) => {
      const question = askQuestion(model, target, initial);
      return question.ok ? [] : [badOption('target', question.error)];
    });
  },

  applicable({ model, options }) {
    if (model.kind !== 'program') return applies;
    for (const target of targetsOf(model, options)) {
      const asked = coverModelOf(model, target);
      if (!asked.ok) return { ok: false, because: `cover takes finite data only: ${asked.error}` };
    }
    return applies;
  },

  worthAsking({ model, options }) {
    if (targetsOf(model, options).length === 0) return { ok: false, because: 'the model has no target' };
    if (model.kind === 'program' && !model.processes.some(({ instances }) => instances === 'any'))
      return { ok: false, because: 'no process is declared for any number of threads' };
    return applies;
  },

  *run(task, context) {
    let stop: Stop | undefined;
    for (const target of targetsOf(task.model, task.options)) {
      context.nextQuestion();
      const answer = new TargetAnswer(task, target);
      if (!stop) stop = yield* answer.find();
      yield { kind: 'finding', finding: answer.finding(stop) };
    }
  },
};

function targetsOf(model: CoverInput, options: OptionValues): readonly string[] {
  const asked = optionTexts(options, 'target');
  if (asked.length > 0) return asked;
  if (model.kind === 'program') return programTargets(model);
  if (model.kind === 'petri') return model.targets.map((target) => netTargetName(model, target));
  return model.targets.map(targetName);
}

function noTarget({ kind }: CoverInput): Diagnostic {
  const example = kind === 'petri' ? 'p>=2,q>=1' : kind === 'program' ? 'label1,label2' : 's|l1,l2';
  const help = `give --target '${example}', or put it into the model or its .prop file`;
  return { code: 'HD4005', severity: 'error', message: 'nothing says which state is to be covered', help };
}

function badOption(name: string, problem: string): Diagnostic {
  return { code: 'HD4004', severity: 'error', message: `--${name}: ${problem}` };
}

/** One question, from asking to the finding. */
class TargetAnswer {
  readonly #question: Question;
  readonly #problem: FramedProblem;
  readonly #statistics = emptyStatistics();
  readonly #method: string;
  #summary: string | undefined;
  #verdict: Verdict | undefined;
  #because: string[] = [];

  constructor(
    readonly task: Task<CoverInput>,
    readonly target: string,
  ) {
    const model = coverModelOf(task.model, target);
    if (!model.ok) throw new Error(model.error);
    const question = askQuestion(model.value, target, optionTexts(task.options, 'initial'));
    if (!question.ok) throw new Error(question.error);
    this.#question = question.value;
    this.#problem = frameProblem(question.value.system, question.value.targets);
    this.#method = optionText(task.options, 'method') ?? 'portfolio';
  }

  /** Decides the question; returns why it was stopped, if so. */
  *find(): Generator<EngineEvent, Stop | undefined, Stop | undefined> {
    const decided = yield* ticking(this.#decide());
    if ('stop' in decided) return decided.stop;
    const decision = decided.value;
    if (decision.kind === 'unknown') this.#verdict = decision;
    else if (decision.kind === 'covered') this.#covered(modelRun(this.#problem, decision.run), decision.by);
    else {
      const certified = yield* ticking(this.#certify(decision));
      const certificate =
        ('value' in certified ? certified.value : undefined) ?? noCertificate('it would be too large');
      this.#verdict = { kind: 'holds', scope: allExecutions(), certificate };
      this.#because = [`no number of threads covers it (${decision.by})`];
    }
    return undefined;
  }

  *#decide(): Generator<number, Decision, void> {
    const method = this.#method;
    if (method === 'backward' || method === 'forward') return yield* decide(this.#problem, method, this.#statistics);
    if (method !== 'summaries') return yield* decide(this.#problem, 'portfolio', this.#statistics);
    const { decision, summary } = yield* decideBySummaries(this.#question, this.#problem, this.#statistics);
    this.#summary = summary;
    return decision;
  }

  /** Summaries leave no invariant behind: the portfolio finds one, and so confirms the answer. */
  *#certify(decision: Decision & { readonly kind: 'uncoverable' }): Generator<number, Certificate | undefined, void> {
    if (decision.by !== 'summaries') return yield* certificateOf(this.#problem, decision.refute, decision.by);
    const confirmed = yield* decide(this.#problem, 'portfolio');
    if (confirmed.kind === 'covered') throw new Error('summaries and portfolio disagree');
    return confirmed.kind === 'unknown'
      ? undefined
      : yield* certificateOf(this.#problem, confirmed.refute, confirmed.by);
  }

  #covered(run: ModelRun, by: string): void {
    const { model } = this.#question;
    const witness = model.kind === 'petri' ? fireTransitions(this.#question, run) : scheduleThreads(model, run);
    const steps = witness.steps.filter((step) => step.silent === undefined).length;
    const what = model.kind === 'petri' ? 'tokens' : 'threads';
    this.#because = [`${String(witness.details?.['threads'])} ${what} cover it in ${steps} steps (${by})`];
    this.#verdict = { kind: 'violated', witness, confirmed: true, scope: allExecutions() };
  }

  finding(stop: Stop | undefined): Finding {
    const verdict: Verdict = this.#verdict ?? { kind: 'unknown', because: stop?.message ?? 'stopped' };
    const { controls, places, transitions, expanded, minimal, nodes } = this.#statistics;
    const place = verdict.kind === 'violated' ? verdict.witness.steps.at(-1)?.place : undefined;
    return {
      engine: 'cover',
      method: this.#method,
      property: this.#property(),
      rule: 'HD4001',
      message: messageOf(verdict, this.target),
      verdict,
      places: place ? [{ place, caption: 'the last step' }] : [],
      because: this.#because,
      statistics: {
        controls,
        places,
        transitions,
        expanded,
        minimal,
        nodes,
        ...(this.#summary === undefined ? {} : { summary: this.#summary }),
      },
    };
  }

  #property(): Property {
    const initial = optionTexts(this.task.options, 'initial');
    const base = { kind: 'coverable', target: this.target };
    return initial.length > 0 ? { ...base, initial } : base;
  }
}

function messageOf(verdict: Verdict, target: string): string {
  if (verdict.kind === 'violated') return `${target} is coverable`;
  return verdict.kind === 'holds' ? `${target} is not coverable` : `it is not known whether ${target} is coverable`;
}

function fireTransitions({ model }: Question, run: ModelRun): Witness {
  if (model.kind !== 'petri') throw new Error('a net was expected');
  const steps = run.transitions.map((index) => {
    const { name, place } = model.transitions[index]!;
    return { thread: 'net', action: 'fire', target: name, choice: index, ...(place ? { place } : {}) };
  });
  return { steps, details: { threads: sumOf(run.tokens), initial: printMarking(model, run.tokens, '=') } };
}

/** Drives a search, turning work into progress; ends early when told to stop. */
function* ticking<T>(
  search: Generator<number, T, void>,
): Generator<EngineEvent, { readonly value: T } | { readonly stop: Stop }, Stop | undefined> {
  let done = 0;
  let since = 0;
  for (let next = search.next(); ; next = search.next()) {
    if (next.done) return { value: next.value };
    done += next.value;
    since += next.value;
    if (since < workPerTick) continue;
    since = 0;
    const stop = yield { kind: 'progress', done: Math.round(done) };
    if (stop) return { stop };
  }
}
