// `heddle pairwise`: one engine for three kinds of models. Trees and programs become thread graphs and are decided by the
// effect algebra; recursion schemes by intersection types.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { Program } from '../../model/program/program.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { labelsOfScheme, readSchemeActions } from '../../model/schemes/scheme-action.js';
import { labelsOfTree, locksOfTree, type TreeForest } from '../../model/trees/action-tree.js';
import { maximalLocks } from '../../model/trees/thread-graph.js';
import { translateProgramToThreadGraph } from '../../translate/graphs/program-to-thread-graph.js';
import {
  type Applicability,
  applies,
  cannotSay,
  type Engine,
  type EngineRun,
  type RunContext,
  type Task,
} from '../../verdict/engine.js';
import type { OptionValues } from '../../verdict/options.js';
import { pairwiseInfo } from './info.js';
import { checkPairwiseOptions, propertyOf } from './options.js';
import { answerProgram, labelsOfProgram, unansweredOf } from './programs/program-findings.js';
import { answerScheme } from './schemes/scheme-findings.js';
import { answerForest } from './tree-findings.js';

export type PairwiseModel = TreeForest | Program | Scheme;

export const pairwiseEngine: Engine<PairwiseModel> = {
  info: pairwiseInfo,
  checkOptions,
  applicable,
  worthAsking,
  questionsOfCheck,
  unanswered: (task, answers) =>
    task.model.kind === 'program' ? unansweredOf({ ...task, model: task.model }, answers) : cannotSay,
  run,
};

function checkOptions({ model, options }: Task<PairwiseModel>): readonly Diagnostic[] {
  const property = propertyOf(options);
  const wanted = { labels: undefined, races: 'program', schedulable: 'trees' }[property];
  const problems = checkPairwiseOptions(options);
  if (wanted === undefined || wanted === model.kind) return problems;
  const message = `\`--property ${property}\` is a question about ${wanted === 'trees' ? 'finite trees' : 'programs'}`;
  return [...problems, { code: 'HD0006', severity: 'error', message }];
}

function applicable({ model, options }: Task<PairwiseModel>): Applicability {
  switch (model.kind) {
    case 'trees':
      return withinLimit(Math.max(...model.trees.map((tree) => locksOfTree(tree).size)));
    case 'scheme': {
      if (model.automaton && !options['labels']) return applies;
      const actions = readSchemeActions(model);
      return typeof actions === 'string' ? { ok: false, because: actions } : withinLimit(actions.locks.length);
    }
    case 'program': {
      const translated = translateProgramToThreadGraph(model);
      return translated.ok ? applies : { ok: false, ...translated.error };
    }
  }
}

function withinLimit(locks: number): Applicability {
  return locks <= maximalLocks ? applies : { ok: false, because: `pairwise takes at most ${maximalLocks} locks` };
}

function worthAsking({ model }: Task<PairwiseModel>): Applicability {
  return hasLabels(model) || isReplicated(model) ? applies : { ok: false, because: 'the model has no labels' };
}

/** Label pairs where there are labels; data races where there is any number of threads, which `explore` does not take. */
function questionsOfCheck({ model, options }: Task<PairwiseModel>): readonly OptionValues[] {
  const labels = hasLabels(model) ? [options] : [];
  return isReplicated(model) ? [...labels, { ...options, property: [{ text: 'races' }] }] : labels;
}

function isReplicated(model: PairwiseModel): boolean {
  return model.kind === 'program' && model.processes.some(({ instances }) => instances === 'any');
}

function hasLabels(model: PairwiseModel): boolean {
  switch (model.kind) {
    case 'trees':
      return model.trees.some((tree) => labelsOfTree(tree).size > 0);
    case 'program':
      return labelsOfProgram(model).size > 0;
    case 'scheme': {
      const actions = readSchemeActions(model);
      return model.automaton !== undefined || (typeof actions !== 'string' && labelsOfScheme(actions).length > 0);
    }
  }
}

function* run(task: Task<PairwiseModel>, context: RunContext): EngineRun {
  const { model } = task;
  if (model.kind === 'trees') yield* answerForest({ ...task, model }, context);
  else if (model.kind === 'scheme') yield* answerScheme({ ...task, model }, context);
  else yield* answerProgram({ ...task, model }, context);
}
