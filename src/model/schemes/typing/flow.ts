// Flow analysis of a scheme (0-CFA): which terms each variable may stand for, and which demands (states of an automaton)
// each place is visited with, starting from the demand on the whole tree. Everything else need not be typed.

import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import type { Occurrences } from './occurrences.js';

export interface Flow {
  /** Per rule: the lists of occurrences that are passed for its parameters together. */
  readonly bindings: readonly (readonly Binding[])[];
  /** Per occurrence: the demands it is visited with. */
  readonly demands: readonly ReadonlySet<number>[];
  /** Per rule and parameter: is it ever called? What nobody calls needs no type. */
  readonly isUsed: readonly (readonly boolean[])[];
}

export type Binding = readonly number[];

/** Somebody applies a variable to arguments under a demand. */
interface Application {
  readonly args: readonly number[];
  readonly demand: number;
}

export function analyzeFlow(scheme: Scheme, occurrences: Occurrences, domain: BaseDomain): Flow {
  return new FlowAnalysis(scheme, occurrences, domain).run();
}

class FlowAnalysis {
  readonly #actuals: Set<number>[][];
  readonly #applications: Map<string, Application>[][];
  readonly #demands: Set<number>[];
  readonly #bindings: Map<string, Binding>[];
  readonly #pending: (() => void)[] = [];

  constructor(
    readonly scheme: Scheme,
    readonly occurrences: Occurrences,
    readonly domain: BaseDomain,
  ) {
    this.#actuals = scheme.rules.map(({ parameters }) => parameters.map(() => new Set<number>()));
    this.#applications = scheme.rules.map(({ parameters }) => parameters.map(() => new Map<string, Application>()));
    this.#bindings = scheme.rules.map(() => new Map<string, Binding>());
    this.#demands = occurrences.all.map(() => new Set<number>());
  }

  run(): Flow {
    this.#visit(this.occurrences.bodies[0]!, this.domain.start);
    for (let task = this.#pending.pop(); task; task = this.#pending.pop()) task();
    const bindings = this.#bindings.map((map) => [...map.values()]);
    const isUsed = this.#applications.map((parameters) => parameters.map(({ size }) => size > 0));
    return { bindings, demands: this.#demands, isUsed };
  }

  #visit(id: number, demand: number): void {
    if (this.#demands[id]!.has(demand)) return;
    this.#demands[id]!.add(demand);
    this.#pending.push(() => this.#apply(id, [], demand));
  }

  /** The term at `id`, applied to further arguments, is visited with a demand. */
  #apply(id: number, more: readonly number[], demand: number): void {
    const { rule, head, args } = this.occurrences.all[id]!;
    const all = [...args, ...more];
    if (head.kind === 'terminal') {
      for (const [child, next] of this.domain.demands(head.name, all.length, demand)) this.#visit(all[child]!, next);
      return;
    }
    if (head.kind === 'rule') {
      this.#bindings[head.rule]!.set(all.join(), all);
      for (const [i, arg] of all.entries()) this.#bind(head.rule, i, arg);
      this.#visit(this.occurrences.bodies[head.rule]!, demand);
      return;
    }
    const applications = this.#applications[rule]![head.index]!;
    const key = `${all.join()} ${demand}`;
    if (applications.has(key)) return;
    applications.set(key, { args: all, demand });
    for (const actual of this.#actuals[rule]![head.index]!) this.#applyActual(actual, all, demand);
  }

  #applyActual(actual: number, args: readonly number[], demand: number): void {
    if (args.length === 0) this.#visit(actual, demand);
    else this.#pending.push(() => this.#apply(actual, args, demand));
  }

  #bind(rule: number, parameter: number, actual: number): void {
    const actuals = this.#actuals[rule]![parameter]!;
    if (actuals.has(actual)) return;
    actuals.add(actual);
    for (const { args, demand } of this.#applications[rule]![parameter]!.values())
      this.#applyActual(actual, args, demand);
  }
}
