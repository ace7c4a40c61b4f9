// Does an automaton accept a finite tree? Top-down: which states each node is asked for. Bottom-up: which of them hold.

import { atomsOf, evaluateFormula, type Formula } from './formula.js';
import type { TreeAutomaton } from './tree-automaton.js';

/** A finite ranked tree in preorder: the root is 0, children have larger numbers than parents. */
export interface RankedTree {
  readonly size: number;
  symbol(node: number): string;
  children(node: number): readonly number[];
}

export function acceptsTree(automaton: TreeAutomaton, tree: RankedTree): boolean {
  const asked: Map<string, Formula>[] = Array.from({ length: tree.size }, () => new Map());
  const ask = (node: number, state: string) => {
    if (asked[node]!.has(state)) return;
    asked[node]!.set(state, automaton.transition(state, tree.symbol(node), tree.children(node).length));
  };
  ask(0, automaton.initial);
  for (let node = 0; node < tree.size; node++)
    for (const formula of asked[node]!.values())
      for (const { child, state } of atomsOf(formula)) ask(tree.children(node)[child - 1]!, state);
  const holding: Set<string>[] = Array.from({ length: tree.size }, () => new Set());
  for (let node = tree.size - 1; node >= 0; node--) {
    const children = tree.children(node);
    for (const [state, formula] of asked[node]!)
      if (evaluateFormula(formula, ({ child, state: next }) => holding[children[child - 1]!]!.has(next)))
        holding[node]!.add(state);
  }
  return holding[0]!.has(automaton.initial);
}
