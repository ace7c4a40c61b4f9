// The types of a scheme's rules, closed under typing their bodies (obligations H1 to H3): from listed types, or none, more are
// added until nothing is new. A rule is typed under every environment in which it may be called: types of the terms that may
// be passed for its parameters together. Listed types can only add judgments, never hide one; complete lists save rounds.

import type { Scheme } from '../../model/schemes/scheme.js';
import type { Work } from '../certifier.js';
import type { SchemeBases } from './scheme-bases.js';
import { type Flow, flowOf, type Place } from './scheme-flow.js';
import type { RuleType, SchemeTypes } from './scheme-types.js';
import { BodyTyping, type Judgment, needsOf, type TypingContext } from './scheme-typing.js';

type Environment = readonly (readonly number[])[];

/** Whether the start gets a type that contradicts the claim; undefined when the work is spent before that is known. */
export function isContradicted(
  scheme: Scheme,
  bases: SchemeBases,
  types: SchemeTypes,
  listed: readonly RuleType[],
  work: Work,
): boolean | undefined {
  return new SchemeClosure(scheme, bases, types, work).run(listed);
}

class SchemeClosure implements TypingContext {
  readonly flow: Flow;
  readonly ruleTypes: number[][];
  readonly #environments: Environment[][];
  /** What was found about a body stays as long as the types of the rules that it mentions. */
  readonly #typings = new Map<
    Environment,
    { readonly typing: BodyTyping; readonly under: readonly (readonly number[])[] }
  >();
  readonly #mentioned: readonly (readonly number[])[];

  constructor(
    readonly scheme: Scheme,
    readonly bases: SchemeBases,
    readonly types: SchemeTypes,
    readonly work: Work,
  ) {
    this.flow = flowOf(scheme, bases.start, (...where) => bases.argumentDemands(...where));
    this.ruleTypes = scheme.rules.map(() => []);
    this.#mentioned = this.flow.bodies.map((body) => [...rulesIn(body)]);
    this.#environments = scheme.rules.map((_, rule) => (rule === 0 ? [[]] : []));
  }

  run(listed: readonly RuleType[]): boolean | undefined {
    for (const { rule, type } of listed) this.#addType(rule, type);
    this.scheme.rules.forEach(({ parameters }, rule) => {
      for (const base of this.bases.always)
        this.#addType(rule, this.types.numberOf({ args: parameters.map(() => []), base }));
    });
    for (let grows = true; grows; ) {
      grows = this.#typeBodies();
      grows = this.#pass() || grows;
      if (this.ruleTypes[0]!.some((type) => this.bases.contradicts(this.types.get(type).base))) return true;
      if (this.work.left < 0) return undefined;
    }
    return false;
  }

  #typeBodies(): boolean {
    let grows = false;
    this.flow.bodies.forEach((body, rule) => {
      for (const environment of this.#environments[rule]!)
        for (const judgment of this.#typing(rule, environment).judge(body))
          if (this.#addType(rule, this.#typeOf(rule, judgment))) grows = true;
    });
    return grows;
  }

  #typing(rule: number, environment: Environment): BodyTyping {
    const under = this.#mentioned[rule]!.map((each) => this.ruleTypes[each]!);
    const known = this.#typings.get(environment);
    if (known?.under.every((types, i) => types === under[i])) return known.typing;
    const typing = new BodyTyping(this, environment);
    this.#typings.set(environment, { typing, under });
    return typing;
  }

  #typeOf(rule: number, { base, needs }: Judgment): number {
    const args = this.scheme.rules[rule]!.parameters.map((_, i) => needsOf(i, needs));
    return this.types.numberOf({ args, base });
  }

  /** True when nothing listed says as much. */
  #addType(rule: number, type: number): boolean {
    const known = this.ruleTypes[rule]!;
    if (known.some((other) => this.types.fits(other, type))) return false;
    this.ruleTypes[rule] = [...known.filter((other) => !this.types.fits(type, other)), type];
    return true;
  }

  /** Hands the types of passed terms on, for every choice of environments that the terms may stand in. */
  #pass(): boolean {
    let grows = false;
    this.flow.bindings.forEach((bindings, target) => {
      for (const binding of bindings)
        for (const environment of this.#environmentsOf(binding))
          if (this.#addEnvironment(target, environment)) grows = true;
    });
    return grows;
  }

  *#environmentsOf(binding: readonly Place[]): Generator<Environment> {
    const sources = [...new Set(binding.map(({ rule }) => rule))];
    let choices: Map<number, Environment>[] = [new Map()];
    for (const source of sources)
      choices = choices.flatMap((choice) =>
        this.#environments[source]!.map((environment) => new Map([...choice, [source, environment]])),
      );
    this.work.left -= choices.length;
    for (const choice of choices) {
      if (this.work.left < 0) return;
      yield binding.map((place) => this.#typing(place.rule, choice.get(place.rule)!).typesAt(place));
    }
  }

  #addEnvironment(rule: number, environment: Environment): boolean {
    const known = this.#environments[rule]!;
    const isWithin = (small: Environment, large: Environment) =>
      small.every((set, i) => set.every((type) => large[i]!.includes(type)));
    if (known.some((other) => isWithin(environment, other))) return false;
    this.#environments[rule] = [...known.filter((other) => !isWithin(other, environment)), environment];
    return true;
  }
}

/** The rules that a body mentions. */
function rulesIn(body: Place): Set<number> {
  const rules = new Set<number>();
  const pending = [body];
  for (let place = pending.pop(); place; place = pending.pop()) {
    if (place.head.kind === 'rule') rules.add(place.head.rule);
    pending.push(...place.args);
  }
  return rules;
}
