// Replays witnesses on finite action trees: two threads at their labels, or a tree that no schedule completes.

import type { TreeForest } from '../../model/trees/action-tree.js';
import { countSteps, showsPair, sourceOfTree } from '../../model/trees/step.js';
import { runTreeSteps } from '../../verdict/meaning/tree-run.js';
import { unlimitedWork } from '../certifier.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { certifyNodes, treeOf } from './tree-certifier.js';

export const treesReplayer = replayEach<TreeForest>('trees', replayTreeClaim);

function replayTreeClaim({ trees }: TreeForest, { property, witness }: Claim): ReplayOutcome {
  const tree = trees[treeOf(property) - 1];
  if (!tree) return notReplayed('there is no such tree');
  const source = sourceOfTree(tree);
  const reached = runTreeSteps(source, witness.steps);
  if (typeof reached === 'string') return notReplayed(reached);
  if (property.kind === 'pairwise') {
    const [first = '', second = ''] = property.labels;
    return showsPair(source, reached, first, second) ? replayed : notReplayed('the threads are not at the labels');
  }
  if (property.kind !== 'schedulable') return notReplayed(`no check for a property of kind ${property.kind}`);
  const isStuck = reached.threads.every((_, thread) => countSteps(source, reached, thread) === 0);
  if (!isStuck) return notReplayed('some thread can still move');
  // One stuck run proves nothing about the others: the effects of all runs do.
  const closed = certifyNodes(tree.nodes, { kind: 'complete' }, unlimitedWork());
  return closed.kind === 'accepted' ? replayed : notReplayed(closed.because);
}
