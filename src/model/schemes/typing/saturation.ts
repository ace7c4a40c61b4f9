// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation.
// A variable's candidate types are those of the terms that flow to it. Within one term a stronger type replaces weaker
// ones; across different actual arguments nothing is dropped, since each of them must be typable on its own.

import { IndexWorklist } from '../../../base/worklist.js';
import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import { BodyTyping, type TypingContext } from './body-typing.js';
import { choices, type Environment, Environments } from './environments.js';
import { analyzeFlow, type Binding, type Flow } from './flow.js';
import { typesNeeded } from './judgment.js';
import { numberOccurrences, type Occurrences } from './occurrences.js';
import { addStrongest, TypeStore } from './type-store.js';

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

/** Somewhere these terms are passed to the rule together. */
interface Passing {
  readonly target: number;
  readonly binding: Binding;
  /** The rules in whose bodies the terms stand. */
  readonly sources: readonly number[];
}

export class TypeSaturation implements TypingContext {
  readonly types: TypeStore;
  readonly occurrences: Occurrences;
  /** Every type in the order in which it was found: its derivation uses earlier ones only. */
  readonly derived: RuleType[] = [];
  readonly #flow: Flow;
  readonly #ruleTypes: number[][];
  readonly #environments: Environments[];
  /** Per rule: the bindings that contain terms of its body. */
  readonly #passings: Passing[][];
  readonly #worklist: IndexWorklist;
  /** Per rule: counts how often something has grown that its body depends on. */
  readonly #versions: number[];
  readonly #typings = new WeakMap<Environment, { readonly version: number; readonly typing: BodyTyping }>();

  constructor(
    readonly scheme: Scheme,
    readonly domain: BaseDomain,
  ) {
    this.types = new TypeStore((a, b) => domain.atLeast(a, b));
    this.occurrences = numberOccurrences(scheme);
    this.#flow = analyzeFlow(scheme, this.occurrences, domain);
    this.#ruleTypes = scheme.rules.map(() => []);
    this.#environments = scheme.rules.map(() => new Environments());
    this.#passings = scheme.rules.map(() => []);
    this.#worklist = new IndexWorklist(scheme.rules.length);
    this.#versions = scheme.rules.map(() => 0);
    for (const [target, bindings] of this.#flow.bindings.entries())
      for (const binding of bindings) this.#addPassing(target, binding);
    this.#addEnvironment(0, []);
    for (const base of domain.always)
      for (const [rule, { parameters }] of scheme.rules.entries())
        this.#addRuleType(rule, this.types.intern({ args: parameters.map(() => []), base }));
  }

  #addPassing(target: number, binding: Binding): void {
    const sources = [...new Set(binding.map((actual) => this.occurrences.all[actual]!.rule))];
    for (const source of sources) this.#passings[source]!.push({ target, binding, sources });
    this.#addEnvironment(
      target,
      binding.map(() => []),
    );
  }

  /** Types that are taken as given, from a certificate. */
  assume({ rule, type }: RuleType): void {
    this.#addRuleType(rule, type);
  }

  typesOf(rule: number): readonly number[] {
    return this.#ruleTypes[rule]!;
  }

  get isAnswered(): boolean {
    return this.#ruleTypes[0]!.some((type) => this.domain.isAnswer(this.types.get(type).base));
  }

  /** Places that nobody visits need no type. */
  demandsAt(id: number): ReadonlySet<number> {
    return this.#flow.demands[id]!;
  }

  /** Types one rule under each of its environments; false when there is nothing left to do. */
  step(): boolean {
    const rule = this.#worklist.take();
    if (rule === undefined) return false;
    const body = this.occurrences.bodies[rule]!;
    const { parameters } = this.scheme.rules[rule]!;
    for (const environment of this.#environments[rule]!.items) {
      const typing = this.#typingOf(rule, environment);
      for (const { needs, base } of typing.judge(body))
        this.#addRuleType(rule, this.types.intern({ args: typesNeeded(needs, parameters.length), base }));
    }
    for (const passing of this.#passings[rule]!) this.#pass(passing);
    return true;
  }

  /** Judgments are kept as long as nothing has changed that they depend on. */
  #typingOf(rule: number, environment: Environment): BodyTyping {
    const known = this.#typings.get(environment);
    if (known && known.version === this.#versions[rule]) return known.typing;
    const typing = new BodyTyping(this, environment);
    this.#typings.set(environment, { version: this.#versions[rule]!, typing });
    return typing;
  }

  #addRuleType(rule: number, type: number): void {
    if (!addStrongest(this.types, this.#ruleTypes[rule]!, type)) return;
    this.derived.push({ rule, type });
    for (const user of this.occurrences.mentionedIn[rule]!) {
      this.#versions[user]!++;
      this.#worklist.add(user);
    }
  }

  /** Hands the types of the passed terms on, once for every choice of environments they may stand in. */
  #pass({ target, binding, sources }: Passing): void {
    for (const chosen of choices(sources.map((source) => this.#environments[source]!.items))) {
      const environment = binding.map((actual) => {
        const source = this.occurrences.all[actual]!.rule;
        const typing = this.#typingOf(source, chosen[sources.indexOf(source)]!);
        return typing.typesAt(actual);
      });
      this.#addEnvironment(target, environment);
    }
  }

  #addEnvironment(rule: number, environment: Environment): void {
    if (this.#environments[rule]!.add(environment)) this.#worklist.add(rule);
  }
}
