// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation.
// A variable's candidate types are those of the terms that flow to it. Within one term a stronger type replaces weaker
// ones; across different actual arguments nothing is dropped, since each of them must be typable on its own.

import { IndexWorklist } from '../../../base/worklist.js';
import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import { analyzeFlow, type Flow } from './flow.js';
import {
  assumption,
  type Judgment,
  meetAll,
  type Needs,
  noNeeds,
  strongest,
  typesNeeded,
  uniteNeeds,
} from './judgment.js';
import { numberOccurrences, type Occurrences } from './occurrences.js';
import { addStrongest, TypeStore } from './type-store.js';

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

export class TypeSaturation {
  readonly types: TypeStore;
  readonly occurrences: Occurrences;
  /** Every type in the order in which it was found: its derivation uses earlier ones only. */
  readonly derived: RuleType[] = [];
  readonly #flow: Flow;
  readonly #ruleTypes: number[][];
  /** Per rule and parameter: the types of the terms that flow to it. */
  readonly #candidates: Set<number>[][];
  /** Per occurrence: the parameters it flows to. */
  readonly #flowsTo = new Map<number, { readonly rule: number; readonly parameter: number }[]>();
  readonly #typesOfActuals = new Map<number, number[]>();
  readonly #worklist: IndexWorklist;
  /** Judgments are kept until something that their rule depends on has grown. */
  readonly #versions: number[];
  readonly #judgments = new Map<number, { readonly version: number; readonly found: readonly Judgment[] }>();
  readonly #ways = new Map<number, { readonly version: number; readonly found: Map<number, readonly Needs[]> }>();

  constructor(
    readonly scheme: Scheme,
    readonly domain: BaseDomain,
  ) {
    this.types = new TypeStore((a, b) => domain.atLeast(a, b));
    this.occurrences = numberOccurrences(scheme);
    this.#flow = analyzeFlow(scheme, this.occurrences, domain);
    this.#ruleTypes = scheme.rules.map(() => []);
    this.#candidates = scheme.rules.map(({ parameters }) => parameters.map(() => new Set<number>()));
    this.#versions = scheme.rules.map(() => 0);
    this.#worklist = new IndexWorklist(scheme.rules.length);
    for (const [rule, parameters] of this.#flow.actuals.entries())
      for (const [parameter, actuals] of parameters.entries())
        for (const actual of actuals)
          this.#flowsTo.set(actual, [...(this.#flowsTo.get(actual) ?? []), { rule, parameter }]);
    for (let rule = 0; rule < scheme.rules.length; rule++) this.#worklist.add(rule);
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

  /** Types one rule; false when there is nothing left to do. */
  step(): boolean {
    const rule = this.#worklist.take();
    if (rule === undefined) return false;
    this.#typeActualsIn(rule);
    const body = this.occurrences.bodies[rule]!;
    const { parameters } = this.scheme.rules[rule]!;
    if (this.#flow.demands[body]!.size === 0) return true;
    for (const { needs, base } of this.#judge(body))
      this.#addRuleType(rule, this.types.intern({ args: typesNeeded(needs, parameters.length), base }));
    return true;
  }

  #addRuleType(rule: number, type: number): void {
    if (!addStrongest(this.types, this.#ruleTypes[rule]!, type)) return;
    this.derived.push({ rule, type });
    for (const user of this.occurrences.mentionedIn[rule]!) this.#touch(user);
  }

  #touch(rule: number): void {
    this.#versions[rule]!++;
    this.#worklist.add(rule);
  }

  /** Finds types for the arguments in a rule's body and hands them to the variables that they flow to. */
  #typeActualsIn(rule: number): void {
    const pending = [this.occurrences.bodies[rule]!];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      pending.push(...this.occurrences.all[id]!.args);
      const targets = this.#flowsTo.get(id);
      if (!targets) continue;
      const known = this.#typesOfActuals.get(id) ?? [];
      this.#typesOfActuals.set(id, known);
      for (const type of this.#typesAt(id)) {
        if (!this.#addActualType(id, known, type)) continue;
        for (const { rule: target, parameter } of targets) this.#addCandidate(target, parameter, type);
      }
    }
  }

  /** An open term stands for many: what is strongest under one binding of its variables may fail under another. */
  #addActualType(id: number, known: number[], type: number): boolean {
    if (!this.occurrences.all[id]!.isOpen) return addStrongest(this.types, known, type);
    if (known.includes(type)) return false;
    known.push(type);
    return true;
  }

  #addCandidate(rule: number, parameter: number, type: number): void {
    const candidates = this.#candidates[rule]![parameter]!;
    if (candidates.has(type)) return;
    candidates.add(type);
    this.#touch(rule);
  }

  /** The types that the head has so far. */
  #headTypes(id: number): Iterable<number> {
    const { rule, head } = this.occurrences.all[id]!;
    if (head.kind === 'rule') return this.#ruleTypes[head.rule]!;
    return head.kind === 'variable' ? this.#candidates[rule]![head.index]! : [];
  }

  /** Types of a term, of base or function sort, under the present candidates. */
  #typesAt(id: number): number[] {
    const { head, args } = this.occurrences.all[id]!;
    if (this.#flow.demands[id]!.size > 0 || head.kind === 'terminal')
      return this.#judge(id).map(({ base }) => this.types.base(base));
    return [...this.#headTypes(id)]
      .filter((type) => this.#waysToApply(id, type).length > 0)
      .map((type) => this.types.rest(type, args.length));
  }

  #judge(id: number): readonly Judgment[] {
    const { rule } = this.occurrences.all[id]!;
    const version = this.#versions[rule]!;
    const known = this.#judgments.get(id);
    if (known?.version === version) return known.found;
    const found = strongest(this.#judgeAnew(id), (a, b) => this.domain.atLeast(a, b));
    this.#judgments.set(id, { version, found });
    return found;
  }

  #judgeAnew(id: number): Judgment[] {
    const { head, args } = this.occurrences.all[id]!;
    if (head.kind === 'terminal')
      return this.domain.node(
        head.name,
        args.map((arg) => this.#judge(arg)),
        this.#flow.demands[id]!,
      );
    const judgments: Judgment[] = [];
    for (const type of this.#headTypes(id)) {
      const { args: sets, base } = this.types.get(type);
      if (sets.length !== args.length) continue;
      for (const needs of this.#waysToApply(id, type)) judgments.push({ needs, base });
    }
    return judgments;
  }

  /** What has to be assumed so that the head has the type and the arguments are as it needs them. */
  #waysToApply(id: number, type: number): readonly Needs[] {
    const { head, args } = this.occurrences.all[id]!;
    const { args: sets } = this.types.get(type);
    const demands = args.flatMap((arg, i) => sets[i]!.map((needed) => this.#waysToHave(arg, needed)));
    const own = head.kind === 'variable' ? assumption(head.index, type) : noNeeds;
    return meetAll(demands).map((needs) => uniteNeeds(own, needs));
  }

  /** What has to be assumed so that the term has the type. */
  #waysToHave(id: number, type: number): readonly Needs[] {
    const version = this.#versions[this.occurrences.all[id]!.rule]!;
    let known = this.#ways.get(id);
    if (known?.version !== version) known = { version, found: new Map() };
    this.#ways.set(id, known);
    const found = known.found.get(type) ?? this.#findWays(id, type);
    known.found.set(type, found);
    return found;
  }

  #findWays(id: number, type: number): readonly Needs[] {
    const { args: sets, base } = this.types.get(type);
    const ways: Needs[] = [];
    if (sets.length === 0) {
      for (const judgment of this.#judge(id)) if (this.domain.atLeast(judgment.base, base)) ways.push(judgment.needs);
      return meetAll([ways]);
    }
    const { args } = this.occurrences.all[id]!;
    for (const candidate of this.#headTypes(id))
      if (this.types.isSubtype(this.types.rest(candidate, args.length), type))
        ways.push(...this.#waysToApply(id, candidate));
    return meetAll([ways]);
  }
}
