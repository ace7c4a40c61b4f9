// Crop (appendix D), corrected: the forest of finite trees in which every thread has been cut somewhere. The paper cuts
// one thread per copy, which is not enough: three spawned threads may each need a cut. Labels of the pair become leaves
// where a thread stops and vanish where it passes; `br` is resolved. Exponential: meant for small trees.

import { symbolOfAction } from './action-symbol.js';
import type { Action, ActionNode, ActionTree } from './action-tree.js';

interface Cut {
  readonly action: Action;
  readonly children: readonly Cut[];
}

const cutHere: Cut = { action: { kind: 'bottom' }, children: [] };

/** Undefined when there are more than `limit` cuts. */
export function cropTree(tree: ActionTree, labels: ReadonlySet<string>, limit: number): ActionTree[] | undefined {
  const cuts: (readonly Cut[])[] = [];
  for (let id = tree.nodes.length - 1; id >= 0; id--) {
    cuts[id] = cutsAt(tree.nodes[id]!, cuts, labels);
    if (cuts[id]!.length > limit) return undefined;
  }
  return cuts[0]!.map(treeOfCut);
}

function cutsAt(
  { action, children }: ActionNode,
  cuts: readonly (readonly Cut[])[],
  labels: ReadonlySet<string>,
): Cut[] {
  const below = children.map((child) => cuts[child]!);
  switch (action.kind) {
    case 'bottom':
      return [cutHere];
    case 'branch':
      return [cutHere, ...below.flat().filter((cut) => cut !== cutHere)];
    case 'label': {
      const passed = below.flat().filter((cut) => cut !== cutHere);
      return [cutHere, ...(labels.has(action.label) ? [{ action, children: [] }] : []), ...passed];
    }
    default:
      return [cutHere, ...products(below).map((chosen) => ({ action, children: chosen }))];
  }
}

function products(lists: readonly (readonly Cut[])[]): Cut[][] {
  return lists.reduce<Cut[][]>((tuples, list) => tuples.flatMap((tuple) => list.map((cut) => [...tuple, cut])), [[]]);
}

/** The trees under one root, joined by `br` as in appendix D. */
export function joinForest(trees: readonly ActionTree[]): ActionTree {
  const cuts = trees.map((tree) => cutOfTree(tree));
  const joined = cuts.reduceRight((rest, cut) => ({ action: { kind: 'branch' }, children: [cut, rest] }));
  return treeOfCut(joined);
}

function cutOfTree(tree: ActionTree): Cut {
  const cuts: Cut[] = [];
  for (let id = tree.nodes.length - 1; id >= 0; id--) {
    const { action, children } = tree.nodes[id]!;
    cuts[id] = { action, children: children.map((child) => cuts[child]!) };
  }
  return cuts[0]!;
}

function treeOfCut(root: Cut): ActionTree {
  const nodes: (ActionNode & { readonly children: number[] })[] = [];
  const pending: { readonly cut: Cut; readonly parent: number[] | undefined }[] = [{ cut: root, parent: undefined }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    item.parent?.push(nodes.length);
    const children: number[] = [];
    nodes.push({ action: item.cut.action, children, span: { start: 0, end: symbolOfAction(item.cut.action).length } });
    for (let i = item.cut.children.length - 1; i >= 0; i--)
      pending.push({ cut: item.cut.children[i]!, parent: children });
  }
  return { nodes };
}
