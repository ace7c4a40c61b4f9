// Intersection of nested-word automata: pairs of states, numbered first * |second| + second.

import type { NestedWordAutomaton } from './nested-word-automaton.js';

export interface Intersection {
  readonly automaton: NestedWordAutomaton;
  /** The states of the single automata in a state of the intersection. */
  readonly components: (state: number) => number[];
}

/** The automaton that accepts everything, in its one state: the intersection of none. */
export const universal: NestedWordAutomaton = {
  stateCount: 1,
  initial: 0,
  finals: new Set([0]),
  internal: () => [0],
  call: () => [0],
  return: () => [0],
};

export function intersectAll(automata: readonly NestedWordAutomaton[]): Intersection {
  return {
    automaton: automata.reduce(intersect, universal),
    components: (state) =>
      digits(
        state,
        automata.map(({ stateCount }) => stateCount),
      ),
  };
}

export function intersect(a: NestedWordAutomaton, b: NestedWordAutomaton): NestedWordAutomaton {
  const pair = (first: number, second: number) => first * b.stateCount + second;
  const pairs = (firsts: readonly number[], seconds: readonly number[]) =>
    firsts.flatMap((first) => seconds.map((second) => pair(first, second)));
  const first = (state: number) => Math.floor(state / b.stateCount);
  const second = (state: number) => state % b.stateCount;
  return {
    stateCount: a.stateCount * b.stateCount,
    initial: pair(a.initial, b.initial),
    finals: new Set(pairs([...a.finals], [...b.finals])),
    internal: (q, symbol) => pairs(a.internal(first(q), symbol), b.internal(second(q), symbol)),
    call: (q, symbol) => pairs(a.call(first(q), symbol), b.call(second(q), symbol)),
    return: (q, caller, symbol) =>
      pairs(a.return(first(q), first(caller), symbol), b.return(second(q), second(caller), symbol)),
  };
}

/** A number in mixed radix, most significant digit first. */
function digits(value: number, radices: readonly number[]): number[] {
  const result = new Array<number>(radices.length);
  for (let i = radices.length - 1, rest = value; i >= 0; i--) {
    result[i] = rest % radices[i]!;
    rest = Math.floor(rest / radices[i]!);
  }
  return result;
}
