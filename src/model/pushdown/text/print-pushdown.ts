// Printer of the text form; the parser reads it back to the same model.

import type { NamedAutomaton, PushdownModel, RuleWeight, WeightKind } from '../pushdown-model.js';
import type { Configuration, PushdownSystem, Rule } from '../pushdown-system.js';
import { quoteLabel, quoteName } from './tokens.js';

export function printPushdown(model: PushdownModel): string {
  const { system, initial, automata, weights, ruleWeights } = model;
  const lines: string[] = [];
  if (weights.kind !== 'none') lines.push(printWeightKind(weights));
  if (initial) lines.push(`initial ${configurationText(system, initial)}`);
  let number = 0;
  for (const rule of system.rules) lines.push(printRule(system, rule, ruleWeights.get(number++)));
  for (const automaton of automata) lines.push(...printAutomaton(system, automaton));
  return `${lines.join('\n')}\n`;
}

/** A system alone, as text. */
export function printSystem(system: PushdownSystem, initial?: Configuration): string {
  const start = initial ? { initial } : {};
  return printPushdown({
    kind: 'pushdown',
    system,
    ...start,
    automata: [],
    weights: { kind: 'none' },
    ruleWeights: new Map(),
  });
}

function printWeightKind(weights: Exclude<WeightKind, { kind: 'none' }>): string {
  return weights.kind === 'words' ? `weights words ${weights.bound}` : 'weights lengths';
}

function printRule(system: PushdownSystem, rule: Rule, weight: RuleWeight = {}): string {
  const left = configurationText(system, { state: rule.from, stack: [rule.symbol] });
  const right = configurationText(system, { state: rule.to, stack: rule.push });
  const arrow = rule.label === '' ? '->' : `-[${quoteLabel(rule.label)}]->`;
  const own = weight.weight === undefined ? '' : ` weight ${quoteName(weight.weight)}`;
  const after = weight.afterReturn === undefined ? '' : ` then ${quoteName(weight.afterReturn)}`;
  return `${left} ${arrow} ${right}${own}${after}`;
}

function configurationText(system: PushdownSystem, { state, stack }: Configuration): string {
  const symbols = stack.map((symbol) => quoteName(system.symbolName(symbol)));
  const name = quoteName(system.stateName(state));
  return symbols.length === 0 ? `<${name}>` : `<${name}, ${symbols.join(' ')}>`;
}

function printAutomaton(system: PushdownSystem, { name, automaton, stateNames }: NamedAutomaton): string[] {
  const stateText = (state: number) =>
    quoteName(state < system.stateCount ? system.stateName(state) : stateNames[state - system.stateCount]!);
  return [
    `automaton ${quoteName(name)} {`,
    ...automaton.transitions.map(
      ({ from, symbol, to }) => `  ${stateText(from)} -[${quoteLabel(system.symbolName(symbol))}]-> ${stateText(to)}`,
    ),
    ...[...automaton.finals.keys()].map((state) => `  final ${stateText(state)}`),
    '}',
  ];
}
