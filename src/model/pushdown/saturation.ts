// What forward and backward saturation share: the transitions of the automaton being saturated, each with a weight that
// only ever grows better, and the queue of those that changed. A transition is a pair (head, target state), a head a
// pair (state, symbol): two hash tables of integers, no objects.

import { IndexQueue, IntList } from '../../base/integers/int-list.js';
import { PairTable } from '../../base/integers/pair-table.js';
import type { Semiring } from '../../logic/semiring/semiring.js';

/** The symbol of an ε-transition. */
export const epsilon = -1;

/** A change that saturation made: `rule` is absent for transitions of the query. */
export interface SaturationEvent<W> {
  readonly kind: 'new' | 'improved';
  readonly from: number;
  readonly symbol: number;
  readonly to: number;
  readonly weight: W;
  readonly rule?: number;
}

export interface SaturationProgress {
  /** Transitions taken from the queue so far. */
  readonly steps: number;
  readonly transitions: number;
  /** Memory of the typed arrays. */
  readonly bytes: number;
}

export interface SaturationOptions<W> {
  /** Steps between two yields. */
  readonly tick?: number;
  readonly observe?: (event: SaturationEvent<W>) => void;
}

export const defaultTick = 4096;

export class TransitionTable<W> {
  readonly edges: PairTable;
  readonly weights: W[] = [];
  readonly queue = new IndexQueue();
  readonly #visited = new IntList();

  constructor(
    readonly heads: PairTable,
    readonly semiring: Semiring<W>,
    readonly observe?: (event: SaturationEvent<W>) => void,
  ) {
    this.edges = new PairTable(heads.size);
  }

  get count(): number {
    return this.weights.length;
  }

  get bytes(): number {
    return this.heads.bytes + this.edges.bytes + this.queue.bytes + this.#visited.bytes + this.weights.length * 8;
  }

  head(transition: number): number {
    return this.edges.first(transition);
  }

  target(transition: number): number {
    return this.edges.second(transition);
  }

  state(transition: number): number {
    return this.heads.first(this.edges.first(transition));
  }

  symbol(transition: number): number {
    return this.heads.second(this.edges.first(transition));
  }

  weight(transition: number): W {
    return this.weights[transition]!;
  }

  /** True the first time it is asked about a transition. */
  firstVisit(transition: number): boolean {
    this.#visited.extendTo(transition + 1, 0);
    if (this.#visited.get(transition) === 1) return false;
    this.#visited.set(transition, 1);
    return true;
  }

  /**
   * Combines a weight into a transition and queues it if that changed something. Returns the transition if it is new,
   * else -1. A weight of zero is no transition.
   */
  relax(head: number, target: number, weight: W, rule?: number): number {
    const { semiring, weights } = this;
    if (semiring.equal(weight, semiring.zero)) return -1;
    const transition = this.edges.intern(head, target);
    const isNew = transition === weights.length;
    if (isNew) weights.push(weight);
    else {
      const old = weights[transition]!;
      const combined = semiring.combine(old, weight);
      if (semiring.equal(combined, old)) return -1;
      weights[transition] = combined;
    }
    this.queue.add(transition);
    if (this.observe) this.#report(this.observe, transition, isNew, rule);
    return isNew ? transition : -1;
  }

  #report(observe: (event: SaturationEvent<W>) => void, transition: number, isNew: boolean, rule?: number): void {
    observe({
      kind: isNew ? 'new' : 'improved',
      from: this.state(transition),
      symbol: this.symbol(transition),
      to: this.target(transition),
      weight: this.weight(transition),
      ...(rule === undefined ? {} : { rule }),
    });
  }
}

/** Drives a saturation to its end. */
export function finish<R>(steps: Generator<SaturationProgress, R>): R {
  let result = steps.next();
  while (!result.done) result = steps.next();
  return result.value;
}
