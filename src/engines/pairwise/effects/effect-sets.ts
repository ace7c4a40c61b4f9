// Antichains of effects by node, on top of a base that is shared with other questions. An effect of the question's own may
// dominate effects of the base (it has marks they lack): those are left out from then on, for this question.

import { type Effect, type EffectAlgebra, EffectAntichain } from '../../../logic/effect-algebra/index.js';
import type { Origin } from '../../../model/trees/effect-semantics.js';

/** An effect of a node, and how it came about. */
export interface Derivation extends Origin<Derivation> {
  readonly node: number;
  readonly effect: Effect;
}

const nothing: readonly Derivation[] = [];

export class EffectSets {
  readonly #own: EffectAntichain<Derivation>[] = [];
  /** What is left of the base where something of this question's own dominates some of it. */
  readonly #left: (readonly Derivation[])[] = [];

  /** Something was left out because of the limit. */
  isCut = false;

  /** At most `limit` effects of a node have the same marks. */
  constructor(
    readonly algebra: EffectAlgebra,
    readonly limit: number,
    readonly base?: EffectSets,
  ) {}

  own(node: number): readonly Derivation[] {
    return this.#own[node]?.items ?? nothing;
  }

  /** Lists of what is known at a node: the base's, and this question's own. */
  known(node: number): (readonly Derivation[])[] {
    const own = this.own(node);
    return this.base ? [this.#fromBase(node), own] : [own];
  }

  #fromBase(node: number): readonly Derivation[] {
    return this.#left[node] ?? this.base?.own(node) ?? nothing;
  }

  has(item: Derivation): boolean {
    return this.own(item.node).includes(item);
  }

  /** The new item; undefined when something at least as good was there, or there was no more room. */
  add(node: number, effect: Effect, origin: Origin<Derivation>): Derivation | undefined {
    const antichain = (this.#own[node] ??= new EffectAntichain(this.algebra));
    if (antichain.covers(effect)) return undefined;
    if (this.#isFull(antichain.items, effect)) {
      this.isCut = true;
      return undefined;
    }
    const item = { node, effect, ...origin };
    antichain.insert(item);
    if (this.base) this.#trim(node, effect);
    return item;
  }

  #isFull(items: readonly Derivation[], { marks }: Effect): boolean {
    if (items.length < this.limit) return false;
    return items.filter((item) => item.effect.marks === marks).length >= this.limit;
  }

  #trim(node: number, effect: Effect): void {
    const before = this.#fromBase(node);
    const left = before.filter((item) => !this.algebra.dominates(effect, item.effect));
    if (left.length < before.length) this.#left[node] = left;
  }
}
