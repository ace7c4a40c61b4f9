// Candidate types for the variables of each rule: one environment gives a set of types per variable, jointly. Terms that
// are passed under different environments keep apart, since a mixture of their types belongs to no actual argument and
// numbers of types would explode. Only largest environments are kept: a smaller one allows nothing that they do not.

import type { TypeSets } from './type-sets.js';

/** Per variable: the number of a set of types. */
export type Environment = readonly number[];

/** Beyond this many, the environments of a rule are merged into one: more candidates, never fewer. */
const maximalEnvironments = 200;

export class Environments {
  #items: Environment[] = [];

  constructor(readonly sets: TypeSets) {}

  /** Another list whenever they change. */
  get items(): readonly Environment[] {
    return this.#items;
  }

  /** True when the environment allows something new. */
  add(environment: Environment): boolean {
    if (this.#items.some((other) => this.#isWithin(environment, other))) return false;
    this.#items = [...this.#items.filter((other) => !this.#isWithin(other, environment)), environment];
    if (this.#items.length > maximalEnvironments)
      this.#items = [this.#items.reduce((a, b) => a.map((set, i) => this.sets.union(set, b[i]!)))];
    return true;
  }

  #isWithin(small: Environment, large: Environment): boolean {
    return small.every((set, i) => this.sets.isSubset(set, large[i]!));
  }
}
