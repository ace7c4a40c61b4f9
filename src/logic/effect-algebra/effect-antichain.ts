// The best effects found so far, none of them dominated by another.

import type { Effect } from './effect.js';
import type { EffectAlgebra } from './effect-algebra.js';

export interface WithEffect {
  readonly effect: Effect;
}

export class EffectAntichain<T extends WithEffect> {
  #items: T[] = [];

  constructor(readonly algebra: EffectAlgebra) {}

  get items(): readonly T[] {
    return this.#items;
  }

  covers(effect: Effect): boolean {
    return this.#items.some((item) => this.algebra.dominates(item.effect, effect));
  }

  /** True when the item is new: nothing at least as good was there. */
  add(item: T): boolean {
    if (this.covers(item.effect)) return false;
    this.insert(item);
    return true;
  }

  /** Adds an item that nothing here covers; what it dominates goes. */
  insert(item: T): void {
    this.#items = this.#items.filter((other) => !this.algebra.dominates(item.effect, other.effect));
    this.#items.push(item);
  }
}
