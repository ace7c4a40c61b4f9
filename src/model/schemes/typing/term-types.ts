// What is known about each term, under the candidates for the variables that stand in it: environments that differ only
// elsewhere share it. It is dropped when a rule that stands in the term gets a new type.

import type { Environment } from './environments.js';
import type { Judgment, Needs } from './judgment.js';
import type { Occurrences } from './occurrences.js';

export interface TermTypes {
  judgments: readonly Judgment[] | undefined;
  /** The number of a set of types. */
  types: number | undefined;
  /** Per type: what has to be assumed so that the term has it. */
  readonly ways: Map<number, readonly Needs[]>;
}

const setsPerVariable = 2 ** 26;

export class TermTypesByCandidates {
  readonly #known: Map<number | string, TermTypes>[];
  /** Per occurrence: how often something has grown that stands in it. */
  readonly #versions: Int32Array;

  constructor(readonly occurrences: Occurrences) {
    this.#known = occurrences.all.map(() => new Map());
    this.#versions = new Int32Array(occurrences.all.length);
  }

  versionOf(id: number): number {
    return this.#versions[id]!;
  }

  at(id: number, environment: Environment): TermTypes {
    const key = this.#keyOf(id, environment);
    const known = this.#known[id]!.get(key);
    if (known) return known;
    const types: TermTypes = { judgments: undefined, types: undefined, ways: new Map() };
    this.#known[id]!.set(key, types);
    return types;
  }

  /** A number for up to two variables, which is most terms. */
  #keyOf(id: number, environment: Environment): number | string {
    const { variables } = this.occurrences.all[id]!;
    const [first, second] = variables;
    if (first === undefined) return 0;
    if (second === undefined) return environment[first]!;
    if (variables.length === 2) return environment[first]! * setsPerVariable + environment[second]!;
    return variables.map((variable) => environment[variable]!).join();
  }

  /** A rule has a new type: forgets the terms that it stands in. Returns the rules whose bodies these are. */
  grow(rule: number): ReadonlySet<number> {
    const users = new Set<number>();
    for (const occurrence of this.occurrences.headOf[rule]!) {
      users.add(this.occurrences.all[occurrence]!.rule);
      for (let id = occurrence; id >= 0; id = this.occurrences.parents[id]!) {
        this.#versions[id]!++;
        if (this.#known[id]!.size > 0) this.#known[id] = new Map();
      }
    }
    return users;
  }
}
