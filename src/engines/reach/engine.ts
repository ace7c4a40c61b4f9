// `heddle reach`: is a configuration of a set reachable from the initial one? Backwards saturation (pre*) of the target over lengths
// of runs, so that the run that is shown is a shortest one (by the file's lengths, where it gives any). What cannot be
// reached is shown by the saturated automaton itself: it is closed under predecessors.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { Semiring } from '../../logic/semiring/semiring.js';
import { firstPath, firstPathLength, type Trace, type Witnessed } from '../../logic/semiring/witnesses.js';
import { PAutomaton } from '../../model/pushdown/p-automaton.js';
import { preStarSteps } from '../../model/pushdown/pre-star.js';
import { type PushdownModel, shortestPathSystem } from '../../model/pushdown/pushdown-model.js';
import type { SaturatedAutomaton } from '../../model/pushdown/saturated-automaton.js';
import { type ConfigurationSet, targetOf } from '../../model/pushdown/target.js';
import { witnessed } from '../../model/pushdown/witness.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../verdict/certificate.js';
import { applies, type Engine, type EngineEvent, type RunContext, type Task } from '../../verdict/engine.js';
import { runRules } from '../../verdict/meaning/pushdown-run.js';
import { type OptionValues, optionTexts } from '../../verdict/options.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import { reachInfo } from './info.js';

/** Longer automata are not written into reports. */
const mostTransitions = 200_000;
/** Longer runs are not shown; shortest runs can be exponentially long. */
const mostSteps = 100_000;

export const reachEngine: Engine<PushdownModel> = {
  info: reachInfo,

  checkOptions({ file, model, options }) {
    const targets = targetsOf(model, options);
    if (targets.length === 0) return [noTarget(file)];
    return targets.flatMap((text): Diagnostic[] => {
      const target = targetOf(model, text);
      return target.ok ? [] : [{ code: 'HD8002', severity: 'error', message: target.error, file }];
    });
  },

  applicable({ model }) {
    return model.initial ? applies : { ok: false, because: 'the system has no initial configuration' };
  },

  worthAsking({ model, options }) {
    if (!model.initial) return { ok: false, because: 'the system has no initial configuration' };
    return targetsOf(model, options).length > 0 ? applies : { ok: false, because: 'the file names no automaton' };
  },

  unanswered({ model, options }, answers) {
    const known = new Set(answers.flatMap(({ property }) => (property.kind === 'reachable' ? [property.target] : [])));
    const left = targetsOf(model, options).find((target) => !known.has(target));
    return left === undefined ? undefined : `the target ${left}`;
  },

  *run(task, context) {
    let stop: Stop | undefined;
    for (const target of targetsOf(task.model, task.options)) {
      const answer = new ReachAnswer(task, target, context);
      if (stop?.scope !== 'run') {
        context.nextQuestion();
        stop = yield* answer.find();
      }
      yield { kind: 'finding', finding: answer.finding(stop) };
    }
  },
};

function targetsOf({ automata }: PushdownModel, options: OptionValues): readonly string[] {
  const asked = optionTexts(options, 'target');
  return asked.length > 0 ? asked : automata.map(({ name }) => name);
}

function noTarget(file: string): Diagnostic {
  const help = "give --target '<p, a ...>', or put an automaton into the file";
  return { code: 'HD8002', severity: 'error', message: 'nothing says what is to be reached', help, file };
}

class ReachAnswer {
  #verdict: Verdict | undefined;
  #because: string[] = [];
  #statistics: Record<string, number> = {};

  constructor(
    readonly task: Task<PushdownModel>,
    readonly target: string,
    readonly context: RunContext,
  ) {}

  /** Decides the question; returns why it was stopped, if so. */
  *find(): Generator<EngineEvent, Stop | undefined, Stop | undefined> {
    const query = targetOf(this.task.model, this.target);
    if (!query.ok) throw new Error(query.error);
    const { model } = this.task;
    // Weights that are no lengths are not looked at.
    const lengths = shortestPathSystem(model.weights.kind === 'lengths' ? model : { ...model, ruleWeights: new Map() });
    const problem = witnessed(lengths, queryOf(query.value, model, lengths.semiring));
    const steps = preStarSteps(problem.weighted, problem.query);
    let step = steps.next();
    for (let reserved = 0; !step.done; step = steps.next()) {
      this.context.reserve(step.value.bytes - reserved);
      reserved = step.value.bytes;
      const stop = yield { kind: 'progress', done: step.value.steps, text: 'transitions' };
      if (stop) {
        this.context.reserve(-reserved);
        return stop;
      }
    }
    this.#decide(query.value, step.value);
    return undefined;
  }

  #decide(query: ConfigurationSet, automaton: SaturatedAutomaton<Witnessed<number>>): void {
    const { model } = this.task;
    const initial = model.initial!;
    const transitions = [...automaton.transitions()];
    this.#statistics = { rules: model.system.rules.count, transitions: transitions.length };
    const { weight, trace } = automaton.weightOf(initial);
    if (automaton.accepts(initial)) this.#reached(trace, weight);
    else {
      this.#verdict = { kind: 'holds', scope: allExecutions(), certificate: certificateOf(query, transitions) };
      this.#because = ['a set that is closed under predecessors contains the target and not the initial configuration'];
    }
  }

  #reached(trace: Trace, length: number): void {
    const { model } = this.task;
    const steps = firstPathLength(trace);
    if (steps > mostSteps) {
      this.#verdict = {
        kind: 'unknown',
        because: `it is reachable, but the run has ${steps} steps: too many to replay`,
      };
      return;
    }
    const rules = firstPath(trace) ?? [];
    const run = runRules(model, model.initial!, rules);
    if (typeof run === 'string') throw new Error(run);
    this.#statistics['length'] = length;
    const weighed = model.weights.kind === 'lengths' ? `; its length is ${length}, and none is shorter` : '';
    this.#because = [`a run of ${rules.length} steps leads there${weighed}`];
    const witness = { kind: 'execution', steps: run.steps } as const;
    this.#verdict = { kind: 'violated', witness, confirmed: true, scope: allExecutions() };
  }

  finding(stop: Stop | undefined): Finding {
    const verdict: Verdict = this.#verdict ?? { kind: 'unknown', because: stop?.message ?? 'stopped' };
    const place = verdict.kind === 'violated' ? verdict.witness.steps.at(-1)?.place : undefined;
    return {
      engine: 'reach',
      method: 'pre-star',
      property: { kind: 'reachable', target: this.target },
      rule: 'HD8001',
      message: messageOf(verdict, this.target),
      verdict,
      places: place ? [{ place, caption: 'the last rule' }] : [],
      because: this.#because,
      statistics: this.#statistics,
    };
  }
}

/** The set as a query, each of its configurations without a length of its own. */
function queryOf(set: ConfigurationSet, { system }: PushdownModel, semiring: Semiring<number>): PAutomaton<number> {
  const query = new PAutomaton(system.stateCount, semiring);
  while (query.stateCount < set.stateCount) query.addState();
  for (const { from, symbol, to } of set.transitions) query.addTransition(from, symbol, to);
  for (const state of set.finals) query.addFinal(state);
  return query;
}

/** What saturation has added to the target. */
function certificateOf(
  { transitions: known }: ConfigurationSet,
  transitions: readonly { readonly from: number; readonly symbol: number; readonly to: number }[],
): Certificate | NoCertificate {
  if (transitions.length > mostTransitions) return noCertificate('it would be too large');
  const isGiven = new Set(known.map(({ from, symbol, to }) => `${from} ${symbol} ${to}`));
  const added = transitions.filter(({ from, symbol, to }) => !isGiven.has(`${from} ${symbol} ${to}`));
  const body = { transitions: added.flatMap(({ from, symbol, to }) => [from, symbol, to]) };
  return { kind: 'backward-closed-automaton', body };
}

function messageOf(verdict: Verdict, target: string): string {
  if (verdict.kind === 'violated') return `${target} is reachable`;
  return verdict.kind === 'holds' ? `${target} is not reachable` : `it is not known whether ${target} is reachable`;
}
