// Replays witnesses on finite action trees: two threads at their labels, or a tree that no schedule completes.

import type { JsonObject } from '../../base/json.js';
import type { ActionTree, TreeForest } from '../../model/trees/action-tree.js';
import { schedulabilityQuestion } from '../../model/trees/effect-question.js';
import { countSteps, showsPair, sourceOfTree } from '../../model/trees/step.js';
import { translateTreeToThreadGraph } from '../../translate/graphs/tree-to-thread-graph.js';
import { runTreeSteps } from '../../verdict/meaning/tree-run.js';
import type { Property } from '../../verdict/property.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { questionNodes } from './effects-body.js';
import { EffectsClosure } from './effects-closure.js';
import { questionKey } from './effects-question.js';

export const treesReplayer = replayEach<TreeForest>('trees', replayTreeClaim);

function replayTreeClaim({ trees }: TreeForest, { property, witness }: Claim): ReplayOutcome {
  const tree = trees[Number(property['tree'] ?? 1) - 1];
  if (!tree) return notReplayed('there is no such tree');
  const source = sourceOfTree(tree);
  const reached = runTreeSteps(source, witness.steps);
  if (typeof reached === 'string') return notReplayed(reached);
  if (property.kind === 'pairwise') {
    const [first = '', second = ''] = Array.isArray(property['labels']) ? property['labels'].map(String) : [];
    return showsPair(source, reached, first, second) ? replayed : notReplayed('the threads are not at the labels');
  }
  if (property.kind !== 'schedulable') return notReplayed(`no check for a property of kind ${property.kind}`);
  const isStuck = reached.threads.every((_, thread) => countSteps(source, reached, thread) === 0);
  if (!isStuck) return notReplayed('some thread can still move');
  const problem = checkEffects(tree, property, witness.details ?? {});
  return problem === undefined ? replayed : notReplayed(problem);
}

/** One stuck run proves nothing about the others: the saturated effects do. */
function checkEffects(tree: ActionTree, property: Property, body: JsonObject): string | undefined {
  const nodes = questionNodes(body, questionKey(property));
  if (nodes === undefined) return 'the witness has no effects';
  return new EffectsClosure(translateTreeToThreadGraph(tree), body).check(schedulabilityQuestion, nodes);
}
