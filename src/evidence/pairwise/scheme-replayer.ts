// Replays witnesses on recursion schemes: runs of the generated tree, and derivations that the automaton rejects it.

import { automatonOfTable } from '../../logic/tree-automata/index.js';
import { ClosedTerms, type TreeNode } from '../../model/schemes/closed-terms.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions } from '../../model/schemes/scheme-action.js';
import { AutomatonDomain } from '../../model/schemes/typing/automaton-domain.js';
import { TypeStore } from '../../model/schemes/typing/type-store.js';
import { showsPair } from '../../model/trees/step.js';
import { sourceOfScheme } from '../../translate/graphs/scheme-to-thread-graph.js';
import { runTreeSteps } from '../../verdict/meaning/tree-run.js';
import type { Witness } from '../../verdict/witness.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { readTypingBody, stateCodec } from './typing-body.js';
import { checkDerivation } from './typing-derivation.js';

export const schemeReplayer = replayEach<Scheme>('scheme', (scheme, { property, witness }: Claim) => {
  if (property.kind === 'acceptance') return replayRejection(scheme, witness);
  const [first = '', second = ''] = Array.isArray(property['labels']) ? property['labels'].map(String) : [];
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

function replayRejection(scheme: Scheme, { steps, details }: Witness): ReplayOutcome {
  if (!scheme.automaton) return notReplayed('the scheme has no automaton');
  const domain = new AutomatonDomain(automatonOfTable(scheme.automaton));
  const types = new TypeStore((a, b) => domain.atLeast(a, b));
  const derived = readTypingBody(details ?? {}, types, stateCodec(domain));
  if (typeof derived === 'string') return notReplayed(derived);
  const problem = checkDerivation(scheme, domain, types, derived);
  if (problem !== undefined) return notReplayed(problem);
  const rejects = derived.some(({ rule, type }) => rule === 0 && domain.isAnswer(types.get(type).base));
  if (!rejects) return notReplayed('the start has no type that shows a rejection');
  return isPath(scheme, steps) ? replayed : notReplayed('the steps are not a path of the tree');
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
