// Functions as values. A name of function type is never assigned, so while the graph of an instance is built every such name has
// one known value: the code, and what it captured. Data that it captured is a value of the call that is being lowered.

import type { Action, Expression } from '../../../model/program/program.js';
import type { DeclaredFunction } from '../lower/declarations.js';
import type { FunctionType } from '../lower/types.js';

export type FunctionValue = Closure | OpenFunction;

export interface Closure {
  readonly kind: 'closure';
  readonly code: DeclaredFunction;
  /** One for each of the code's captures. */
  readonly captured: readonly Passed[];
}

/** The parameter of a function that is looked at for whatever it is called with. */
export interface OpenFunction {
  readonly kind: 'open';
  readonly type: FunctionType;
  /** Among what is captured and the parameters. */
  readonly parameter: number;
}

/** A call in a function that is looked at for whatever it is called with. */
export interface OpenCall {
  readonly callee: FunctionValue;
  readonly given: readonly Passed[];
}

/** By the action that stands for it in the graph. */
export type OpenCalls = ReadonlyMap<Action, OpenCall>;

/** What a parameter gets. */
export type Passed = FunctionValue | { readonly kind: 'data'; readonly value: Expression };

export function functionType({ parameters, returnType }: DeclaredFunction): FunctionType {
  return { kind: 'function', parameters, ...(returnType ? { result: returnType } : {}) };
}

/** The data in what is passed, from left to right, also what functions have captured: the arguments of an instance. */
export function dataOf(passed: readonly Passed[]): readonly Expression[] {
  return passed.flatMap((one) => {
    if (one.kind === 'data') return [one.value];
    return one.kind === 'closure' ? dataOf(one.captured) : [];
  });
}
