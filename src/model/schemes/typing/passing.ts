// Somewhere terms are passed to a rule together. Each of them stands in the body of some rule and is typed under one of
// that rule's environments; the rule that is called gets an environment for every choice of these. Semi-naive: a choice is
// made once, when the last of its parts is new. Terms whose parameter nobody uses are not looked at.

import type { BodyTyping } from './body-typing.js';
import type { Environment } from './environments.js';
import type { Binding } from './flow.js';
import type { Occurrences } from './occurrences.js';
import type { TermTypesByCandidates } from './term-types.js';

/** The sets of types of some terms, by number. */
type SetList = readonly number[];

interface TypedTerms {
  readonly typing: BodyTyping;
  readonly list: SetList;
  readonly key: number;
}

/** Terms of one rule's body that are passed together, whereto ever. */
export class PassedTerms {
  readonly passings: Passing[] = [];
  /** Over the rule's environments, each once. */
  #lists: readonly SetList[] = [];
  #keys: ReadonlySet<number> = new Set();
  /** Per environment of the rule, in their order. */
  #typed: readonly TypedTerms[] = [];
  #typings: readonly BodyTyping[] = [];
  #version = -1;

  constructor(readonly terms: readonly number[]) {}

  get lists(): readonly SetList[] {
    return this.#lists;
  }

  /** Types the terms under each environment, where something has changed; returns the lists that are new. */
  renew(typings: readonly BodyTyping[], versions: TermTypesByCandidates): readonly SetList[] {
    const version = versions.versionOfAll(this.terms);
    if (this.#version === version && this.#typings === typings) return [];
    this.#typed = this.#typeUnder(typings, this.#version === version ? this.#typed : []);
    this.#typings = typings;
    this.#version = version;
    const keys = new Set<number>();
    const lists: SetList[] = [];
    const fresh: SetList[] = [];
    for (const { key, list } of this.#typed) {
      if (keys.has(key)) continue;
      keys.add(key);
      lists.push(list);
      if (!this.#keys.has(key)) fresh.push(list);
    }
    this.#keys = keys;
    this.#lists = lists;
    return fresh;
  }

  /** `known`: what is still right, in the order of the environments, which come and go but never change places. */
  #typeUnder(typings: readonly BodyTyping[], known: readonly TypedTerms[]): readonly TypedTerms[] {
    let at = 0;
    return typings.map((typing) => {
      const from = at;
      while (at < known.length && known[at]!.typing !== typing) at++;
      if (at < known.length) return known[at++]!;
      at = from;
      const list = this.terms.map((term) => typing.typesAt(term));
      return { typing, list, key: typing.context.sets.numberOf(list) };
    });
  }
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

  /** Hands over every choice of one list per part, that of `renewed` among `fresh`; each call of the result hands over one. */
  choices(renewed: PassedTerms, fresh: readonly SetList[], emptySet: number): () => Environment | undefined {
    const lists = this.parts.map(({ passed }) => (passed === renewed ? fresh : passed.lists));
    let isOver = lists.some(({ length }) => length === 0);
    const chosen = lists.map(() => 0);
    const nothing = new Array<number>(this.arity).fill(emptySet);
    return () => {
      if (isOver) return undefined;
      const environment = nothing.slice();
      for (let at = 0; at < lists.length; at++)
        fillIn(environment, this.parts[at]!.positions, lists[at]![chosen[at]!]!);
      isOver = !countOn(chosen, lists);
      return environment;
    };
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
  /** By target and the terms that are looked at. */
  readonly #known = new Set<string>();

  constructor(readonly occurrences: Occurrences) {
    this.#passed = occurrences.bodies.map(() => new Map());
  }

  /** What is passed of a rule's body. */
  of(rule: number): Iterable<PassedTerms> {
    return this.#passed[rule]!.values();
  }

  /** `isUsed`: per parameter of the target. */
  add(target: number, binding: Binding, isUsed: readonly boolean[]): void {
    const key = `${target} ${binding.map((term, position) => (isUsed[position] ? term : ''))}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const positionsOf = new Map<number, number[]>();
    for (let position = 0; position < binding.length; position++) {
      if (!isUsed[position]) continue;
      const { rule } = this.occurrences.all[binding[position]!]!;
      const positions = positionsOf.get(rule);
      if (positions) positions.push(position);
      else positionsOf.set(rule, [position]);
    }
    const parts: Part[] = [];
    for (const [rule, positions] of positionsOf) {
      const terms = positions.map((position) => binding[position]!);
      parts.push({ positions, passed: this.#passedBy(rule, terms) });
    }
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
