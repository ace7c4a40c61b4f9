// Bindings with variables looked through: where a rule passes its own variable on, the binding names the term that the
// variable stands for, jointly for all variables of one rule. Without this the types of different arguments would mix,
// and numbers of types explode. A rule with too many bindings keeps its variables, which only makes its candidates more.

import type { Binding } from './flow.js';
import type { Occurrences } from './occurrences.js';

const maximalBindings = 400;

export function lookThroughVariables(
  occurrences: Occurrences,
  raw: readonly (readonly Binding[])[],
): readonly (readonly Binding[])[] {
  return new LookThrough(occurrences, raw).run();
}

/** A binding of `rule` that contains variables of the rules `sources`. */
interface Passing {
  readonly rule: number;
  readonly binding: Binding;
  readonly sources: readonly number[];
}

class LookThrough {
  readonly #found: Map<string, Binding>[];
  readonly #keepsVariables: boolean[];
  /** Per rule: who passes its variables on. */
  readonly #passings: Passing[][];
  readonly #pending: { readonly rule: number; readonly actuals: Binding }[] = [];

  constructor(
    readonly occurrences: Occurrences,
    readonly raw: readonly (readonly Binding[])[],
  ) {
    this.#found = raw.map(() => new Map());
    this.#keepsVariables = raw.map(() => false);
    this.#passings = raw.map(() => []);
  }

  run(): readonly (readonly Binding[])[] {
    for (const [rule, bindings] of this.raw.entries())
      for (const binding of bindings) {
        const sources = [...new Set(binding.filter((id) => this.#isVariable(id)).map((id) => this.#ruleOf(id)))];
        for (const source of sources) this.#passings[source]!.push({ rule, binding, sources });
        if (sources.length === 0) this.#add(rule, binding);
      }
    for (let item = this.#pending.pop(); item; item = this.#pending.pop()) this.#propagate(item.rule, item.actuals);
    return this.#found.map((table) => [...table.values()]);
  }

  #ruleOf(id: number): number {
    return this.occurrences.all[id]!.rule;
  }

  #isVariable(id: number): boolean {
    const { head, args } = this.occurrences.all[id]!;
    return head.kind === 'variable' && args.length === 0;
  }

  #add(rule: number, binding: Binding): void {
    const table = this.#found[rule]!;
    const key = binding.join();
    if (table.has(key) || this.#keepsVariables[rule]) return;
    table.set(key, binding);
    this.#pending.push({ rule, actuals: binding });
    if (table.size > maximalBindings) this.#keepVariables(rule);
  }

  /** Whoever passes the rule's variables on now passes the variables themselves. */
  #keepVariables(rule: number): void {
    this.#keepsVariables[rule] = true;
    this.#found[rule] = new Map(this.raw[rule]!.map((binding) => [binding.join(), binding]));
    for (const { rule: target, binding, sources } of this.#passings[rule]!) {
      const other = sources.find((source) => !this.#keepsVariables[source]);
      if (other === undefined) this.#add(target, binding);
      else for (const actuals of this.#found[other]!.values()) this.#pending.push({ rule: other, actuals });
    }
  }

  /** The rule has a new binding: so have those that it passes its variables to. */
  #propagate(source: number, actuals: Binding): void {
    if (this.#keepsVariables[source]) return;
    for (const { rule, binding, sources } of this.#passings[source]!) {
      if (this.#keepsVariables[rule]) continue;
      const others = sources.filter((other) => other !== source && !this.#keepsVariables[other]);
      const count = others.reduce((product, other) => product * this.#found[other]!.size, 1);
      if (count > maximalBindings) {
        this.#keepVariables(rule);
        continue;
      }
      let tuples: Binding[] = [this.#replace(binding, source, actuals)];
      for (const other of others) tuples = this.#replaceAll(tuples, other);
      for (const tuple of tuples) this.#add(rule, tuple);
    }
  }

  #replaceAll(tuples: readonly Binding[], source: number): Binding[] {
    const outer = [...this.#found[source]!.values()];
    return tuples.flatMap((tuple) => outer.map((actuals) => this.#replace(tuple, source, actuals)));
  }

  #replace(binding: Binding, source: number, actuals: Binding): Binding {
    return binding.map((id) => {
      const { head, rule } = this.occurrences.all[id]!;
      return head.kind === 'variable' && rule === source && this.#isVariable(id) ? actuals[head.index]! : id;
    });
  }
}
