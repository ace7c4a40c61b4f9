// Somewhere terms are passed to a rule together. Each of them stands in the body of some rule and is typed under one of
// that rule's environments; the rule that is called gets an environment for every choice of these. Semi-naive: a choice is
// made once, when the last of its parts is new. Terms whose parameter nobody uses are not looked at.

import type { Environment } from './environments.js';
import type { Binding } from './flow.js';
import type { Occurrences } from './occurrences.js';

/** The sets of types of some terms, by number. */
type SetList = readonly number[];

/** How the terms of one rule are typed at present. */
export interface Typings {
  readonly environments: readonly Environment[];
  /** Grows whenever the types of the term may have changed. */
  versionOf(term: number): number;
  /** The number of a set of types. */
  typesAt(term: number, environment: Environment): number;
}

/** Terms of one rule's body that are passed together, whereto ever. */
export class PassedTerms {
  readonly passings: Passing[] = [];
  /** Over the rule's environments, each once. */
  #lists: readonly SetList[] = [];
  /** What `#lists` is of. */
  #environments: readonly Environment[] = [];
  #version = -1;

  constructor(readonly terms: readonly number[]) {}

  get lists(): readonly SetList[] {
    return this.#lists;
  }

  /** Types the terms under each environment, where something has changed; returns the lists that are new. */
  renew(typings: Typings): readonly SetList[] {
    const version = this.terms.reduce((sum, term) => sum + typings.versionOf(term), 0);
    if (this.#version === version && this.#environments === typings.environments) return [];
    const before = this.#lists;
    const now: SetList[] = [];
    for (const environment of typings.environments) {
      const list = this.terms.map((term) => typings.typesAt(term, environment));
      if (!now.some((other) => isSame(other, list))) now.push(list);
    }
    this.#lists = now;
    this.#environments = typings.environments;
    this.#version = version;
    return now.filter((list) => !before.some((other) => isSame(other, list)));
  }
}

function isSame(a: SetList, b: SetList): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface Part {
  readonly passed: PassedTerms;
  /** Where its terms stand among the arguments. */
  readonly positions: readonly number[];
}

export class Passing {
  constructor(
    readonly target: number,
    readonly arity: number,
    readonly parts: readonly Part[],
  ) {
    for (const { passed } of parts) passed.passings.push(this);
  }

  /** Every choice of one list per part, that of `renewed` among `fresh`. */
  *environments(renewed: PassedTerms, fresh: readonly SetList[], emptySet: number): Generator<Environment> {
    const lists = this.parts.map(({ passed }) => (passed === renewed ? fresh : passed.lists));
    if (lists.some(({ length }) => length === 0)) return;
    const chosen = lists.map(() => 0);
    do {
      const environment = new Array<number>(this.arity).fill(emptySet);
      for (let at = 0; at < lists.length; at++)
        fillIn(environment, this.parts[at]!.positions, lists[at]![chosen[at]!]!);
      yield environment;
    } while (countOn(chosen, lists));
  }
}

function fillIn(environment: number[], positions: readonly number[], list: SetList): void {
  for (let i = 0; i < positions.length; i++) environment[positions[i]!] = list[i]!;
}

/** False after the last choice. */
function countOn(chosen: number[], lists: readonly (readonly unknown[])[]): boolean {
  for (let at = 0; at < chosen.length; at++) {
    chosen[at]!++;
    if (chosen[at]! < lists[at]!.length) return true;
    chosen[at] = 0;
  }
  return false;
}

/** All passings of a scheme, by what is passed. */
export class Passings {
  readonly #passed: Map<string, PassedTerms>[];

  constructor(readonly occurrences: Occurrences) {
    this.#passed = occurrences.bodies.map(() => new Map());
  }

  /** What is passed of a rule's body. */
  of(rule: number): Iterable<PassedTerms> {
    return this.#passed[rule]!.values();
  }

  /** `isUsed`: per parameter of the target. */
  add(target: number, binding: Binding, isUsed: readonly boolean[]): void {
    const ruleOf = (position: number) => this.occurrences.all[binding[position]!]!.rule;
    const positions = binding.map((_, i) => i).filter((i) => isUsed[i]);
    const parts = [...new Set(positions.map(ruleOf))].map((rule) => {
      const own = positions.filter((position) => ruleOf(position) === rule);
      return {
        positions: own,
        passed: this.#passedBy(
          rule,
          own.map((position) => binding[position]!),
        ),
      };
    });
    new Passing(target, binding.length, parts);
  }

  #passedBy(rule: number, terms: readonly number[]): PassedTerms {
    const key = terms.join();
    const known = this.#passed[rule]!.get(key);
    if (known) return known;
    const passed = new PassedTerms(terms);
    this.#passed[rule]!.set(key, passed);
    return passed;
  }
}
