// Construction 1 of 004: an EWPDS and a nested-word automaton A give an EWPDS with the same rules, whose weights are
// weighted relations on Q x Σ_ε. A run's weight relates q1 to q2 with value z iff A can go from q1 to q2 on the run's
// nested word and the run's value is z. A pop leaves (q, x), the exit x beside the state, for the merging function of
// the call, which applies A's return relation. Merging functions here get the callee with the weight of the call rule
// in front (as the paper's val does), so its "f_A(r) ⊗" is already in.

import type { NestedWordAutomaton } from '../../../logic/nested-words/nested-word-automaton.js';
import { combineAll, type MergingFunction, type Semiring } from '../../../logic/semiring/semiring.js';
import {
  pairsOf,
  type WeightedRelation,
  type WeightedRelationSemiring,
  weightedRelations,
} from '../../../logic/semiring/weighted-relations.js';
import type { Rule } from '../../../model/pushdown/pushdown-system.js';
import { mergingOf, type WeightedSystem } from '../../../model/pushdown/weighted-system.js';
import { calleeEntry } from './run-word.js';

/** Where weights depend on the automaton's state; without it they are those of the EWPDS. */
export interface StateWeights<W> {
  /** The weight of a push rule when the automaton is in state `caller` before the call. */
  readonly call: (rule: number, caller: number) => W;
  readonly merging: (rule: number, caller: number) => MergingFunction<W>;
}

export interface NestedWordProduct<W> {
  readonly weighted: WeightedSystem<WeightedRelation<W>>;
  readonly semiring: WeightedRelationSemiring<W>;
  /** The value of runs that take the automaton from one state to another. */
  readonly valueAt: (weight: WeightedRelation<W>, from: number, to: number) => W;
  /** The value of all runs that the automaton can follow from its initial state (Theorem 1 and Corollary 1). */
  readonly value: (weight: WeightedRelation<W>) => W;
}

export function nestedWordProduct<W>(
  weighted: WeightedSystem<W>,
  automaton: NestedWordAutomaton,
  stateWeights: StateWeights<W> = {
    call: (rule) => weighted.weights[rule]!,
    merging: (rule) => mergingOf(weighted, rule),
  },
): NestedWordProduct<W> {
  const product = new ProductBuilder(weighted, automaton, stateWeights);
  const value = (weight: WeightedRelation<W>) =>
    combineAll(
      weighted.semiring,
      states(automaton).map((to) => product.valueAt(weight, automaton.initial, to)),
    );
  return {
    weighted: product.build(),
    semiring: product.semiring,
    valueAt: (weight, from, to) => product.valueAt(weight, from, to),
    value,
  };
}

function states(automaton: NestedWordAutomaton): number[] {
  return Array.from({ length: automaton.stateCount }, (_, q) => q);
}

class ProductBuilder<W> {
  readonly semiring: WeightedRelationSemiring<W>;
  /** Size of Σ_ε: an element q^σ of G is q * width + σ + 1, and q^ε is q * width. */
  readonly #width: number;
  readonly #base: Semiring<W>;

  constructor(
    readonly system: WeightedSystem<W>,
    readonly automaton: NestedWordAutomaton,
    readonly stateWeights: StateWeights<W>,
  ) {
    this.#base = system.semiring;
    this.#width = system.system.symbolCount + 1;
    this.semiring = weightedRelations(automaton.stateCount * this.#width, this.#base);
  }

  build(): WeightedSystem<WeightedRelation<W>> {
    const { system } = this.system;
    const rules = [...system.rules];
    const merges = new Map<number, MergingFunction<WeightedRelation<W>>>();
    rules.forEach((rule, number) => {
      if (rule.push.length === 2) merges.set(number, (caller, callee) => this.#merge(number, caller, callee));
    });
    return {
      system,
      semiring: this.semiring,
      weights: rules.map((rule, number) => this.#weight(rule, number)),
      merges,
    };
  }

  /** f_A: step rules follow δ_i, push rules δ_c, pop rules expand their symbol. */
  #weight(rule: Rule, number: number): WeightedRelation<W> {
    const own = this.system.weights[number]!;
    return this.semiring.make(
      states(this.automaton).flatMap((q) => {
        const from = this.#element(q);
        if (rule.push.length === 0) return [[from, this.#element(q, rule.symbol), own] as const];
        const isCall = rule.push.length === 2;
        const targets = isCall ? this.automaton.call(q, calleeEntry(rule)) : this.automaton.internal(q, rule.symbol);
        const weight = isCall ? this.stateWeights.call(number, q) : own;
        return targets.map((target) => [from, this.#element(target), weight] as const);
      }),
    );
  }

  /** g_A: q1 -> q_c in the caller, q_c -> q_r^x in the callee, and (q_r, q_c, x, q2) in δ_r. */
  #merge(rule: number, caller: WeightedRelation<W>, callee: WeightedRelation<W>): WeightedRelation<W> {
    const pairs: (readonly [number, number, W])[] = [];
    for (const [from, call, before] of pairsOf(caller)) {
      const merge = this.stateWeights.merging(rule, this.#state(call));
      for (const [exit, inside] of callee.get(call) ?? [])
        for (const to of this.#returns(exit, this.#state(call)))
          pairs.push([from, this.#element(to), merge(before, inside)]);
    }
    return this.semiring.make(pairs);
  }

  /** δ_r on an element q_r^x; nothing if the callee has not returned. */
  #returns(exit: number, caller: number): readonly number[] {
    const symbol = (exit % this.#width) - 1;
    return symbol < 0 ? [] : this.automaton.return(this.#state(exit), caller, symbol);
  }

  /** A run that popped the last symbol ends in some q^x: its return has no call and sees the initial state. */
  valueAt(weight: WeightedRelation<W>, from: number, to: number): W {
    const { automaton } = this;
    const values = [...(weight.get(this.#element(from)) ?? [])].flatMap(([end, value]) => {
      const isPending = end % this.#width !== 0;
      const ends = isPending ? this.#returns(end, automaton.initial) : [this.#state(end)];
      return ends.includes(to) ? [value] : [];
    });
    return combineAll(this.#base, values);
  }

  #element(state: number, symbol = -1): number {
    return state * this.#width + symbol + 1;
  }

  #state(element: number): number {
    return Math.floor(element / this.#width);
  }
}
