// Types of the terms in one rule's body, under candidate types for its variables and the types of rules found so far.

import type { BaseDomain } from './base-domain.js';
import type { Environment } from './environments.js';
import { assumption, freely, type Judgment, meetAll, type Needs, strongest, uniteNeeds, weakest } from './judgment.js';
import type { Occurrence, Occurrences } from './occurrences.js';
import type { TermTypes, TermTypesByCandidates } from './term-types.js';
import type { TypeSets } from './type-sets.js';
import type { TypeStore } from './type-store.js';

export interface TypingContext {
  readonly types: TypeStore;
  readonly sets: TypeSets;
  readonly terms: TermTypesByCandidates;
  readonly domain: BaseDomain;
  readonly occurrences: Occurrences;
  typesOf(rule: number): readonly number[];
  /** Every type found for the rule, in that order; only those of `typesOf` count. */
  foundFor(rule: number): readonly number[];
  /** The demands that a place is visited with; none for places of function sort. */
  demandsAt(occurrence: number): ReadonlySet<number>;
}

export class BodyTyping {
  /** By occurrence, from the first one of the body. */
  readonly #slots: (TermTypes | undefined)[] = [];
  readonly #first: number;
  /** The version of the body whose types have been handed to the rule, and the judgments they came from. */
  handedVersion = -1;
  handed: readonly Judgment[] = [];

  constructor(
    readonly context: TypingContext,
    readonly rule: number,
    readonly environment: Environment,
  ) {
    this.#first = rule === 0 ? 0 : context.occurrences.bodies[rule - 1]! + 1;
  }

  /** Judgments about a term of base sort. */
  judge(id: number): readonly Judgment[] {
    const known = this.#known(id);
    if (known.judgments) return known.judgments;
    const { types, domain } = this.context;
    const saysAsMuch = (a: Judgment, b: Judgment) => a.base === b.base || domain.atLeast(a.base, b.base);
    const judgments = strongest(types, this.#judgeAnew(id), saysAsMuch);
    if (known.earlier) known.earlier = { ...known.earlier, judgments };
    known.judgments = judgments;
    return judgments;
  }

  /** Types of a term of base or function sort, as the number of a set. */
  typesAt(id: number): number {
    const { head, args } = this.#at(id);
    if (head.kind === 'variable' && args.length === 0) return this.environment[head.index]!;
    const known = this.#known(id);
    known.types ??= this.context.sets.intern([...this.#findTypes(id)].sort((a, b) => a - b));
    return known.types;
  }

  #at(id: number): Occurrence {
    return this.context.occurrences.all[id]!;
  }

  #known(id: number): TermTypes {
    const { terms } = this.context;
    const slot = id - this.#first;
    let found = this.#slots[slot];
    if (!found) this.#slots[slot] = found = terms.at(id, this.environment);
    terms.renew(id, found);
    return found;
  }

  #findTypes(id: number): ReadonlySet<number> {
    const { types } = this.context;
    const { head, args } = this.#at(id);
    if (head.kind === 'terminal' || this.context.demandsAt(id).size > 0)
      return new Set(this.judge(id).map(({ base }) => types.base(base)));
    const found: { readonly needs: Needs; readonly type: number }[] = [];
    for (const headType of this.#headTypes(id)) {
      const type = types.rest(headType, args.length);
      for (const needs of this.#waysToApply(id, headType)) found.push({ needs, type });
    }
    const kept = strongest(types, found, (a, b) => types.isSubtype(a.type, b.type));
    return new Set(kept.map(({ type }) => type));
  }

  #headTypes(id: number): readonly number[] {
    const { head } = this.#at(id);
    if (head.kind === 'rule') return this.context.typesOf(head.rule);
    if (head.kind === 'terminal') return [];
    const set = this.environment[head.index]!;
    return set === this.context.sets.any ? this.#demandedAt(id) : this.context.sets.types(set);
  }

  /** The types that matter of a variable which stands for a tree. */
  #demandedAt(id: number): readonly number[] {
    return Array.from(this.context.demandsAt(id), (base) => this.context.types.base(base));
  }

  #judgeAnew(id: number): readonly Judgment[] {
    const { head, args } = this.#at(id);
    const { types, domain } = this.context;
    if (head.kind === 'terminal') {
      const judged = args.map((arg) => this.judge(arg));
      return domain.node(types, head.name, judged, this.context.demandsAt(id));
    }
    const judgments: Judgment[] = [];
    if (head.kind === 'rule') this.#judgeFurther(id, head.rule, judgments);
    else for (const type of this.#headTypes(id)) this.#judgeWith(id, type, judgments);
    return judgments;
  }

  /** Semi-naive: while the arguments are as they were, only new types of the head are looked at. */
  #judgeFurther(id: number, rule: number, judgments: Judgment[]): void {
    const known = this.#known(id);
    const found = this.context.foundFor(rule);
    const current = this.context.typesOf(rule);
    const argsVersion = this.context.terms.versionOfAll(this.#at(id).args);
    const { earlier } = known;
    const isFurther = earlier?.argsVersion === argsVersion;
    if (isFurther) judgments.push(...earlier.judgments);
    for (let i = isFurther ? earlier.headTypes : 0; i < found.length; i++)
      if (current.includes(found[i]!)) this.#judgeWith(id, found[i]!, judgments);
    known.earlier = { judgments, headTypes: found.length, argsVersion };
  }

  #judgeWith(id: number, type: number, judgments: Judgment[]): void {
    const { args: sets, base } = this.context.types.get(type);
    if (sets.length !== this.#at(id).args.length) return;
    for (const needs of this.#waysToApply(id, type)) judgments.push({ needs, base });
  }

  /** What has to be assumed so that the head has the type and the arguments are as it needs them. */
  #waysToApply(id: number, type: number): readonly Needs[] {
    const { head, args } = this.#at(id);
    const demands = this.#demandsOn(args, this.context.types.get(type).args);
    if (!demands) return [];
    const ways = demands.length === 0 ? freely : meetAll(this.context.types, demands);
    if (head.kind !== 'variable') return ways;
    const own = assumption(head.index, type);
    return ways === freely ? [own] : ways.map((needs) => uniteNeeds(own, needs));
  }

  /** The ways to have each type that arguments need, where that takes an assumption; undefined when one cannot be had. */
  #demandsOn(args: readonly number[], sets: readonly (readonly number[])[]): (readonly Needs[])[] | undefined {
    const demands: (readonly Needs[])[] = [];
    for (let i = 0; i < args.length; i++)
      for (const needed of sets[i]!) {
        const ways = this.#waysToHave(args[i]!, needed);
        if (ways.length === 0) return undefined;
        if (ways !== freely) demands.push(ways);
      }
    return demands;
  }

  /** What has to be assumed so that the term has the type: weakest ways. */
  #waysToHave(id: number, type: number): readonly Needs[] {
    const known = this.#known(id);
    if (!known.ways) known.ways = new Map();
    else {
      const ways = known.ways.get(type);
      if (ways) return ways;
    }
    const found = this.#findWays(id, type);
    known.ways.set(type, found);
    return found;
  }

  #findWays(id: number, type: number): readonly Needs[] {
    const { types, sets, domain } = this.context;
    const { head, args, variables } = this.#at(id);
    if (head.kind === 'variable' && args.length === 0)
      return sets.fitting(this.environment[head.index]!, type).map((each) => assumption(head.index, each));
    const { args: needed, base } = types.get(type);
    const ways: Needs[] = [];
    if (needed.length === 0) {
      for (const judgment of this.judge(id)) if (domain.atLeast(judgment.base, base)) ways.push(judgment.needs);
    } else
      for (const each of this.#headTypes(id)) {
        if (!types.isSubtype(types.rest(each, args.length), type)) continue;
        ways.push(...this.#waysToApply(id, each));
        // A closed term assumes nothing: one way is as good as another.
        if (variables.length === 0 && ways.length > 0) return freely;
      }
    return ways.some(({ length }) => length === 0) ? freely : weakest(types, ways);
  }
}
