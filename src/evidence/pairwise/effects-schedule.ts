// Checks a certificate of kind `schedule`: steps that run every thread of a tree until it can go no further.

import type { Json } from '../../base/json.js';
import { sourceOfTree } from '../../model/trees/step.js';
import { runTreeMoves } from '../../verdict/meaning/tree-run.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { accepted, certifierOf, rejected } from '../certifier.js';
import { treeOf } from './tree-certifier.js';

export const scheduleCertifier = certifierOf('schedule', (model, property, _scope, { body }) => {
  const tree = model.kind === 'trees' ? model.trees[treeOf(property) - 1] : undefined;
  if (!tree || property.kind !== 'schedulable') return rejected('a schedule is about the schedulability of a tree');
  const reached = runTreeMoves(sourceOfTree(tree), stepsOf(body.steps));
  if (typeof reached === 'string') return rejected(reached);
  const unfinished = reached.threads.some(({ node }) => tree.nodes[node]!.children.length > 0);
  return unfinished ? rejected('some thread has not been run to its end') : accepted;
});

/** Each entry is [thread, choice]. */
function stepsOf(body: Json | undefined): WitnessStep[] {
  const entries = Array.isArray(body) ? body : [];
  return entries.map((entry: Json) => {
    const [thread, choice] = Array.isArray(entry) ? entry : [];
    return { thread: String(thread), action: 'step', choice: Number(choice ?? 0) };
  });
}
