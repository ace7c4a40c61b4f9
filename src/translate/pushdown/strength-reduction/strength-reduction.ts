// Language strength reduction (004, section 5): locks and units that procedures open on entry and close on exit are
// written as brackets around calls. Brackets form a context-free language; once the automaton of the scopes tells
// outermost brackets from nested ones, the nested ones can go, and what is left per scope is regular: ( ) ( ) …
// `scopedSystem` writes the brackets, `reduceStrength` combines with the scopes' automata and rewrites them.

import { type Intersection, intersectAll } from '../../../logic/nested-words/intersection.js';
import { outside, type ScopeSymbols, scopeTemplate } from '../../../logic/nested-words/scope-template.js';
import { extendAll, type MergingFunction } from '../../../logic/semiring/semiring.js';
import type { WeightedSystem } from '../../../model/pushdown/weighted-system.js';
import { type NestedWordProduct, nestedWordProduct } from './nested-word-product.js';
import { calleeEntry } from './run-word.js';

/** Outermost brackets change who owns a lock ("OC"), or whether there is a unit; nested ones do not ("nOC"). */
export type Nesting = 'outermost' | 'nested';

/** The weights of a scope's brackets. */
export interface Brackets<W> {
  readonly open: (scope: number, nesting: Nesting) => W;
  readonly close: (scope: number, nesting: Nesting) => W;
}

/** Brackets without the nested ones: the language is that of locks that are not reentrant (004, Fig. 2c). */
export function withoutNested<W>(one: W, { open, close }: Brackets<W>): Brackets<W> {
  return {
    open: (scope, nesting) => (nesting === 'nested' ? one : open(scope, nesting)),
    close: (scope, nesting) => (nesting === 'nested' ? one : close(scope, nesting)),
  };
}

/** The system with a bracket around every call of a procedure with scopes, all taken for outermost (004, Fig. 2a). */
export function scopedSystem<W>(
  weighted: WeightedSystem<W>,
  scopes: readonly ScopeSymbols[],
  brackets: Brackets<W>,
): WeightedSystem<W> {
  const writer = new BracketWriter(weighted, scopes, brackets);
  const merges = new Map<number, MergingFunction<W>>();
  const weights = [...weighted.system.rules].map((rule, number) => {
    if (rule.push.length < 2) return weighted.weights[number]!;
    merges.set(
      number,
      writer.merging(number, () => 'outermost'),
    );
    return writer.call(number, () => 'outermost');
  });
  return { ...weighted, weights, merges };
}

export interface StrengthReduction<W> extends NestedWordProduct<W> {
  readonly scopes: Intersection;
}

/** The same language with each bracket written as `brackets` has it for its nesting (004, Fig. 2b and 2c). */
export function reduceStrength<W>(
  weighted: WeightedSystem<W>,
  scopes: readonly ScopeSymbols[],
  brackets: Brackets<W>,
): StrengthReduction<W> {
  const intersection = intersectAll(scopes.map(scopeTemplate));
  const writer = new BracketWriter(weighted, scopes, brackets);
  const nestingIn = (state: number) => {
    const components = intersection.components(state);
    return (scope: number): Nesting => (components[scope] === outside ? 'outermost' : 'nested');
  };
  const product = nestedWordProduct(weighted, intersection.automaton, {
    call: (rule, caller) => writer.call(rule, nestingIn(caller)),
    merging: (rule, caller) => writer.merging(rule, nestingIn(caller)),
  });
  return { ...product, scopes: intersection };
}

class BracketWriter<W> {
  constructor(
    readonly weighted: WeightedSystem<W>,
    readonly scopes: readonly ScopeSymbols[],
    readonly brackets: Brackets<W>,
  ) {}

  /** The rule's own weight, then the brackets that the callee opens. */
  call(rule: number, nestingOf: (scope: number) => Nesting): W {
    const { semiring, weights } = this.weighted;
    const opened = this.#scopesOf(rule).map((scope) => this.brackets.open(scope, nestingOf(scope)));
    return extendAll(semiring, [weights[rule]!, ...opened]);
  }

  /** The caller, the callee, then the closing brackets in reverse. */
  merging(rule: number, nestingOf: (scope: number) => Nesting): MergingFunction<W> {
    const { semiring } = this.weighted;
    const closed = this.#scopesOf(rule)
      .reverse()
      .map((scope) => this.brackets.close(scope, nestingOf(scope)));
    return (caller, callee) => extendAll(semiring, [caller, callee, ...closed]);
  }

  #scopesOf(rule: number): number[] {
    const entry = calleeEntry(this.weighted.system.rules.get(rule));
    return [...this.scopes.keys()].filter((scope) => this.scopes[scope]!.entries.has(entry));
  }
}
