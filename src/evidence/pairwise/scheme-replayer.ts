// Replays witnesses on recursion schemes: runs of the generated tree, and derivations that the automaton rejects it.

import { ClosedTerms, type TreeNode } from '../../model/schemes/closed-terms.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions } from '../../model/schemes/scheme-action.js';
import { sourceOfScheme } from '../../model/schemes/tree-source.js';
import { showsPair } from '../../model/trees/step.js';
import { runTreeSteps } from '../../verdict/meaning/tree-run.js';
import type { Witness } from '../../verdict/witness.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { automatonBases } from './scheme-bases.js';
import { checkDerivation } from './scheme-derivation.js';
import { readRuleTypes, SchemeTypes } from './scheme-types.js';

export const schemeReplayer = replayEach<Scheme>('scheme', (scheme, { property, witness }: Claim) => {
  if (property.kind === 'acceptance') return replayRejection(scheme, witness);
  const [first = '', second = ''] = property.kind === 'pairwise' ? property.labels : [];
  return replayPair(scheme, witness, first, second);
});

function replayPair(scheme: Scheme, { steps }: Witness, first: string, second: string): ReplayOutcome {
  const actions = readSchemeActions(scheme);
  if (typeof actions === 'string') return notReplayed(actions);
  const source = sourceOfScheme(scheme, actions);
  const reached = runTreeSteps(source, steps);
  if (typeof reached === 'string') return notReplayed(reached);
  return showsPair(source, reached, first, second) ? replayed : notReplayed('the threads are not at the labels');
}

function replayRejection(scheme: Scheme, witness: Witness): ReplayOutcome {
  if (!scheme.automaton) return notReplayed('the scheme has no automaton');
  const bases = automatonBases(scheme.automaton);
  const types = new SchemeTypes((a, b) => bases.atLeast(a, b));
  const derived = readRuleTypes(scheme, (witness.kind === 'path' && witness.details) || {}, types, (json) =>
    bases.read(json),
  );
  if (typeof derived === 'string') return notReplayed(derived);
  const problem = checkDerivation(scheme, bases, types, derived);
  if (problem !== undefined) return notReplayed(problem);
  const rejects = derived.some(({ rule, type }) => rule === 0 && bases.contradicts(types.get(type).base));
  if (!rejects) return notReplayed('the start has no type that shows a rejection');
  return isPath(scheme, witness.steps) ? replayed : notReplayed('the steps are not a path of the tree');
}

/** Steps of a rejection go down one path: the terminal at each node, and the child that comes next. */
function isPath(scheme: Scheme, steps: Witness['steps']): boolean {
  const terms = new ClosedTerms(scheme);
  let term: number | undefined = terms.root;
  for (const { action, choice } of steps) {
    const node: TreeNode | undefined = term === undefined ? undefined : terms.reduce(term);
    if (node?.terminal !== action) return false;
    term = node.children[choice ?? 0];
  }
  return true;
}
