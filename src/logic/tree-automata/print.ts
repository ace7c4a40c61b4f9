// Text form of alternating automata, as in the paper's appendix B: `q0 sp -> ((1, q1) /\ (2, q2)).`

import type { Formula } from './formula.js';
import type { AutomatonTable } from './tree-automaton.js';

function printFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind;
    case 'atom':
      return `(${formula.child}, ${formula.state})`;
    case 'and':
      return `(${formula.parts.map(printFormula).join(' /\\ ')})`;
    case 'or':
      return `(${formula.parts.map(printFormula).join(' \\/ ')})`;
  }
}

export function printTable({ transitions }: AutomatonTable): string {
  return transitions.map(({ state, symbol, formula }) => `${state} ${symbol} -> ${printFormula(formula)}.\n`).join('');
}
