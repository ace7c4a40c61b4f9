// The outcome of a saturation: an automaton that accepts the reachable configurations and knows the weight of each.
// Weights multiply along the stack: backwards saturation top first; forwards saturation bottom first, because what lies
// deeper happened earlier. ε-transitions of post* only matter for the empty stack: saturation has followed all others.

import { IntMultiMap } from '../../base/integers/int-list.js';
import { isZero, type Semiring } from '../../logic/semiring/semiring.js';
import type { PAutomaton } from './p-automaton.js';
import type { Configuration, PushdownSystem } from './pushdown-system.js';
import { epsilon, type TransitionTable } from './saturation.js';

export type Direction = 'post' | 'pre';

export interface Transition<W> {
  readonly from: number;
  /** `epsilon` for an ε-transition. */
  readonly symbol: number;
  readonly to: number;
  readonly weight: W;
}

export class SaturatedAutomaton<W> {
  readonly #table: TransitionTable<W>;
  readonly #midHeads: readonly number[];
  #byHead: IntMultiMap | undefined;
  #toFinal: readonly W[] | undefined;

  constructor(
    readonly direction: Direction,
    readonly system: PushdownSystem,
    table: TransitionTable<W>,
    readonly query: PAutomaton<W>,
    midHeads: readonly number[] = [],
  ) {
    this.#table = table;
    this.#midHeads = midHeads;
  }

  get semiring(): Semiring<W> {
    return this.#table.semiring;
  }

  get stateCount(): number {
    return this.query.stateCount + this.#midHeads.length;
  }

  /** Number of transitions, ε-transitions included. */
  get transitionCount(): number {
    return this.#table.count;
  }

  transition(index: number): Transition<W> {
    const table = this.#table;
    const [from, symbol, to] = [table.state(index), table.symbol(index), table.target(index)];
    return { from, symbol, to, weight: table.weight(index) };
  }

  *transitions(): Generator<Transition<W>> {
    for (let i = 0; i < this.#table.count; i++) yield this.transition(i);
  }

  /** Combined value of all paths that link the configuration with the query's; zero if there is none. */
  weightOf({ state, stack }: Configuration): W {
    let current = new Map<number, W>([[state, this.semiring.one]]);
    if (stack.length === 0) this.#advance(current, epsilon, current);
    for (const symbol of stack) {
      const next = new Map<number, W>();
      this.#advance(current, symbol, next);
      current = next;
    }
    let total = this.semiring.zero;
    for (const [end, weight] of current)
      if (this.query.finals.has(end))
        total = this.semiring.combine(total, this.#along(weight, this.query.finalWeight(end)));
    return total;
  }

  accepts(configuration: Configuration): boolean {
    return !isZero(this.semiring, this.weightOf(configuration));
  }

  /** Combined weight of all accepted configurations with this control state (and, if given, this top symbol). */
  weightOfAllStacks(state: number, top?: number): W {
    const { semiring } = this;
    const toFinal = this.weightsToFinal();
    let total = top === undefined ? this.query.finalWeight(state) : semiring.zero;
    for (const t of this.transitions()) {
      if (t.from !== state || (top !== undefined && t.symbol !== top)) continue;
      if (t.symbol === epsilon && !this.query.finals.has(t.to)) continue;
      const rest = t.symbol === epsilon ? this.query.finalWeight(t.to) : (toFinal[t.to] ?? semiring.zero);
      total = semiring.combine(total, this.#along(t.weight, rest));
    }
    return total;
  }

  stateName(state: number): string {
    if (state < this.query.controlStateCount) return this.system.stateName(state);
    const midHead = this.#midHeads[state - this.query.stateCount];
    if (midHead === undefined) return `q${state - this.query.controlStateCount}`;
    const { heads } = this.#table;
    return `(${this.system.stateName(heads.first(midHead))}, ${this.system.symbolName(heads.second(midHead))})`;
  }

  /** Mutates `next`: every state reached from `current` by `symbol`. */
  #advance(current: ReadonlyMap<number, W>, symbol: number, next: Map<number, W>): void {
    this.#byHead ??= this.#indexByHead();
    for (const [state, weight] of [...current]) {
      const head = this.#table.heads.find(state, symbol);
      for (let e = head < 0 ? -1 : this.#byHead.first(head); e >= 0; e = this.#byHead.next(e)) {
        const transition = this.#byHead.value(e);
        const target = this.#table.target(transition);
        const extended = this.#along(weight, this.#table.weight(transition));
        next.set(target, this.semiring.combine(next.get(target) ?? this.semiring.zero, extended));
      }
    }
  }

  /** The weight nearer to the top, then the deeper one, in the order of time. */
  #along(upper: W, deeper: W): W {
    return this.direction === 'pre' ? this.semiring.extend(upper, deeper) : this.semiring.extend(deeper, upper);
  }

  #indexByHead(): IntMultiMap {
    const byHead = new IntMultiMap();
    for (let t = 0; t < this.#table.count; t++) byHead.add(this.#table.head(t), t);
    return byHead;
  }

  /**
   * For every state: combined weight of all words that lead to a final state. ε-transitions are left out. Computed once;
   * meanwhile `checkpoint` sees what there is, so that whoever manages the weights' memory can tidy up.
   */
  weightsToFinal(checkpoint: (weights: readonly W[]) => void = () => {}): readonly W[] {
    this.#toFinal ??= this.#computeToFinal(checkpoint);
    return this.#toFinal;
  }

  #computeToFinal(checkpoint: (weights: readonly W[]) => void): W[] {
    const { semiring } = this;
    const weights = new Array<W>(this.stateCount).fill(semiring.zero);
    const incoming = new IntMultiMap();
    for (let t = 0; t < this.#table.count; t++)
      if (this.#table.symbol(t) !== epsilon) incoming.add(this.#table.target(t), t);
    const work = [...this.query.finals.keys()];
    for (const state of work) weights[state] = this.query.finalWeight(state);
    for (let state = work.shift(); state !== undefined; state = work.shift()) {
      for (let e = incoming.first(state); e >= 0; e = incoming.next(e)) {
        const t = incoming.value(e);
        const source = this.#table.state(t);
        const better = semiring.combine(weights[source]!, this.#along(this.#table.weight(t), weights[state]!));
        if (semiring.equal(better, weights[source]!)) continue;
        weights[source] = better;
        work.push(source);
      }
      checkpoint(weights);
    }
    return weights;
  }
}
