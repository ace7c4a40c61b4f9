// The rules of a system over words as the paper prints them: number, rule, weight, and the constant after the return.

import type { Words } from '../../../../logic/semiring/prefix-words.js';
import { printConfiguration } from '../../../../model/pushdown/pushdown-system.js';
import type { WeightedSystem } from '../../../../model/pushdown/weighted-system.js';

export function printRuleTable({ system, weights, merges }: WeightedSystem<Words>): string[] {
  return [...system.rules].map(({ from, symbol, to, push }, rule) => {
    const left = printConfiguration(system, { state: from, stack: [symbol] });
    const right = printConfiguration(system, { state: to, stack: push });
    const constant = merges?.get(rule)?.([''], ['']);
    return `${rule + 1} ${left} -> ${right} ${print(weights[rule]!)}${constant ? ` then ${print(constant)}` : ''}`;
  });
}

function print(words: Words): string {
  return words.map((word) => word || 'ε').join(' ');
}
