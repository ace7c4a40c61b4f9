// Certifier of the kind `effects/2`: no body. The effects of the tree, or of a scheme with finitely many subtrees, are derived
// again (tree-closure.ts); the claim holds if none at the root shows the pair.

import type { Model } from '../../model/model.js';
import { ClosedTerms } from '../../model/schemes/closed-terms.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions, schemeAction } from '../../model/schemes/scheme-action.js';
import type { Property } from '../../verdict/property.js';
import { accepted, type CertifyOutcome, certifierOf, notCertified, rejected, type Work } from '../certifier.js';
import { type ActionGraphNode, isShown, lockNumbers, locksAreNested, type TreeQuestion } from './tree-closure.js';

/** Subtrees of a scheme; one with more needs types. */
const mostSubtrees = 10_000;
/** Combinations of effects, whatever the work. */
const mostCombinations = 5_000_000;

export const treeCertifier = certifierOf('effects/2', (model, property, scope, _certificate, work) => {
  if (scope.kind !== 'all-executions') return rejected('the scope is not all executions');
  const question = pairOf(property);
  const nodes = nodesOf(model, property);
  if (!question || !nodes) return rejected(`the model has no effects for a property of kind ${property.kind}`);
  if (typeof nodes === 'string') return notCertified(nodes);
  const isKnown = (label: string) => (model.kind === 'scheme' ? model.ranks.has(label) : hasLabel(nodes, label));
  if (!isKnown(question.first) || !isKnown(question.second)) return notCertified('there is no such label to ask about');
  return certifyNodes(nodes, question, work);
});

export function pairOf(property: Property): Extract<TreeQuestion, { kind: 'pair' }> | undefined {
  const [first, second, ...rest] = property.kind === 'pairwise' ? property.labels : [];
  return first === undefined || second === undefined || rest.length > 0 ? undefined : { kind: 'pair', first, second };
}

/** Which of the trees is asked about, from 1. */
export function treeOf(property: Property): number {
  return property.kind === 'pairwise' || property.kind === 'schedulable' ? (property.tree ?? 1) : 1;
}

export function certifyNodes(nodes: readonly ActionGraphNode[], question: TreeQuestion, work: Work): CertifyOutcome {
  const locks = lockNumbers(nodes.map(({ action }) => action));
  if (!locks) return notCertified('there are more than 30 locks');
  if (!locksAreNested(nodes)) return notCertified('locks are not given back as they were taken');
  const room = { left: Math.min(work.left, mostCombinations) };
  const before = room.left;
  const shown = isShown(nodes, question, locks, room);
  work.left -= before - room.left;
  if (shown === undefined) return notCertified('the check takes more steps than it may make');
  return shown ? rejected('the effects of the tree show the pair') : accepted;
}

function hasLabel(nodes: readonly ActionGraphNode[], label: string): boolean {
  return nodes.some(({ action }) => action.kind === 'label' && action.label === label);
}

/** A text that says why they cannot be listed; undefined when the model has no such tree. */
function nodesOf(model: Model, property: Property): readonly ActionGraphNode[] | string | undefined {
  if (model.kind === 'trees') return model.trees[treeOf(property) - 1]?.nodes;
  return model.kind === 'scheme' ? subtreesOf(model) : undefined;
}

/** Every subtree of the generated tree once: equal closed terms generate equal trees. */
function subtreesOf(scheme: Scheme): readonly ActionGraphNode[] | string | undefined {
  const actions = readSchemeActions(scheme);
  if (typeof actions === 'string') return undefined;
  const terms = new ClosedTerms(scheme);
  const numbers = new Map([[terms.root, 0]]);
  const nodes: ActionGraphNode[] = [];
  for (const term of numbers.keys()) {
    const node = terms.reduce(term);
    if (!node) return 'rewriting a term of the scheme takes too long';
    for (const child of node.children) if (!numbers.has(child)) numbers.set(child, numbers.size);
    if (numbers.size > mostSubtrees) return 'the scheme has too many different subtrees';
    nodes.push({ action: schemeAction(actions, node.terminal), children: node.children.map((c) => numbers.get(c)!) });
  }
  return nodes;
}
