// `heddle pairwise`: one engine for three kinds of models. Trees and programs become thread graphs and are decided by the
// effect algebra; recursion schemes by intersection types.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { Program } from '../../model/program/program.js';
import { labelsOfTree, locksOfTree, type TreeForest } from '../../model/trees/action-tree.js';
import { maximalLocks } from '../../model/trees/thread-graph.js';
import { translateProgramToThreadGraph } from '../../translate/program-to-thread-graph.js';
import { type Applicability, applies, type Engine, type EngineRun, type Task } from '../../verdict/engine.js';
import { pairwiseInfo } from './info.js';
import { checkPairwiseOptions, propertyOf } from './options.js';
import { answerProgram, labelsOfProgram } from './program-findings.js';
import { answerForest } from './tree-findings.js';

export type PairwiseModel = TreeForest | Program;

export const pairwiseEngine: Engine<PairwiseModel> = {
  info: pairwiseInfo,
  checkOptions,
  applicable,
  worthAsking,
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

function applicable({ model }: Task<PairwiseModel>): Applicability {
  if (model.kind === 'trees') {
    const tooMany = model.trees.some((tree) => locksOfTree(tree).size > maximalLocks);
    return tooMany ? { ok: false, because: `pairwise takes at most ${maximalLocks} locks` } : applies;
  }
  const translated = translateProgramToThreadGraph(model);
  return translated.ok ? applies : { ok: false, ...translated.error };
}

function worthAsking({ model }: Task<PairwiseModel>): Applicability {
  const hasLabels =
    model.kind === 'trees' ? model.trees.some((tree) => labelsOfTree(tree).size > 0) : labelsOfProgram(model).size > 0;
  return hasLabels ? applies : { ok: false, because: 'the model has no labels' };
}

function* run(task: Task<PairwiseModel>): EngineRun {
  const { model } = task;
  if (model.kind === 'trees') yield* answerForest({ ...task, model });
  else yield* answerProgram({ ...task, model });
}
