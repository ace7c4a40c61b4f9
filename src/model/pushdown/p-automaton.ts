// P-automata as queries: finite automata that start in the control states and read a stack, top first; they accept a
// set of configurations. States 0..stateCount-1 are the control states, further ones are added. No transition enters
// a control state (saturation relies on it), and a query has no ε-transitions.

import type { Semiring } from '../../logic/semiring/semiring.js';
import type { Configuration, PushdownSystem } from './pushdown-system.js';

export interface QueryTransition<W> {
  readonly from: number;
  readonly symbol: number;
  readonly to: number;
  readonly weight: W;
}

export class PAutomaton<W> {
  readonly transitions: QueryTransition<W>[] = [];
  readonly #finals = new Map<number, W>();
  #stateCount: number;

  constructor(
    readonly controlStateCount: number,
    readonly semiring: Semiring<W>,
  ) {
    this.#stateCount = controlStateCount;
  }

  get stateCount(): number {
    return this.#stateCount;
  }

  addState(): number {
    return this.#stateCount++;
  }

  addTransition(from: number, symbol: number, to: number, weight: W = this.semiring.one): void {
    if (to < this.controlStateCount) throw new RangeError('a transition of a query must not enter a control state');
    if (Math.max(from, to) >= this.#stateCount) throw new RangeError('a transition between states that do not exist');
    this.transitions.push({ from, symbol, to, weight });
  }

  /** A state that was final before becomes so in one more way. */
  addFinal(state: number, weight: W = this.semiring.one): void {
    const known = this.#finals.get(state);
    this.#finals.set(state, known === undefined ? weight : this.semiring.combine(known, weight));
  }

  get finals(): ReadonlyMap<number, W> {
    return this.#finals;
  }

  /** Zero if the state is not final. */
  finalWeight(state: number): W {
    return this.#finals.get(state) ?? this.semiring.zero;
  }

  /** Makes one more configuration accepted. Its states are not shared, so nothing else is. */
  addConfiguration({ state, stack }: Configuration, weight: W = this.semiring.one): void {
    let current = state;
    stack.forEach((symbol, i) => {
      const next = this.addState();
      this.addTransition(current, symbol, next, i === 0 ? weight : this.semiring.one);
      current = next;
    });
    // An empty stack has no transition that could carry the weight.
    this.addFinal(current, stack.length === 0 ? weight : this.semiring.one);
  }

  /** The same automaton over another domain. */
  map<V>(semiring: Semiring<V>, weightOf: (weight: W) => V): PAutomaton<V> {
    const copy = new PAutomaton(this.controlStateCount, semiring);
    while (copy.stateCount < this.stateCount) copy.addState();
    for (const { from, symbol, to, weight } of this.transitions) copy.addTransition(from, symbol, to, weightOf(weight));
    for (const [state, weight] of this.#finals) copy.addFinal(state, weightOf(weight));
    return copy;
  }

  accepts({ state, stack }: Configuration): boolean {
    let current = new Set([state]);
    for (const symbol of stack) {
      const steps = this.transitions.filter((t) => t.symbol === symbol && current.has(t.from));
      current = new Set(steps.map((t) => t.to));
    }
    return [...current].some((end) => this.#finals.has(end));
  }
}

/** The query { configuration } with weight one. */
export function singleton<W>(
  system: PushdownSystem,
  semiring: Semiring<W>,
  configuration: Configuration,
): PAutomaton<W> {
  const query = new PAutomaton(system.stateCount, semiring);
  query.addConfiguration(configuration);
  return query;
}
