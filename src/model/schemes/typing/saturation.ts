// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation.
// A variable's candidate types are those of the terms that flow to it. Within one term a stronger type replaces weaker
// ones; across different actual arguments nothing is dropped, since each of them must be typable on its own.

import { IndexWorklist } from '../../../base/worklist.js';
import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import { BodyTyping, type TypingContext } from './body-typing.js';
import { analyzeFlow, type Flow } from './flow.js';
import { typesNeeded } from './judgment.js';
import { numberOccurrences, type Occurrences } from './occurrences.js';
import { addStrongest, TypeStore } from './type-store.js';

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

export class TypeSaturation implements TypingContext {
  readonly types: TypeStore;
  readonly occurrences: Occurrences;
  /** Every type in the order in which it was found: its derivation uses earlier ones only. */
  readonly derived: RuleType[] = [];
  readonly #flow: Flow;
  readonly #ruleTypes: number[][];
  /** Per occurrence that is passed to a rule: its types, and those rules. */
  readonly #typesOfActuals = new Map<number, Set<number>>();
  readonly #passedTo = new Map<number, Set<number>>();
  readonly #worklist: IndexWorklist;

  constructor(
    readonly scheme: Scheme,
    readonly domain: BaseDomain,
  ) {
    this.types = new TypeStore((a, b) => domain.atLeast(a, b));
    this.occurrences = numberOccurrences(scheme);
    this.#flow = analyzeFlow(scheme, this.occurrences, domain);
    this.#ruleTypes = scheme.rules.map(() => []);
    this.#worklist = new IndexWorklist(scheme.rules.length);
    for (const [rule, bindings] of this.#flow.bindings.entries())
      for (const actual of bindings.flat()) {
        this.#typesOfActuals.set(actual, new Set());
        this.#passedTo.set(actual, (this.#passedTo.get(actual) ?? new Set()).add(rule));
      }
    for (let rule = scheme.rules.length - 1; rule >= 0; rule--) this.#worklist.add(rule);
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

  /** Types one rule under each of its bindings; false when there is nothing left to do. */
  step(): boolean {
    const rule = this.#worklist.take();
    if (rule === undefined) return false;
    const body = this.occurrences.bodies[rule]!;
    if (this.#flow.demands[body]!.size === 0) return true;
    const { parameters } = this.scheme.rules[rule]!;
    const bindings = rule === 0 ? [[]] : this.#flow.bindings[rule]!;
    const candidateSets = bindings.map((binding) => binding.map((actual) => [...this.#typesOfActuals.get(actual)!]));
    for (const candidates of withoutRepetition(candidateSets)) {
      const typing = new BodyTyping(this, candidates);
      this.#typeActualsIn(body, typing);
      for (const { needs, base } of typing.judge(body))
        this.#addRuleType(rule, this.types.intern({ args: typesNeeded(needs, parameters.length), base }));
    }
    return true;
  }

  /** Places that nobody visits need no type. */
  demandsAt(id: number): ReadonlySet<number> {
    return this.#flow.demands[id]!;
  }

  #addRuleType(rule: number, type: number): void {
    if (!addStrongest(this.types, this.#ruleTypes[rule]!, type)) return;
    this.derived.push({ rule, type });
    for (const user of this.occurrences.mentionedIn[rule]!) this.#worklist.add(user);
  }

  /** Finds types for the arguments in a rule's body and hands them to the rules that they are passed to. */
  #typeActualsIn(body: number, typing: BodyTyping): void {
    const pending = [body];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      pending.push(...this.occurrences.all[id]!.args);
      const known = this.#typesOfActuals.get(id);
      if (!known) continue;
      const before = known.size;
      for (const type of typing.typesAt(id)) known.add(type);
      if (known.size > before) for (const rule of this.#passedTo.get(id)!) this.#worklist.add(rule);
    }
  }
}

/** Bindings whose arguments have the same types give the same result. */
function withoutRepetition(lists: readonly (readonly (readonly number[])[])[]): (readonly (readonly number[])[])[] {
  const keyOf = (sets: readonly (readonly number[])[]) => sets.map((set) => set.join()).join('|');
  return [...new Map(lists.map((sets) => [keyOf(sets), sets])).values()];
}
