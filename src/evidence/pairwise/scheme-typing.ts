// Types of the places in one rule's body, under candidate types for its variables and the types of rules so far: every
// combination is tried. A judgment says which types of variables it needs; of two that say the same, the one that needs
// more is dropped.

import type { Work } from '../certifier.js';
import type { SchemeBases } from './scheme-bases.js';
import type { Flow, Place } from './scheme-flow.js';
import type { SchemeTypes } from './scheme-types.js';

/** Ascending numbers, one for each variable and type. */
export type Needs = readonly number[];

const typesPerVariable = 2 ** 26;

/** The types that are needed of a variable. */
export function needsOf(variable: number, needs: Needs): number[] {
  const own = needs.filter((need) => Math.floor(need / typesPerVariable) === variable);
  return own.map((need) => need % typesPerVariable);
}

export interface Judgment {
  readonly base: number;
  readonly needs: Needs;
}

export interface TypingContext {
  readonly flow: Flow;
  readonly types: SchemeTypes;
  readonly bases: SchemeBases;
  readonly ruleTypes: readonly (readonly number[])[];
  readonly work: Work;
}

const noNeeds: Needs = [];

export class BodyTyping {
  readonly #judgments = new Map<Place, readonly Judgment[]>();
  readonly #typesAt = new Map<Place, readonly number[]>();
  readonly #ways = new Map<Place, Map<number, readonly Needs[]>>();
  /** By place and type: many types of heads need the same of an argument. */
  readonly #having = new Map<Place, Map<number, readonly Needs[]>>();

  constructor(
    readonly context: TypingContext,
    /** Per variable of the rule: its candidate types. */
    readonly environment: readonly (readonly number[])[],
  ) {}

  /** Judgments about a term that makes a tree. */
  judge(place: Place): readonly Judgment[] {
    const known = this.#judgments.get(place);
    if (known) return known;
    const { bases } = this.context;
    const found = withoutIdle(this.#judgeAnew(place), (a, b) => a.base === b.base || bases.atLeast(a.base, b.base));
    this.#judgments.set(place, found);
    return found;
  }

  /** Types of a term, whether it makes a tree or is yet to be given arguments. */
  typesAt(place: Place): readonly number[] {
    const known = this.#typesAt.get(place) ?? this.#findTypes(place);
    this.#typesAt.set(place, known);
    return known;
  }

  #findTypes(place: Place): readonly number[] {
    const { types, flow } = this.context;
    if (place.head.kind === 'terminal' || flow.demands[place.id]!.size > 0)
      return [...new Set(this.judge(place).map(({ base }) => types.numberOf({ args: [], base })))];
    const found = this.#headTypes(place).filter((type) => this.#waysToApply(place, type).length > 0);
    return [...new Set(found.map((type) => types.rest(type, place.args.length)))];
  }

  #judgeAnew(place: Place): Judgment[] {
    const { types, bases, flow } = this.context;
    if (place.head.kind !== 'terminal')
      return this.#headTypes(place)
        .filter((type) => types.get(type).args.length === place.args.length)
        .flatMap((type) => this.#waysToApply(place, type).map((needs) => ({ base: types.get(type).base, needs })));
    const judged = place.args.map((arg) => this.judge(arg));
    const args = judged.map((list) => [...new Set(list.map(({ base }) => base))]);
    const found: Judgment[] = [];
    for (const { base, needs } of bases.ways(place.head.name, flow.demands[place.id]!, args)) {
      const options = needs.map(([i, wanted]) =>
        judged[i]!.filter((one) => one.base === wanted).map((one) => one.needs),
      );
      for (const all of this.#together(options)) found.push({ base, needs: all });
    }
    return found;
  }

  #headTypes({ head }: Place): readonly number[] {
    if (head.kind === 'rule') return this.context.ruleTypes[head.rule]!;
    return head.kind === 'variable' ? this.environment[head.index]! : [];
  }

  #waysToApply(place: Place, type: number): readonly Needs[] {
    const byType = this.#ways.get(place) ?? new Map<number, readonly Needs[]>();
    this.#ways.set(place, byType);
    const ways = byType.get(type) ?? this.#findWays(place, type);
    byType.set(type, ways);
    return ways;
  }

  /** What the variables must have so that the head has the type and the arguments are as it needs them. */
  #findWays({ head, args }: Place, type: number): readonly Needs[] {
    const sets = this.context.types.get(type).args;
    if (sets.length < args.length) return [];
    const own: Needs[] = head.kind === 'variable' ? [[head.index * typesPerVariable + type]] : [noNeeds];
    return this.#together([own, ...args.flatMap((arg, i) => sets[i]!.map((need) => this.#waysToHave(arg, need)))]);
  }

  #waysToHave(place: Place, type: number): readonly Needs[] {
    const byType = this.#having.get(place) ?? new Map<number, readonly Needs[]>();
    this.#having.set(place, byType);
    const ways = byType.get(type) ?? this.#findWaysToHave(place, type);
    byType.set(type, ways);
    return ways;
  }

  #findWaysToHave(place: Place, type: number): readonly Needs[] {
    const { types, bases } = this.context;
    const { args, base } = types.get(type);
    if (args.length === 0)
      return this.judge(place)
        .filter((judgment) => judgment.base === base || bases.atLeast(judgment.base, base))
        .map(({ needs }) => needs);
    return this.#headTypes(place)
      .filter((head) => types.fits(types.rest(head, place.args.length), type))
      .flatMap((head) => this.#waysToApply(place, head));
  }

  /** Every choice of one from each list, united; only those that need least. */
  #together(options: readonly (readonly Needs[])[]): Needs[] {
    let ways: Needs[] = [noNeeds];
    for (const option of options) {
      this.context.work.left -= ways.length * option.length;
      if (this.context.work.left < 0) return [];
      if (option.length === 0) return [];
      if (option.length === 1 && option[0]!.length === 0) continue;
      ways = fewest(ways.flatMap((way) => option.map((needs) => united(way, needs))));
    }
    return ways;
  }
}

/** Without those for which another needs no more and says as much. */
function withoutIdle<J extends { readonly needs: Needs }>(
  judgments: readonly J[],
  saysAsMuch: (a: J, b: J) => boolean,
): J[] {
  if (judgments.length < 2) return [...judgments];
  const kept: J[] = [];
  for (const judgment of [...judgments].sort((a, b) => a.needs.length - b.needs.length))
    if (!kept.some((other) => isWithin(other.needs, judgment.needs) && saysAsMuch(other, judgment)))
      kept.push(judgment);
  return kept;
}

/** Without those that another one is within. */
function fewest(ways: readonly Needs[]): Needs[] {
  if (ways.length < 2) return [...ways];
  const kept: Needs[] = [];
  for (const way of [...ways].sort((a, b) => a.length - b.length))
    if (!kept.some((other) => isWithin(other, way))) kept.push(way);
  return kept;
}

function isWithin(small: Needs, large: Needs): boolean {
  let at = 0;
  for (const need of small) {
    while (at < large.length && large[at]! < need) at++;
    if (large[at] !== need) return false;
  }
  return true;
}

function united(a: Needs, b: Needs): Needs {
  if (a.length === 0) return b;
  const all: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Number.POSITIVE_INFINITY;
    const y = b[j] ?? Number.POSITIVE_INFINITY;
    all.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return all;
}
