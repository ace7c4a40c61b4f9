// Prints a scheme in its text form, with the automaton it carries in the form it was written in.

import { printTable } from '../../logic/tree-automata/index.js';
import type { Rule, Scheme, Term } from './scheme.js';

export function printScheme(scheme: Scheme): string {
  const rules = scheme.rules.map(
    (rule) => `${[rule.name, ...rule.parameters].join(' ')} -> ${printBody(scheme, rule)}.\n`,
  );
  return `%BEGING\n${rules.join('')}%ENDG\n${printAutomaton(scheme)}`;
}

function printBody({ rules }: Scheme, { body, parameters }: Rule): string {
  const nameOf = ({ head }: Term) => {
    if (head.kind === 'variable') return parameters[head.index]!;
    return head.kind === 'rule' ? rules[head.rule]!.name : head.name;
  };
  /** Depth is bounded by the parser. */
  const print = (term: Term): string =>
    [nameOf(term), ...term.args.map((arg) => (arg.args.length > 0 ? `(${print(arg)})` : print(arg)))].join(' ');
  return print(body);
}

function printAutomaton({ automaton, alternating, ranks }: Scheme): string {
  if (!automaton) return '';
  if (alternating) {
    const lines = [...ranks].map(([name, rank]) => `${name} -> ${rank}.\n`);
    return `%BEGINR\n${lines.join('')}%ENDR\n%BEGINATA\n${printTable(automaton)}%ENDATA\n`;
  }
  const lines = automaton.transitions.map(({ state, symbol, formula }) => {
    const parts = formula.kind === 'and' ? formula.parts : [formula];
    const states = parts.flatMap((part) => (part.kind === 'atom' ? [part.state] : []));
    return `${state} ${symbol} -> ${states.join(' ')}.\n`;
  });
  return `%BEGINA\n${lines.join('')}%ENDA\n`;
}
