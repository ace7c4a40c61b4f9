// The ranked alphabet of action trees, and finite action trees as ranked trees over it. `$` is written `term`.

import type { RankedSymbol, RankedTree } from '../../../logic/tree-automata/index.js';
import { symbolOfAction } from '../../../model/trees/action-symbol.js';
import type { ActionTree } from '../../../model/trees/action-tree.js';

export interface AutomatonShape {
  readonly locks: number;
  readonly labels: number;
  /** Pairs of labels that must not be reached together, counted from 1. */
  readonly pairs: readonly (readonly [number, number])[];
}

export function actionAlphabet({ locks, labels }: AutomatonShape, labelRank: number): readonly RankedSymbol[] {
  const numbered = (name: string, count: number, rank: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${name}_${i + 1}`, rank }));
  const lockSymbols = Array.from({ length: locks }, (_, i) => [
    { name: `acq_${i + 1}`, rank: 1 },
    { name: `rel_${i + 1}`, rank: 1 },
  ]).flat();
  return [
    ...lockSymbols,
    ...numbered('label', labels, labelRank),
    { name: 'sp', rank: 2 },
    { name: 'jo', rank: 1 },
    { name: 'br', rank: 2 },
    { name: 'term', rank: 0 },
    { name: 'bot', rank: 0 },
  ];
}

export function rankedTreeOf(tree: ActionTree): RankedTree {
  return {
    size: tree.nodes.length,
    symbol: (node) => {
      const symbol = symbolOfAction(tree.nodes[node]!.action);
      return symbol === '$' ? 'term' : symbol;
    },
    children: (node) => tree.nodes[node]!.children,
  };
}

/** `acq_2` is [`acq`, 2]; symbols without a number have 0. */
export function splitSymbol(symbol: string): readonly [string, number] {
  const underscore = symbol.indexOf('_');
  return underscore < 0 ? [symbol, 0] : [symbol.slice(0, underscore), Number(symbol.slice(underscore + 1))];
}
