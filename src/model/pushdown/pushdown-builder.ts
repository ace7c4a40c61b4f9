// Builds a pushdown system from names.

import { internStrings } from '../../base/interner.js';
import { type Configuration, type PushdownSystem, RuleTable } from './pushdown-system.js';

export class PushdownBuilder {
  readonly #states = internStrings();
  readonly #symbols = internStrings();
  readonly #rules = new RuleTable();

  state(name: string): number {
    return this.#states.intern(name);
  }

  symbol(name: string): number {
    return this.#symbols.intern(name);
  }

  configuration(state: string, stack: readonly string[]): Configuration {
    return { state: this.state(state), stack: stack.map((symbol) => this.symbol(symbol)) };
  }

  /** Adds <from, symbol> -> <to, push>; names get numbers in reading order. Rules count from 0. */
  rule(from: string, symbol: string, to: string, push: readonly string[], label = ''): number {
    const [source, read, target] = [this.state(from), this.symbol(symbol), this.state(to)];
    return this.#rules.add(
      source,
      read,
      target,
      push.map((name) => this.symbol(name)),
      label,
    );
  }

  /** The system as it stands: states and symbols named later are not part of it. */
  build(): PushdownSystem {
    const states = [...this.#states.values()];
    const symbols = [...this.#symbols.values()];
    return {
      stateCount: states.length,
      symbolCount: symbols.length,
      rules: this.#rules,
      stateName: (state) => states[state] ?? `?${state}`,
      symbolName: (symbol) => symbols[symbol] ?? `?${symbol}`,
    };
  }
}
