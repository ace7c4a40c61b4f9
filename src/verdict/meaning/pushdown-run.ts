// A run of a pushdown system, rule by rule, in the words of a witness: the engine tells its run with it, the replayer compares.

import type { PushdownModel } from '../../model/pushdown/pushdown-model.js';
import { type Configuration, printConfiguration } from '../../model/pushdown/pushdown-system.js';
import type { WitnessStep } from '../witness.js';

export interface PushdownRun {
  readonly steps: readonly WitnessStep[];
  readonly last: Configuration;
}

/** So many symbols of a stack are shown. */
const shownSymbols = 4;

/** A text that says which rule does not apply, when there is one. The stack is kept bottom first: steps cost the same at any depth. */
export function runRules(model: PushdownModel, start: Configuration, rules: readonly number[]): PushdownRun | string {
  const { system, ruleAt } = model;
  const stack = [...start.stack].reverse();
  let { state } = start;
  const steps: WitnessStep[] = [];
  for (const [i, number] of rules.entries()) {
    if (!Number.isInteger(number) || number < 0 || number >= system.rules.count)
      return `step ${i + 1}: there is no rule ${number}`;
    const rule = system.rules.get(number);
    if (rule.from !== state || rule.symbol !== stack.at(-1)) return `step ${i + 1}: rule ${number} does not apply`;
    stack.pop();
    stack.push(...[...rule.push].reverse());
    state = rule.to;
    const place = ruleAt?.(number);
    steps.push({
      thread: 'system',
      action: actions[rule.push.length]!,
      ...(rule.label === '' ? {} : { target: rule.label }),
      ...(place ? { place } : {}),
      choice: number,
      change: configurationText(model, state, stack),
    });
  }
  return { steps, last: { state, stack: stack.reverse() } };
}

const actions = ['pop', 'step', 'push'] as const;

function configurationText({ system }: PushdownModel, state: number, bottomFirst: readonly number[]): string {
  const top = bottomFirst.slice(-shownSymbols).reverse();
  const text = printConfiguration(system, { state, stack: top });
  const hidden = bottomFirst.length - top.length;
  return hidden === 0 ? text : `${text.slice(0, -1)} and ${hidden} more>`;
}
