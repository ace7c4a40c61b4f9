// From the text of a scheme to rules with resolved names: functions are lifted to rules of their own, sorts are inferred,
// bodies of function sort get the parameters they lack, partially applied terminals are wrapped in rules.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import type { SourceText, Span } from '../../base/source-text.js';
import { atomsOf } from '../../logic/tree-automata/index.js';
import type { Head, Rule, Scheme, Term } from './scheme.js';
import { baseSort, functionSort, type Sort, Sorts } from './sorts.js';
import type { SchemeSyntax, SyntaxTerm } from './syntax.js';

interface DraftRule {
  readonly name: string;
  readonly parameters: string[];
  body: Term;
  readonly span: Span;
}

export function resolveScheme(source: SourceText, syntax: SchemeSyntax): Result<Scheme, readonly Diagnostic[]> {
  const resolver = new Resolver(source, syntax);
  return resolver.resolve();
}

class Resolver {
  readonly #rules: DraftRule[] = [];
  readonly #ids = new Map<string, number>();
  readonly #diagnostics: Diagnostic[] = [];
  readonly #ranks: Map<string, number>;
  readonly #wrappers = new Map<string, number>();
  readonly #sorts = new Sorts();
  readonly #terminalSorts = new Map<string, Sort>();

  constructor(
    readonly source: SourceText,
    readonly syntax: SchemeSyntax,
  ) {
    this.#ranks = new Map(syntax.ranks);
  }

  resolve(): Result<Scheme, readonly Diagnostic[]> {
    for (const { name, parameters } of this.syntax.rules) {
      if (this.#ids.has(name.text)) this.#report(name, 'HD5004', `the rule \`${name.text}\` is defined twice`);
      this.#ids.set(name.text, this.#rules.length);
      const names = parameters.map(({ text }) => text);
      this.#rules.push({ name: name.text, parameters: names, body: placeholder, span: name });
    }
    this.syntax.rules.forEach(({ body }, id) => {
      this.#rules[id]!.body = this.#term(body, this.#rules[id]!.parameters);
    });
    this.#declareRanks();
    if (this.#rules[0]!.parameters.length > 0)
      this.#report(this.#rules[0]!.span, 'HD5005', 'the first rule is the start and takes no parameters');
    const ruleSorts = this.#inferSorts();
    this.#inferRanks();
    if (this.#diagnostics.length > 0) return failure(this.#diagnostics);
    return success(this.#finish(ruleSorts));
  }

  #report(span: Span, code: 'HD5004' | 'HD5005', message: string): void {
    this.#diagnostics.push(diagnosticAt(this.source, span, code, message));
  }

  /** The parser bounds the depth of terms. */
  #term(term: SyntaxTerm, scope: readonly string[]): Term {
    switch (term.kind) {
      case 'name':
        return { head: this.#head(term.token.text, scope), args: [], span: term.token };
      case 'apply': {
        const [first, ...rest] = term.items.map((item) => this.#term(item, scope));
        return { ...first!, args: [...first!.args, ...rest] };
      }
      case 'function':
        return this.#lift(
          term.parameters.map(({ text }) => text),
          term.body,
          scope,
          term.parameters[0],
        );
    }
  }

  #head(name: string, scope: readonly string[]): Head {
    const index = scope.lastIndexOf(name);
    if (index >= 0) return { kind: 'variable', index };
    const rule = this.#ids.get(name);
    return rule === undefined ? { kind: 'terminal', name } : { kind: 'rule', rule };
  }

  /** A function becomes a rule that takes the variables around it as well. */
  #lift(parameters: readonly string[], body: SyntaxTerm, scope: readonly string[], span: Span | undefined): Term {
    const inner = [...scope, ...parameters];
    const rule = this.#rules.length;
    const draft = { name: `_fun${rule}`, parameters: inner, body: placeholder, span: span ?? { start: 0, end: 1 } };
    this.#rules.push(draft);
    draft.body = this.#term(body, inner);
    return { head: { kind: 'rule', rule }, args: scope.map((_, index) => variable(index)), span };
  }

  /** Ranks come from the rank section or from the transitions of a deterministic automaton, else from the sorts. */
  #declareRanks(): void {
    if (this.syntax.automaton !== 'deterministic') return;
    for (const { symbol, formula } of this.syntax.transitions) {
      const rank = Math.max(0, ...atomsOf(formula).map(({ child }) => child));
      this.#ranks.set(symbol, Math.max(rank, this.#ranks.get(symbol) ?? 0));
    }
  }

  #inferRanks(): void {
    for (const [name, sort] of this.#terminalSorts) {
      if (this.#ranks.has(name)) continue;
      const args = this.#sorts.argumentsOf(sort);
      if (!args.every((arg) => this.#sorts.unify(arg, baseSort)))
        this.#report(this.#rules[0]!.span, 'HD5005', `the terminal \`${name}\` takes a function as an argument`);
      this.#ranks.set(name, args.length);
    }
  }

  #inferSorts(): Sort[] {
    const sorts = this.#sorts;
    const ruleSorts = this.#rules.map(() => sorts.fresh());
    this.#rules.forEach(({ parameters, body, span, name }, id) => {
      const scope = parameters.map(() => sorts.fresh());
      const result = sorts.fresh();
      const isSorted =
        sorts.unify(ruleSorts[id]!, functionSort(scope, result)) && this.#sortTerm(body, scope, ruleSorts, result);
      if (!isSorted) this.#report(span, 'HD5005', `the rule \`${name}\` cannot be given a sort`);
    });
    if (ruleSorts[0] && !sorts.unify(ruleSorts[0], baseSort))
      this.#report(this.#rules[0]!.span, 'HD5005', 'the start is not a tree');
    return ruleSorts;
  }

  #sortTerm({ head, args }: Term, scope: readonly Sort[], rules: readonly Sort[], expected: Sort): boolean {
    let sort = this.#sortHead(head, scope, rules);
    for (const arg of args) {
      const applied = this.#sorts.functionOf(sort);
      if (!applied || !this.#sortTerm(arg, scope, rules, applied.argument)) return false;
      sort = applied.result;
    }
    return this.#sorts.unify(sort, expected);
  }

  #sortHead(head: Head, scope: readonly Sort[], rules: readonly Sort[]): Sort {
    if (head.kind === 'variable') return scope[head.index]!;
    if (head.kind === 'rule') return rules[head.rule]!;
    const known = this.#terminalSorts.get(head.name);
    if (known) return known;
    const rank = this.#ranks.get(head.name);
    const sort =
      rank === undefined ? this.#sorts.fresh() : functionSort(new Array<Sort>(rank).fill(baseSort), baseSort);
    this.#terminalSorts.set(head.name, sort);
    return sort;
  }

  #finish(ruleSorts: readonly Sort[]): Scheme {
    this.#rules.slice().forEach((rule, id) => {
      const missing = this.#sorts.argumentsOf(ruleSorts[id]!).length - rule.parameters.length;
      if (missing > 0) addParameters(rule, missing);
      rule.body = this.#wrapTerminals(rule.body);
    });
    const rules = this.#rules.map((rule, id): Rule => {
      const sort = ruleSorts[id];
      return { ...rule, order: sort ? this.#sorts.orderOf(sort) : 1 };
    });
    const { transitions, automaton } = this.syntax;
    const common = { kind: 'scheme', source: this.source, rules, ranks: this.#ranks } as const;
    const alternating = automaton === 'alternating';
    if (automaton === 'none') return { ...common, alternating };
    const initial = transitions[0]?.state ?? 'q0';
    const table = transitions.map(({ state, symbol, formula }) => ({ state, symbol, formula }));
    return { ...common, alternating, automaton: { initial, transitions: table } };
  }

  #wrapTerminals(term: Term): Term {
    const { head, args, span } = term;
    if (args.length === 0 && head.kind !== 'terminal') return term;
    const wrapped = args.map((arg) => this.#wrapTerminals(arg));
    if (head.kind !== 'terminal') return { head, args: wrapped, span };
    const rank = this.#ranks.get(head.name) ?? 0;
    if (args.length === rank) return { head, args: wrapped, span };
    return { head: { kind: 'rule', rule: this.#wrapperOf(head.name, rank) }, args: wrapped, span };
  }

  #wrapperOf(name: string, rank: number): number {
    const known = this.#wrappers.get(name);
    if (known !== undefined) return known;
    const parameters = Array.from({ length: rank }, (_, i) => `_${i}`);
    const args = parameters.map((_, i) => variable(i));
    const body: Term = { head: { kind: 'terminal', name }, args, span: undefined };
    const rule = this.#rules.push({ name: `_${name}`, parameters, body, span: { start: 0, end: 1 } }) - 1;
    this.#wrappers.set(name, rule);
    return rule;
  }
}

/** The body gets them as its last arguments. */
function addParameters(rule: DraftRule, missing: number): void {
  const first = rule.parameters.length;
  for (let k = 0; k < missing; k++) rule.parameters.push(`_${k}`);
  const extra = Array.from({ length: missing }, (_, k) => variable(first + k));
  rule.body = { ...rule.body, args: [...rule.body.args, ...extra] };
}

const placeholder: Term = { head: { kind: 'terminal', name: 'bot' }, args: [], span: undefined };

function variable(index: number): Term {
  return { head: { kind: 'variable', index }, args: [], span: undefined };
}
