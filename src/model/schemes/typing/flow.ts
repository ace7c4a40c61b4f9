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

interface Pending extends Application {
  readonly term: number;
}

const noArguments: readonly number[] = [];

class FlowAnalysis {
  readonly #actuals: Set<number>[][];
  readonly #applications: Map<string, Application>[][];
  readonly #demands: Set<number>[];
  readonly #bindings: Map<string, Binding>[];
  readonly #pending: Pending[] = [];

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
    for (let task = this.#pending.pop(); task; task = this.#pending.pop())
      this.#apply(task.term, task.args, task.demand);
    const bindings = this.#bindings.map((map) => [...map.values()]);
    const isUsed = this.#applications.map((parameters) => parameters.map(({ size }) => size > 0));
    return { bindings, demands: this.#demands, isUsed };
  }

  #visit(term: number, demand: number): void {
    const demands = this.#demands[term]!;
    if (demands.has(demand)) return;
    demands.add(demand);
    this.#pending.push({ term, args: noArguments, demand });
  }

  /** The term at `id`, applied to further arguments, is visited with a demand. */
  #apply(id: number, more: readonly number[], demand: number): void {
    const { rule, head, args } = this.occurrences.all[id]!;
    const all = more.length === 0 ? args : args.concat(more);
    if (head.kind === 'terminal') {
      for (const way of this.domain.demands(head.name, all.length, demand)) this.#visit(all[way[0]]!, way[1]);
      return;
    }
    const key = all.join();
    if (head.kind === 'rule') this.#call(head.rule, all, key, demand);
    else this.#applyVariable(rule, head.index, all, `${key} ${demand}`, demand);
  }

  #call(rule: number, args: readonly number[], key: string, demand: number): void {
    const bindings = this.#bindings[rule]!;
    if (!bindings.has(key)) {
      bindings.set(key, args);
      for (let i = 0; i < args.length; i++) this.#bind(rule, i, args[i]!);
    }
    this.#visit(this.occurrences.bodies[rule]!, demand);
  }

  #applyVariable(rule: number, index: number, args: readonly number[], key: string, demand: number): void {
    const applications = this.#applications[rule]![index]!;
    if (applications.has(key)) return;
    applications.set(key, { args, demand });
    for (const actual of this.#actuals[rule]![index]!) this.#applyActual(actual, args, demand);
  }

  #applyActual(term: number, args: readonly number[], demand: number): void {
    if (args.length === 0) this.#visit(term, demand);
    else this.#pending.push({ term, args, demand });
  }

  #bind(rule: number, parameter: number, actual: number): void {
    const actuals = this.#actuals[rule]![parameter]!;
    if (actuals.has(actual)) return;
    actuals.add(actual);
    for (const { args, demand } of this.#applications[rule]![parameter]!.values())
      this.#applyActual(actual, args, demand);
  }
}
