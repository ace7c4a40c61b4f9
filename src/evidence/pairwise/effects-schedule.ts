// Checks a certificate of kind `schedule`: steps that run every thread of a tree until it can go no further.

import type { Json } from '../../base/json.js';
import type { Model } from '../../model/model.js';
import type { TreeForest } from '../../model/trees/action-tree.js';
import { sourceOfTree } from '../../model/trees/step.js';
import { runTreeMoves } from '../../verdict/meaning/tree-run.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { accepted, type Certifier, rejected } from '../certifier.js';

export const scheduleCertifier: Certifier = {
  certificateKind: 'schedule',
  certify(model, property, _scope, { body }) {
    const tree = isForest(model) ? model.trees[Number(property['tree'] ?? 1) - 1] : undefined;
    if (!tree || property.kind !== 'schedulable') return rejected('a schedule is about the schedulability of a tree');
    const reached = runTreeMoves(sourceOfTree(tree), stepsOf(body['steps']));
    if (typeof reached === 'string') return rejected(reached);
    const unfinished = reached.threads.some(({ node }) => tree.nodes[node]!.children.length > 0);
    return unfinished ? rejected('some thread has not been run to its end') : accepted;
  },
};

/** Each entry is [thread, choice]. */
function stepsOf(body: Json | undefined): WitnessStep[] {
  const entries = Array.isArray(body) ? body : [];
  return entries.map((entry: Json) => {
    const [thread, choice] = Array.isArray(entry) ? entry : [];
    return { thread: String(thread), action: 'step', choice: Number(choice ?? 0) };
  });
}

function isForest(model: Model): model is TreeForest {
  return model.kind === 'trees';
}
