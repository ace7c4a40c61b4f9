// Base types are the states of the negated automaton: a tree has type q iff the automaton rejects it from q, by a finite
// run. Each prime implicant of a negated transition is one way to reject.

import { internStrings } from '../../../base/interner.js';
import { dualFormula, primeImplicants, type TreeAutomaton } from '../../../logic/tree-automata/index.js';
import type { BaseDomain } from './base-domain.js';
import { type Judgment, meetAll } from './judgment.js';
import type { TypeStore } from './type-store.js';

/** Each implicant as pairs [argument from 0, state]. */
export type RejectingWays = readonly (readonly (readonly [number, number])[])[];

export class AutomatonDomain implements BaseDomain {
  readonly #states = internStrings();
  readonly #ways = new Map<string, RejectingWays>();
  readonly start: number;
  /** Rejection takes a finite run. */
  readonly always: readonly number[] = [];
  readonly basesAreDemands = true;

  constructor(readonly automaton: TreeAutomaton) {
    this.start = this.#states.intern(automaton.initial);
  }

  stateName(state: number): string {
    return this.#states.value(state);
  }

  stateNumber(name: string): number {
    return this.#states.intern(name);
  }

  atLeast(a: number, b: number): boolean {
    return a === b;
  }

  isAnswer(base: number): boolean {
    return base === this.start;
  }

  demands(terminal: string, rank: number, demand: number): readonly (readonly [number, number])[] {
    return this.rejectingWays(terminal, rank, demand).flat();
  }

  rejectingWays(terminal: string, rank: number, state: number): RejectingWays {
    const key = `${state} ${terminal}`;
    const known = this.#ways.get(key);
    if (known) return known;
    const negated = dualFormula(this.automaton.transition(this.stateName(state), terminal, rank));
    const ways = primeImplicants(negated).map((implicant) =>
      implicant.map(({ child, state: next }) => [child - 1, this.#states.intern(next)] as const),
    );
    this.#ways.set(key, ways);
    return ways;
  }

  node(
    types: TypeStore,
    terminal: string,
    args: readonly (readonly Judgment[])[],
    demanded: Iterable<number>,
  ): Judgment[] {
    const judgments: Judgment[] = [];
    const needsFor = args.map((list) => {
      const byState = new Map<number, Judgment['needs'][]>();
      for (const { base, needs } of list) byState.set(base, [...(byState.get(base) ?? []), needs]);
      return byState;
    });
    for (const base of demanded)
      for (const way of this.rejectingWays(terminal, args.length, base))
        for (const needs of meetAll(
          types,
          way.map(([arg, state]) => needsFor[arg]?.get(state) ?? []),
        ))
          judgments.push({ needs, base });
    return judgments;
  }
}
