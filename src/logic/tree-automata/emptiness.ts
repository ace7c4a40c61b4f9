// Is there a finite tree that an automaton accepts? Bottom-up subset construction: a tree is summed up by the set of
// states that hold at its root. Exponential in the number of states: meant for small automata.

import { evaluateFormula } from './formula.js';
import type { RankedSymbol, TreeAutomaton } from './tree-automaton.js';
import { statesOf, tabulate } from './tree-automaton.js';

/** The text of an accepted tree, or undefined when there is none. */
export function findAcceptedTree(automaton: TreeAutomaton, alphabet: readonly RankedSymbol[]): string | undefined {
  const table = tabulate(automaton, alphabet);
  if (!table) return undefined;
  const states = [...statesOf(table)];
  const found = new Map<string, { readonly holding: ReadonlySet<string>; readonly tree: string }>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const symbol of alphabet)
      for (const children of tuples([...found.values()], symbol.rank)) {
        const holding = new Set(
          states.filter((state) =>
            evaluateFormula(automaton.transition(state, symbol.name, symbol.rank), ({ child, state: next }) =>
              children[child - 1]!.holding.has(next),
            ),
          ),
        );
        const tree = printNode(
          symbol.name,
          children.map((child) => child.tree),
        );
        if (holding.has(automaton.initial)) return tree;
        const key = [...holding].join(' ');
        if (found.has(key)) continue;
        found.set(key, { holding, tree });
        grown = true;
      }
  }
  return undefined;
}

function printNode(symbol: string, children: readonly string[]): string {
  return children.length === 0 ? symbol : `${symbol}(${children.join(', ')})`;
}

function tuples<T>(items: readonly T[], length: number): T[][] {
  let result: T[][] = [[]];
  for (let i = 0; i < length; i++) result = result.flatMap((tuple) => items.map((item) => [...tuple, item]));
  return result;
}
