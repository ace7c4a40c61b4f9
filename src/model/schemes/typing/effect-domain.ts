// Base types are effects of threads: the labels question on the tree of a scheme whose terminals are actions.

import { Interner } from '../../../base/interner.js';
import {
  type Effect,
  type EffectAlgebra,
  effectToNumbers,
  endEffect,
  isThread,
  stopAt,
  stopEffect,
} from '../../../logic/effect-algebra/index.js';
import { type EffectQuestion, isAccepting } from '../../trees/effect-semantics.js';
import { type SchemeActions, schemeAction } from '../scheme-action.js';
import type { Shape, SummaryBases } from './base-domain.js';

export class EffectDomain implements SummaryBases {
  readonly kind = 'summaries';
  readonly start = 0;
  /** A thread may stop anywhere. */
  readonly always: readonly number[];
  readonly #effects: Interner<Effect>;

  constructor(
    readonly algebra: EffectAlgebra,
    readonly question: EffectQuestion,
    readonly actions: SchemeActions,
  ) {
    this.#effects = new Interner((effect) => effectToNumbers(effect, algebra.orders).join());
    this.always = [this.#intern(stopEffect)];
  }

  effect(base: number): Effect {
    return this.#effects.value(base);
  }

  #intern(effect: Effect): number {
    return this.#effects.intern(effect);
  }

  atLeast(a: number, b: number): boolean {
    return a === b || this.algebra.dominates(this.effect(a), this.effect(b));
  }

  isAnswer(base: number): boolean {
    return isAccepting(this.question, this.effect(base));
  }

  own(terminal: string): readonly number[] {
    const effects = [stopEffect];
    const action = schemeAction(this.actions, terminal);
    if (action.kind === 'end') effects.push(endEffect);
    if (action.kind === 'label')
      for (const mark of [1, 2]) if (this.question.marksOf(action.label) & mark) effects.push(stopAt(mark));
    return effects.map((effect) => this.#intern(effect));
  }

  shape(terminal: string, rank: number): Shape {
    const { kind } = schemeAction(this.actions, terminal);
    if (rank === 0) return 'alone';
    if (kind === 'branch') return 'chooses';
    return kind === 'spawn' ? 'joins' : 'changes';
  }

  combine(terminal: string, first: number, second: number): number | undefined {
    const effect = this.#combined(terminal, this.effect(first), second);
    return effect && this.#intern(effect);
  }

  #combined(terminal: string, below: Effect, second: number): Effect | undefined {
    const action = schemeAction(this.actions, terminal);
    switch (action.kind) {
      case 'acquire':
        return this.algebra.acquire(this.actions.lockIndex(action.lock), below);
      case 'release':
        return this.algebra.release(this.actions.lockIndex(action.lock), below);
      case 'join':
        return this.algebra.join(below);
      case 'spawn': {
        const child = this.effect(second);
        return isThread(child) ? this.algebra.spawn(child, below) : undefined;
      }
      default:
        return below;
    }
  }
}
