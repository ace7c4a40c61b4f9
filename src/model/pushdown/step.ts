// The concrete semantics: single steps of a pushdown system, forwards and backwards, and the replay of rule sequences.

import { PairTable } from '../../base/integers/pair-table.js';
import type { Configuration, PushdownSystem, Rule } from './pushdown-system.js';

/** What the rule makes of a configuration, or undefined where it does not apply. */
export function applyRule(rule: Rule, { state, stack }: Configuration): Configuration | undefined {
  if (rule.from !== state || rule.symbol !== stack[0]) return undefined;
  return { state: rule.to, stack: [...rule.push, ...stack.slice(1)] };
}

/** The configuration that the rule turned into this one, or undefined. */
export function undoRule(rule: Rule, { state, stack }: Configuration): Configuration | undefined {
  if (rule.to !== state || rule.push.some((symbol, i) => stack[i] !== symbol)) return undefined;
  return { state: rule.from, stack: [rule.symbol, ...stack.slice(rule.push.length)] };
}

export interface Step {
  readonly rule: number;
  readonly configuration: Configuration;
}

export type Stepper = (configuration: Configuration) => Step[];

/** The successors of configurations, with rules found by state and top symbol. */
export function stepper({ rules }: PushdownSystem): Stepper {
  const heads = new PairTable();
  const rulesByHead: number[][] = [];
  for (let rule = 0; rule < rules.count; rule++) {
    const head = heads.intern(rules.from.get(rule), rules.symbol.get(rule));
    if (head === rulesByHead.length) rulesByHead.push([]);
    rulesByHead[head]!.push(rule);
  }
  return (configuration) => {
    const top = configuration.stack[0];
    const head = top === undefined ? -1 : heads.find(configuration.state, top);
    return (rulesByHead[head] ?? []).flatMap((rule) => {
      const next = applyRule(rules.get(rule), configuration);
      return next ? [{ rule, configuration: next }] : [];
    });
  };
}

/** Where a rule sequence leads, or undefined if some rule does not apply. */
export function replayRun(
  { rules }: PushdownSystem,
  start: Configuration,
  run: readonly number[],
): Configuration | undefined {
  let current: Configuration | undefined = start;
  for (const rule of run) current = current && applyRule(rules.get(rule), current);
  return current;
}

/** Where a rule sequence that ends in `end` started. */
export function unwindRun(
  { rules }: PushdownSystem,
  run: readonly number[],
  end: Configuration,
): Configuration | undefined {
  let current: Configuration | undefined = end;
  for (let i = run.length - 1; i >= 0; i--) current = current && undoRule(rules.get(run[i]!), current);
  return current;
}
