// Flow analysis of a scheme (0-CFA): which terms each variable may stand for, and which demands (states of an automaton)
// each place is visited with, starting from the demand on the whole tree. Everything else need not be typed.

import { PairTable } from '../../../base/integers/pair-table.js';
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

export function analyzeFlow(scheme: Scheme, occurrences: Occurrences, domain: BaseDomain): Flow {
  return new FlowAnalysis(scheme, occurrences, domain).run();
}

/** The term is visited with a demand, applied to further arguments. */
interface Pending {
  readonly term: number;
  readonly args: number;
  readonly demand: number;
}

class FlowAnalysis {
  readonly #lists = new ArgumentLists();
  readonly #actuals: Set<number>[][];
  /** Pairs of a list of arguments and a demand. */
  readonly #demanded = new PairTable();
  /** Per rule and parameter: the lists that it is applied to, each with a demand. */
  readonly #applications: Set<number>[][];
  readonly #demands: Set<number>[];
  readonly #bindings: Set<number>[];
  readonly #pending: Pending[] = [];
  /** Per occurrence: its own arguments, as a list. */
  readonly #argsOf: readonly number[];

  constructor(
    readonly scheme: Scheme,
    readonly occurrences: Occurrences,
    readonly domain: BaseDomain,
  ) {
    this.#actuals = scheme.rules.map(({ parameters }) => parameters.map(() => new Set<number>()));
    this.#applications = scheme.rules.map(({ parameters }) => parameters.map(() => new Set<number>()));
    this.#bindings = scheme.rules.map(() => new Set<number>());
    this.#demands = occurrences.all.map(() => new Set<number>());
    this.#argsOf = occurrences.all.map(({ args }) => this.#lists.extend(noArguments, args));
  }

  run(): Flow {
    this.#visit(this.occurrences.bodies[0]!, this.domain.start);
    for (let task = this.#pending.pop(); task; task = this.#pending.pop())
      this.#apply(task.term, task.args, task.demand);
    const bindings = this.#bindings.map((lists) => Array.from(lists, (list) => this.#lists.items(list)));
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
  #apply(id: number, more: number, demand: number): void {
    const { rule, head } = this.occurrences.all[id]!;
    const args = this.#lists.concat(this.#argsOf[id]!, more);
    if (head.kind === 'rule') this.#call(head.rule, args, demand);
    else if (head.kind === 'variable') this.#applyVariable(rule, head.index, args, demand);
    else {
      const all = this.#lists.items(args);
      for (const way of this.domain.demands(head.name, all.length, demand)) this.#visit(all[way[0]]!, way[1]);
    }
  }

  #call(rule: number, args: number, demand: number): void {
    const bindings = this.#bindings[rule]!;
    if (!bindings.has(args)) {
      bindings.add(args);
      const all = this.#lists.items(args);
      for (let i = 0; i < all.length; i++) this.#bind(rule, i, all[i]!);
    }
    this.#visit(this.occurrences.bodies[rule]!, demand);
  }

  #applyVariable(rule: number, index: number, args: number, demand: number): void {
    const applications = this.#applications[rule]![index]!;
    const application = this.#demanded.intern(args, demand);
    if (applications.has(application)) return;
    applications.add(application);
    for (const actual of this.#actuals[rule]![index]!) this.#applyActual(actual, args, demand);
  }

  #applyActual(term: number, args: number, demand: number): void {
    if (args === noArguments) this.#visit(term, demand);
    else this.#pending.push({ term, args, demand });
  }

  #bind(rule: number, parameter: number, actual: number): void {
    const actuals = this.#actuals[rule]![parameter]!;
    if (actuals.has(actual)) return;
    actuals.add(actual);
    for (const application of this.#applications[rule]![parameter]!)
      this.#applyActual(actual, this.#demanded.first(application), this.#demanded.second(application));
  }
}

/** The number of the empty list. */
const noArguments = 0;

/** Lists of occurrences, numbered: each is another one and one more. */
class ArgumentLists {
  readonly #longer = new PairTable();
  readonly #items: (readonly number[] | undefined)[] = [[]];

  extend(list: number, more: readonly number[]): number {
    let number = list;
    for (let i = 0; i < more.length; i++) number = this.#longer.intern(number, more[i]!) + 1;
    return number;
  }

  concat(list: number, more: number): number {
    if (list === noArguments) return more;
    return more === noArguments ? list : this.extend(list, this.items(more));
  }

  items(list: number): readonly number[] {
    const known = this.#items[list];
    if (known) return known;
    const items = [...this.items(this.#longer.first(list - 1)), this.#longer.second(list - 1)];
    this.#items[list] = items;
    return items;
  }
}
