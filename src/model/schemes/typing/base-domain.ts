// What the type system needs to know about base types: how terminals act on them and when one answers the question.

interface Bases {
  /** The demand on the whole tree, with which the flow analysis starts. */
  readonly start: number;
  /** Is the question answered with yes when the whole tree has this base type? */
  isAnswer(base: number): boolean;
}

/** Each way as pairs [argument from 0, state]. */
export type RejectingWays = readonly (readonly (readonly [number, number])[])[];

/** States of an automaton: they are the demands, none stands for another one. */
export interface StateBases extends Bases {
  readonly kind: 'states';
  /** The ways in which a node is rejected from a state. */
  rejectingWays(terminal: string, rank: number, state: number): RejectingWays;
}

/** How a terminal acts on what its arguments do: not at all, on that of one, as a choice, on one of each. */
export type Shape = 'alone' | 'changes' | 'chooses' | 'joins';

/** Summaries of what trees do: there are no demands on them. */
export interface SummaryBases extends Bases {
  readonly kind: 'summaries';
  /** Base types that every tree has, also where rewriting goes on for ever without a node. */
  readonly always: readonly number[];
  /** May base type a stand where b is asked for? */
  atLeast(a: number, b: number): boolean;
  /** Base types of a node whatever its arguments are. */
  own(terminal: string): readonly number[];
  shape(terminal: string, rank: number): Shape;
  /** The base type of a node whose arguments have these. */
  combine(terminal: string, first: number, second: number): number | undefined;
}

export type BaseDomain = StateBases | SummaryBases;
