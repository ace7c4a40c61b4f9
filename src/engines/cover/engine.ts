// `heddle cover`: is a configuration coverable by some number of threads? One finding per target. The question is put to a
// counter system (problem.ts), decided by a method (decide.ts, summaries/), and the answer comes back with an execution of
// the model that was given, or with a certificate on it (target-answer.ts).

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { netTargetName } from '../../model/petri/net.js';
import type { Program } from '../../model/program/program.js';
import { targetName } from '../../model/threads/diagram.js';
import { askQuestion, withInitial } from '../../translate/nets/question.js';
import { type CoverInput, unfoldingOf } from '../../translate/threads/cover-model.js';
import { problemWithTarget, programTargets } from '../../translate/threads/program-question.js';
import { type Applicability, applies, type Engine, shareOf } from '../../verdict/engine.js';
import { type OptionValues, optionFlag, optionText, optionTexts } from '../../verdict/options.js';
import { coverInfo } from './info.js';
import { TargetAnswer } from './target-answer.js';

/** So many pairs of states tell nearly always whether a program is finite; the rest is unfolded by the run. */
const firstPairs = 200_000;

export const coverEngine: Engine<CoverInput> = {
  info: coverInfo,

  checkOptions({ file, model, options }) {
    const targets = targetsOf(model, options);
    if (targets.length === 0 && optionText(options, 'emit') === undefined) return [noTarget(model)];
    const unfit = methodProblem(options);
    if (unfit) return [unfit];
    const initial = optionTexts(options, 'initial');
    if (model.kind === 'program') {
      if (initial.length > 0) return [badOption('initial', 'a program has its own', file)];
      return targets.flatMap((target) => {
        const problem = problemWithTarget(model, target);
        return problem ? [badOption('target', problem.message, file, problem.help)] : [];
      });
    }
    const start = withInitial(model, initial);
    if (!start.ok) return [badOption('initial', start.error, file)];
    return targets.flatMap((target) => {
      const question = askQuestion(model, target, initial);
      return question.ok ? [] : [badOption('target', question.error, file)];
    });
  },

  applicable({ model }) {
    return model.kind === 'program' ? hasFiniteData(model) : applies;
  },

  worthAsking({ model, options }) {
    if (targetsOf(model, options).length === 0) return { ok: false, because: 'the model has no target' };
    if (model.kind === 'program' && !model.processes.some(({ instances }) => instances === 'any'))
      return { ok: false, because: 'no process is declared for any number of threads' };
    return applies;
  },

  unanswered({ model, options, part }, answers) {
    const initial = optionTexts(options, 'initial').join(' ');
    const known = new Set(
      answers.flatMap(({ property }) =>
        property.kind === 'coverable' && (property.initial ?? []).join(' ') === initial ? [property.target] : [],
      ),
    );
    const left = shareOf(targetsOf(model, options), part).find((target) => !known.has(target));
    return left === undefined ? undefined : `the target ${left}`;
  },

  *run(task, context) {
    let stop: Stop | undefined;
    for (const target of shareOf(targetsOf(task.model, task.options), task.part)) {
      const answer = new TargetAnswer(task, target, context);
      if (stop?.scope !== 'run') {
        context.nextQuestion();
        stop = yield* answer.find();
      }
      yield { kind: 'finding', finding: answer.finding(stop) };
    }
  },
};

function hasFiniteData(program: Program): Applicability {
  const unfolding = unfoldingOf(program);
  unfolding.advance(firstPairs);
  if (!unfolding.obstacle) return applies;
  const { because, origin } = unfolding.obstacle;
  const place = origin && program.source.place(origin);
  return { ok: false, because: `cover takes finite data only: ${because}`, ...(place ? { place } : {}) };
}

function targetsOf(model: CoverInput, options: OptionValues): readonly string[] {
  const asked = optionTexts(options, 'target');
  if (asked.length > 0) return asked;
  if (model.kind === 'program') return programTargets(model);
  if (model.kind === 'petri') return model.targets.map((target) => netTargetName(model, target));
  return model.targets.map(targetName);
}

/** Options that belong to some methods only. */
function methodProblem(options: OptionValues): Diagnostic | undefined {
  const method = optionText(options, 'method') ?? 'portfolio';
  if (optionFlag(options, 'no-reduce') && method === 'portfolio')
    return usage('`--no-reduce` is for single methods', 'add --method backward, summaries or forward');
  if (optionText(options, 'solver') !== undefined && method !== 'summaries')
    return usage('`--solver` is for summaries', 'add --method summaries');
  return undefined;
}

function usage(message: string, help: string): Diagnostic {
  return { code: 'HD0006', severity: 'error', message, help };
}

function noTarget({ kind }: CoverInput): Diagnostic {
  const example = kind === 'petri' ? 'p>=2,q>=1' : kind === 'program' ? 'label1,label2' : 's|l1,l2';
  const help = `give --target '${example}', or put it into the model or its .prop file`;
  return { code: 'HD4005', severity: 'error', message: 'nothing says which state is to be covered', help };
}

function badOption(name: string, problem: string, file: string, help?: string): Diagnostic {
  const base = { code: 'HD4004', severity: 'error', message: `--${name}: ${problem}`, file } as const;
  return help === undefined ? base : { ...base, help };
}
