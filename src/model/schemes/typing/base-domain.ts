// What the type system needs to know about base types: how terminals act on them and when one answers the question.

import type { Judgment } from './judgment.js';
import type { TypeStore } from './type-store.js';

export interface BaseDomain {
  /** May base type a stand where b is asked for? */
  atLeast(a: number, b: number): boolean;
  /** Is the question answered with yes when the whole tree has this base type? */
  isAnswer(base: number): boolean;
  /** Base types that every tree has, also where rewriting goes on for ever without a node. */
  readonly always: readonly number[];
  /** The demand on the whole tree, with which the flow analysis starts. */
  readonly start: number;
  /** Are the base types that matter at a place the demands that it is visited with? */
  readonly basesAreDemands: boolean;
  /** The demands on a terminal's arguments when there is this demand on its node: [argument from 0, demand]. */
  demands(terminal: string, rank: number, demand: number): readonly (readonly [number, number])[];
  /** Judgments about a node from those about its arguments; only base types in `demanded` matter. */
  node(
    types: TypeStore,
    terminal: string,
    args: readonly (readonly Judgment[])[],
    demanded: Iterable<number>,
  ): Judgment[];
}
