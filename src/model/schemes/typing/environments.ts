// Candidate types for the variables of each rule: one environment gives a set of types per variable, jointly. Terms that
// are passed under different environments keep apart, since a mixture of their types belongs to no actual argument and
// numbers of types would explode. Only largest environments are kept: a smaller one allows nothing that they do not.

import type { BodyTyping } from './body-typing.js';
import type { TypeSets } from './type-sets.js';

/** Per variable: the number of a set of types. */
export type Environment = readonly number[];

/** Beyond this many, the environments of a rule are merged into one: more candidates, never fewer. */
const maximalEnvironments = 200;

export class Environments {
  #items: BodyTyping[] = [];
  /** Every environment that was ever offered. */
  readonly #met = new Set<number>();

  /** `typing`: how the rule's body is typed under an environment. */
  constructor(
    readonly sets: TypeSets,
    readonly typing: (environment: Environment) => BodyTyping,
  ) {}

  /** Another list whenever they change. */
  get items(): readonly BodyTyping[] {
    return this.#items;
  }

  /** True when the environment allows something new. */
  add(environment: Environment): boolean {
    const key = this.sets.numberOf(environment);
    if (this.#met.has(key)) return false;
    this.#met.add(key);
    for (const other of this.#items) if (this.#isWithin(environment, other.environment)) return false;
    this.#items = this.#items.filter((other) => !this.#isWithin(other.environment, environment));
    this.#items.push(this.typing(environment));
    if (this.#items.length > maximalEnvironments) this.#items = [this.typing(this.#merged())];
    return true;
  }

  #merged(): Environment {
    return this.#items
      .map(({ environment }) => environment)
      .reduce((a, b) => a.map((set, i) => this.sets.union(set, b[i]!)));
  }

  #isWithin(small: Environment, large: Environment): boolean {
    for (let i = 0; i < small.length; i++) if (!this.sets.isSubset(small[i]!, large[i]!)) return false;
    return true;
  }
}
