// Action trees as a recursion scheme of order 0 that generates them: a rule per node, so that long threads are no deep terms.
// Several trees become one whose first choice is the tree. `$` is `term`. A terminal has one number of arguments: labels have none
// if no thread passes one (as the paper's automaton has them), and else one, and a label at which the thread stops is passed into `bot`.

import type { Rule, Scheme, Term } from '../../model/schemes/scheme.js';
import { symbolOfAction } from '../../model/trees/action-symbol.js';
import type { ActionNode, ActionTree, TreeForest } from '../../model/trees/action-tree.js';

export function translateTreesToScheme({ source, trees }: TreeForest): Scheme {
  const rules: Rule[] = [];
  const ranks = new Map<string, number>();
  const starts = trees.map(({ nodes }) => nodes.length);
  // The choices come first, since the first rule is the start.
  const choices = trees.length - 1;
  const offsets = starts.map((_, tree) => choices + starts.slice(0, tree).reduce((sum, size) => sum + size, 0));
  const terminal = (name: string, args: readonly Term[], span: Term['span']): Term => {
    ranks.set(name, args.length);
    return { head: { kind: 'terminal', name }, args, span };
  };
  const arePassed = trees.some(({ nodes }) => nodes.some(isPassedLabel));
  const call = (rule: number): Term => ({ head: { kind: 'rule', rule }, args: [], span: undefined });
  const add = (name: string, body: Term, span: Rule['span']) =>
    rules.push({ name, parameters: [], body, order: 0, span });
  for (let i = 0; i < choices; i++) {
    const rest = i + 1 < choices ? i + 1 : offsets[choices]!;
    add(`Trees${i + 1}`, terminal('br', [call(offsets[i]!), call(rest)], undefined), trees[i]!.nodes[0]!.span);
  }
  trees.forEach(({ nodes }, tree) => {
    for (const [i, node] of nodes.entries())
      add(
        ruleName(trees, tree, i),
        bodyOf(node, (child) => call(offsets[tree]! + child), terminal, arePassed),
        node.span,
      );
  });
  return { kind: 'scheme', source, rules, ranks, alternating: false };
}

/** `T1`, `T2`, … for a single tree, else with the number of the tree. */
function ruleName(trees: readonly ActionTree[], tree: number, node: number): string {
  return trees.length === 1 ? `T${node + 1}` : `T${tree + 1}_${node + 1}`;
}

function isPassedLabel({ action, children }: ActionNode): boolean {
  return action.kind === 'label' && children.length > 0;
}

function bodyOf(
  { action, children, span }: ActionNode,
  call: (child: number) => Term,
  terminal: (name: string, args: readonly Term[], span: Term['span']) => Term,
  labelsArePassed: boolean,
): Term {
  if (action.kind === 'end') return terminal('term', [], span);
  const args = children.map(call);
  const stops = labelsArePassed && action.kind === 'label' && args.length === 0;
  return terminal(symbolOfAction(action), stops ? [terminal('bot', [], undefined)] : args, span);
}
