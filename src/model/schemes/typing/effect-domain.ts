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
import type { BaseDomain } from './base-domain.js';
import { type Judgment, noNeeds, uniteNeeds } from './judgment.js';
import type { TypeStore } from './type-store.js';

export class EffectDomain implements BaseDomain {
  readonly start = 0;
  readonly basesAreDemands = false;
  /** A thread may stop anywhere. */
  readonly always: readonly number[];
  readonly #effects: Interner<Effect>;

  constructor(
    readonly algebra: EffectAlgebra,
    readonly question: EffectQuestion,
    readonly actions: SchemeActions,
  ) {
    this.#effects = new Interner((effect) => effectToNumbers(effect, algebra.orders).join());
    this.always = [this.intern(stopEffect)];
  }

  effect(base: number): Effect {
    return this.#effects.value(base);
  }

  intern(effect: Effect): number {
    return this.#effects.intern(effect);
  }

  atLeast(a: number, b: number): boolean {
    return a === b || this.algebra.dominates(this.effect(a), this.effect(b));
  }

  isAnswer(base: number): boolean {
    return isAccepting(this.question, this.effect(base));
  }

  demands(_terminal: string, rank: number, demand: number): readonly (readonly [number, number])[] {
    return Array.from({ length: rank }, (_, i) => [i, demand] as const);
  }

  node(_types: TypeStore, terminal: string, args: readonly (readonly Judgment[])[]): Judgment[] {
    const judgments: Judgment[] = [];
    const emit = (effect: Effect | undefined, needs: Judgment['needs']) => {
      if (effect) judgments.push({ base: this.intern(effect), needs });
    };
    emit(stopEffect, noNeeds);
    const action = schemeAction(this.actions, terminal);
    const map = (operation: (effect: Effect) => Effect | undefined) => {
      for (const { base, needs } of args[0] ?? []) emit(operation(this.effect(base)), needs);
    };
    switch (action.kind) {
      case 'acquire':
        map((effect) => this.algebra.acquire(this.actions.lockIndex(action.lock), effect));
        break;
      case 'release':
        map((effect) => this.algebra.release(this.actions.lockIndex(action.lock), effect));
        break;
      case 'join':
        map((effect) => this.algebra.join(effect));
        break;
      case 'label':
        if (this.question.marksOf(action.label) & 1) emit(stopAt(1), noNeeds);
        if (this.question.marksOf(action.label) & 2) emit(stopAt(2), noNeeds);
        map((effect) => effect);
        break;
      case 'branch':
        for (const arg of args) judgments.push(...arg);
        break;
      case 'spawn':
        this.#spawn(args[0]!, args[1]!, emit);
        break;
      case 'end':
        emit(endEffect, noNeeds);
        break;
      case 'bottom':
        break;
    }
    return judgments;
  }

  #spawn(
    nexts: readonly Judgment[],
    children: readonly Judgment[],
    emit: (effect: Effect | undefined, needs: Judgment['needs']) => void,
  ): void {
    for (const child of children) {
      const thread = this.effect(child.base);
      if (!isThread(thread)) continue;
      for (const next of nexts)
        emit(this.algebra.spawn(thread, this.effect(next.base)), uniteNeeds(next.needs, child.needs));
    }
  }
}
