// Pushdown systems (000, Def. 1): control states, stack symbols and rules <p, γ> -> <p', u> with |u| <= 2, all as dense
// integers. Rules are columns of integers, since translated programs have hundreds of thousands of them.
// Stacks are written top first.

import { IntList } from '../../base/integers/int-list.js';

/** A control state with a stack, top first. */
export interface Configuration {
  readonly state: number;
  readonly stack: readonly number[];
}

/** One rule as an object, for printing and stepping; hot loops read the columns. */
export interface Rule {
  readonly from: number;
  readonly symbol: number;
  readonly to: number;
  /** Nothing (pop), one symbol (step), or the callee's entry and the return point (push). */
  readonly push: readonly number[];
  readonly label: string;
}

/** What a column holds where a rule has no such symbol. */
export const absent = -1;

/** The rules, one row each. Pop: no top. Step: no below. Push: both. */
export class RuleTable {
  readonly from = new IntList();
  readonly symbol = new IntList();
  readonly to = new IntList();
  readonly top = new IntList();
  readonly below = new IntList();
  /** Only rules that have one; most synthetic systems have none. */
  readonly #labels = new Map<number, string>();

  get count(): number {
    return this.from.length;
  }

  add(from: number, symbol: number, to: number, push: readonly number[], label = ''): number {
    if (push.length > 2) throw new RangeError('a rule pushes at most two symbols');
    this.from.push(from);
    this.symbol.push(symbol);
    this.to.push(to);
    this.top.push(push[0] ?? absent);
    const rule = this.below.push(push[1] ?? absent);
    if (label !== '') this.#labels.set(rule, label);
    return rule;
  }

  label(rule: number): string {
    return this.#labels.get(rule) ?? '';
  }

  get(rule: number): Rule {
    const push = [this.top.get(rule), this.below.get(rule)].filter((symbol) => symbol !== absent);
    const { from, symbol, to } = this;
    return { from: from.get(rule), symbol: symbol.get(rule), to: to.get(rule), push, label: this.label(rule) };
  }

  *[Symbol.iterator](): Generator<Rule> {
    for (let rule = 0; rule < this.count; rule++) yield this.get(rule);
  }
}

export interface PushdownSystem {
  readonly stateCount: number;
  readonly symbolCount: number;
  readonly rules: RuleTable;
  readonly stateName: (state: number) => string;
  readonly symbolName: (symbol: number) => string;
}

/** A system whose states and symbols are just numbers. */
export function numberedSystem(stateCount: number, symbolCount: number, rules = new RuleTable()): PushdownSystem {
  return { stateCount, symbolCount, rules, stateName: (state) => `p${state}`, symbolName: (symbol) => `n${symbol}` };
}

export function printConfiguration(system: PushdownSystem, { state, stack }: Configuration): string {
  return `<${[system.stateName(state), stack.map(system.symbolName).join(' ')].filter(Boolean).join(', ')}>`;
}
