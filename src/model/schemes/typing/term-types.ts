// What is known about each term, under the candidates for the variables that stand in it: environments that differ only
// elsewhere share it. It is forgotten when a rule that stands in the term gets a new type.

import type { Environment } from './environments.js';
import type { Judgment, Needs } from './judgment.js';
import type { Occurrences } from './occurrences.js';
import type { TypeSets } from './type-sets.js';

export interface TermTypes {
  /** What follows is as of this version of the term. */
  version: number;
  judgments: readonly Judgment[] | undefined;
  /** Of an earlier version: judgments with these types of the head, and this version of the arguments. */
  earlier: EarlierJudgments | undefined;
  /** The number of a set of types. */
  types: number | undefined;
  /** Per type: what has to be assumed so that the term has it. */
  ways: Map<number, readonly Needs[]> | undefined;
}

interface EarlierJudgments {
  readonly judgments: readonly Judgment[];
  readonly headTypes: number;
  readonly argsVersion: number;
}

/** Where a rule stands. */
interface Standing {
  readonly terms: readonly number[];
  readonly users: readonly number[];
}

export class TermTypesByCandidates {
  readonly #known: (Map<number, TermTypes> | undefined)[];
  /** Per occurrence: how often something has grown that stands in it. */
  readonly #versions: Int32Array;
  /** By rule. */
  readonly #standing: Standing[] = [];

  constructor(
    readonly occurrences: Occurrences,
    readonly sets: TypeSets,
  ) {
    this.#known = new Array(occurrences.all.length);
    this.#versions = new Int32Array(occurrences.all.length);
  }

  versionOf(id: number): number {
    return this.#versions[id]!;
  }

  /** Grows whenever something grows that stands in one of the terms. */
  versionOfAll(ids: readonly number[]): number {
    let version = 0;
    for (let i = 0; i < ids.length; i++) version += this.#versions[ids[i]!]!;
    return version;
  }

  /** The same object for environments that agree on the term's variables. */
  at(id: number, environment: Environment): TermTypes {
    let known = this.#known[id];
    if (!known) this.#known[id] = known = new Map();
    const key = this.#keyOf(this.occurrences.all[id]!.variables, environment);
    const found = known.get(key);
    if (found) return found;
    const version = this.#versions[id]!;
    const types = { version, judgments: undefined, earlier: undefined, types: undefined, ways: undefined };
    known.set(key, types);
    return types;
  }

  #keyOf(variables: readonly number[], environment: Environment): number {
    if (variables.length === 0) return 0;
    if (variables.length === 1) return environment[variables[0]!]!;
    let key = 0;
    for (let i = 0; i < variables.length; i++) key = this.sets.numberWith(key, environment[variables[i]!]!);
    return key;
  }

  /** Forgets what is not of the present version. */
  renew(id: number, types: TermTypes): void {
    const version = this.#versions[id]!;
    if (types.version === version) return;
    types.version = version;
    types.judgments = undefined;
    types.types = undefined;
    types.ways = undefined;
  }

  /** A rule has a new type: the terms that it stands in are no longer as they were. Returns the rules they stand in. */
  grow(rule: number): readonly number[] {
    const known = (this.#standing[rule] ??= this.#standingIn(rule));
    for (const id of known.terms) this.#versions[id]!++;
    return known.users;
  }

  #standingIn(rule: number): Standing {
    const { all, headOf, parents } = this.occurrences;
    const terms = new Set(headOf[rule]!);
    // Terms are added while they are gone through.
    for (const id of terms) for (const parent of parents[id]!) terms.add(parent);
    const ids = [...terms];
    return { terms: ids, users: [...new Set(ids.map((id) => all[id]!.rule))] };
  }
}
