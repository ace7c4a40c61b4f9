// An automaton over configurations, run naively: by state and symbol, the states that are reached.

import type { Configuration } from '../../model/pushdown/pushdown-system.js';
import type { ConfigurationSet } from '../../model/pushdown/target.js';

export class StackAutomaton {
  /** By state, by symbol: targets. */
  readonly #targets: Map<number, Set<number>>[];
  readonly #finals: ReadonlySet<number>;

  constructor({ stateCount, transitions, finals }: ConfigurationSet) {
    this.#targets = Array.from({ length: stateCount }, () => new Map());
    this.#finals = finals;
    for (const { from, symbol, to } of transitions) this.add(from, symbol, to);
  }

  add(from: number, symbol: number, to: number): void {
    const known = this.#targets[from]!.get(symbol);
    if (known) known.add(to);
    else this.#targets[from]!.set(symbol, new Set([to]));
  }

  from(state: number, symbol: number): ReadonlySet<number> {
    return this.#targets[state]!.get(symbol) ?? none;
  }

  accepts({ state, stack }: Configuration): boolean {
    let current: ReadonlySet<number> = new Set([state]);
    for (const symbol of stack) current = new Set([...current].flatMap((one) => [...this.from(one, symbol)]));
    return [...current].some((end) => this.#finals.has(end));
  }
}

const none: ReadonlySet<number> = new Set();
