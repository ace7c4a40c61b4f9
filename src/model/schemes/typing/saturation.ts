// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation.
// A variable's candidate types are those of the terms that flow to it. Within one term a stronger type replaces weaker
// ones; across different actual arguments nothing is dropped, since each of them must be typable on its own.

import { Worklist } from '../../../base/worklist.js';
import type { Scheme } from '../scheme.js';
import type { BaseDomain } from './base-domain.js';
import { BodyTyping, type TypingContext } from './body-typing.js';
import { type Candidates, findCandidates } from './candidates.js';
import { type Environment, Environments } from './environments.js';
import { analyzeFlow, type Flow } from './flow.js';
import { typesNeeded } from './judgment.js';
import { numberOccurrences, type Occurrences } from './occurrences.js';
import { Passings } from './passing.js';
import { TermTypesByCandidates } from './term-types.js';
import { TypeSets } from './type-sets.js';
import { addStrongest, TypeStore } from './type-store.js';

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

/** So many environments are handed on in one step. */
const passedAtOnce = 64;

export class TypeSaturation implements TypingContext {
  readonly types: TypeStore;
  readonly sets: TypeSets;
  readonly occurrences: Occurrences;
  readonly terms: TermTypesByCandidates;
  /** Every type in the order in which it was found: its derivation uses earlier ones only. */
  readonly derived: RuleType[] = [];
  readonly #flow: Flow;
  readonly #ruleTypes: number[][];
  /** Per rule: the types that were met, and those among them that were the strongest then, in that order. */
  readonly #met: Set<number>[];
  readonly #found: number[][];
  readonly #candidates: Candidates;
  /** Per rule: what terms that it passes on are typed under, and what its body is. */
  readonly #environments: Environments[];
  readonly #bodyEnvironments: Environments[];
  readonly #passings: Passings;
  /** Rules whose body is to be typed, and rules that have something to hand on. */
  readonly #untyped = new Worklist<number>();
  readonly #unpassed = new Worklist<number>();
  readonly #steps: Generator<void>;

  constructor(
    readonly scheme: Scheme,
    readonly domain: BaseDomain,
  ) {
    this.types = new TypeStore((a, b) => domain.atLeast(a, b));
    this.sets = new TypeSets(this.types);
    this.occurrences = numberOccurrences(scheme);
    this.terms = new TermTypesByCandidates(this.occurrences, this.sets);
    this.#flow = analyzeFlow(scheme, this.occurrences, domain);
    this.#ruleTypes = scheme.rules.map(() => []);
    this.#met = scheme.rules.map(() => new Set());
    this.#found = scheme.rules.map(() => []);
    this.#candidates = findCandidates(scheme, this.occurrences, this.#flow, domain);
    const environments = (_: unknown, rule: number) =>
      new Environments(this.sets, (environment) => new BodyTyping(this, rule, environment));
    this.#environments = scheme.rules.map(environments);
    this.#bodyEnvironments = scheme.rules.map(environments);
    this.#passings = new Passings(this.occurrences);
    for (const [target, bindings] of this.#flow.bindings.entries())
      for (const binding of bindings) {
        this.#passings.add(target, binding, this.#candidates.ofRule[target]!);
        this.#addEnvironment(
          target,
          binding.map(() => this.sets.empty),
        );
      }
    this.#addEnvironment(0, []);
    for (const base of domain.always)
      for (const [rule, { parameters }] of scheme.rules.entries())
        this.#addRuleType(rule, this.types.intern({ args: parameters.map(() => []), base }));
    this.#steps = this.#run();
  }

  typesOf(rule: number): readonly number[] {
    return this.#ruleTypes[rule]!;
  }

  foundFor(rule: number): readonly number[] {
    return this.#found[rule]!;
  }

  get isAnswered(): boolean {
    return this.#ruleTypes[0]!.some((type) => this.domain.isAnswer(this.types.get(type).base));
  }

  /** Places that nobody visits need no type. */
  demandsAt(id: number): ReadonlySet<number> {
    return this.#flow.demands[id]!;
  }

  /** Types one body under one environment, or hands some environments on; false when there is nothing left to do. */
  step(): boolean {
    return !this.#steps.next().done;
  }

  /** Nothing is handed on while there are bodies to type: their types would go the same ways one after the other. */
  *#run(): Generator<void> {
    for (;;) {
      for (let rule = this.#untyped.take(); rule !== undefined; rule = this.#untyped.take())
        for (const typing of this.#bodyEnvironments[rule]!.items) if (this.#typeBody(rule, typing)) yield;
      const rule = this.#unpassed.take();
      if (rule === undefined) return;
      yield* this.#pass(rule);
    }
  }

  /** False when nothing had changed that the body depends on. */
  #typeBody(rule: number, typing: BodyTyping): boolean {
    const body = this.occurrences.bodies[rule]!;
    const version = this.terms.versionOf(body);
    if (typing.handedVersion === version) return false;
    const judgments = typing.judge(body);
    const arity = this.scheme.rules[rule]!.parameters.length;
    for (const judgment of judgments)
      if (!typing.handed.includes(judgment))
        this.#addRuleType(rule, this.types.intern({ args: typesNeeded(judgment.needs, arity), base: judgment.base }));
    typing.handedVersion = version;
    typing.handed = judgments;
    return true;
  }

  #addRuleType(rule: number, type: number): void {
    if (this.#met[rule]!.has(type)) return;
    this.#met[rule]!.add(type);
    if (!addStrongest(this.types, this.#ruleTypes[rule]!, type)) return;
    this.derived.push({ rule, type });
    this.#found[rule]!.push(type);
    for (const user of this.terms.grow(rule)) {
      this.#untyped.add(user);
      this.#unpassed.add(user);
    }
  }

  /** Hands on what has changed of the types of the terms that are passed. */
  *#pass(rule: number): Generator<void> {
    const typings = this.#environments[rule]!.items;
    let done = 0;
    for (const passed of this.#passings.of(rule)) {
      const fresh = passed.renew(typings, this.terms);
      if (fresh.length === 0) continue;
      for (const passing of passed.passings) {
        const next = passing.choices(passed, fresh, this.sets.empty);
        for (let environment = next(); environment; environment = next()) {
          this.#addEnvironment(passing.target, environment);
          if (++done % passedAtOnce === 0) yield;
        }
      }
    }
  }

  #addEnvironment(rule: number, environment: Environment): void {
    if (!this.#environments[rule]!.add(environment)) return;
    this.#unpassed.add(rule);
    const { inBody } = this.#candidates;
    const assumed = environment.map((set, i) => (inBody[rule]![i] ? set : this.sets.any));
    if (this.#bodyEnvironments[rule]!.add(assumed)) this.#untyped.add(rule);
  }
}
