// Types of the terms in one rule's body, under candidate types for its variables and the types of rules found so far.

import type { BaseDomain } from './base-domain.js';
import type { Environment } from './environments.js';
import { assumption, type Judgment, meetAll, type Needs, noNeeds, strongest, uniteNeeds } from './judgment.js';
import type { Occurrences } from './occurrences.js';
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
  /** The demands that a place is visited with; none for places of function sort. */
  demandsAt(occurrence: number): ReadonlySet<number>;
}

export class BodyTyping {
  readonly #terms = new Map<number, TermTypes>();

  /** Valid until something grows that the body depends on. */
  constructor(
    readonly context: TypingContext,
    readonly environment: Environment,
  ) {}

  /** Judgments about a term of base sort. */
  judge(id: number): readonly Judgment[] {
    const known = this.#known(id);
    if (known.judgments) return known.judgments;
    const { types, domain } = this.context;
    known.judgments = strongest(types, this.#judgeAnew(id), (a, b) => domain.atLeast(a.base, b.base));
    return known.judgments;
  }

  /** Types of a term of base or function sort, as the number of a set. */
  typesAt(id: number): number {
    const known = this.#known(id);
    known.types ??= this.context.sets.intern([...this.#findTypes(id)].sort((a, b) => a - b));
    return known.types;
  }

  #known(id: number): TermTypes {
    const known = this.#terms.get(id);
    if (known) return known;
    const found = this.context.terms.at(id, this.environment);
    this.#terms.set(id, found);
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

  #at(id: number) {
    return this.context.occurrences.all[id]!;
  }

  #headTypes(id: number): readonly number[] {
    const { head } = this.#at(id);
    if (head.kind === 'rule') return this.context.typesOf(head.rule);
    return head.kind === 'variable' ? this.context.sets.types(this.environment[head.index]!) : [];
  }

  #judgeAnew(id: number): Judgment[] {
    const { head, args } = this.#at(id);
    const { types, domain } = this.context;
    if (head.kind === 'terminal') {
      const judged = args.map((arg) => this.judge(arg));
      return domain.node(types, head.name, judged, this.context.demandsAt(id));
    }
    return this.#headTypes(id).flatMap((type) => {
      const { args: sets, base } = types.get(type);
      return sets.length === args.length ? this.#waysToApply(id, type).map((needs) => ({ needs, base })) : [];
    });
  }

  /** What has to be assumed so that the head has the type and the arguments are as it needs them. */
  #waysToApply(id: number, type: number): readonly Needs[] {
    const { head, args } = this.#at(id);
    const { args: sets } = this.context.types.get(type);
    const demands: (readonly Needs[])[] = [];
    for (const [i, arg] of args.entries())
      for (const needed of sets[i]!) {
        const ways = this.#waysToHave(arg, needed);
        if (ways.length === 0) return ways;
        demands.push(ways);
      }
    const own = head.kind === 'variable' ? assumption(head.index, type) : noNeeds;
    return meetAll(this.context.types, demands).map((needs) => uniteNeeds(own, needs));
  }

  /** What has to be assumed so that the term has the type. */
  #waysToHave(id: number, type: number): readonly Needs[] {
    const { ways } = this.#known(id);
    const found = ways.get(type) ?? this.#findWays(id, type);
    ways.set(type, found);
    return found;
  }

  #findWays(id: number, type: number): readonly Needs[] {
    const { types, domain } = this.context;
    const { args: sets, base } = types.get(type);
    if (sets.length === 0) {
      const judged = this.judge(id).filter((judgment) => domain.atLeast(judgment.base, base));
      return meetAll(types, [judged.map(({ needs }) => needs)]);
    }
    const { args } = this.#at(id);
    const fitting = this.#headTypes(id).filter((head) => types.isSubtype(types.rest(head, args.length), type));
    return meetAll(types, [fitting.flatMap((head) => this.#waysToApply(id, head))]);
  }
}
