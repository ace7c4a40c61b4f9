// The text of a `.hrs` file as it is written: rules, then an automaton in one of two forms. No names are resolved here.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import type { SourceText } from '../../base/source-text.js';
import {
  atom,
  conjunction,
  type PlacedTransition,
  parseTransitions,
  type Token,
  tokenizeRules,
  truth,
} from '../../logic/tree-automata/index.js';

export type SyntaxTerm =
  | { readonly kind: 'name'; readonly token: Token }
  | { readonly kind: 'apply'; readonly items: readonly SyntaxTerm[] }
  | { readonly kind: 'function'; readonly parameters: readonly Token[]; readonly body: SyntaxTerm };

export interface SyntaxRule {
  readonly name: Token;
  readonly parameters: readonly Token[];
  readonly body: SyntaxTerm;
}

export interface SchemeSyntax {
  readonly rules: readonly SyntaxRule[];
  readonly ranks: ReadonlyMap<string, number>;
  readonly transitions: readonly PlacedTransition[];
  readonly automaton: 'none' | 'deterministic' | 'alternating';
}

export function parseScheme(source: SourceText): Result<SchemeSyntax, Diagnostic> {
  try {
    return success(new SchemeParser(tokenizeRules(source.text)).parse());
  } catch (problem) {
    if (!(problem instanceof SyntaxProblem)) throw problem;
    const end = source.text.length;
    return failure(diagnosticAt(source, problem.token ?? { start: end, end }, 'HD5004', problem.message));
  }
}

/** Unwinds the parser; never leaves this file. */
class SyntaxProblem extends Error {
  constructor(
    readonly token: Token | undefined,
    message: string,
  ) {
    super(message);
  }
}

interface OpenTerm {
  readonly items: SyntaxTerm[];
  /** Of `_fun x y ->`; undefined for a parenthesis or a rule's body. */
  readonly parameters: readonly Token[] | undefined;
}

const maximalDepth = 1000;
const name = /^[\w'$#@]+$/;

class SchemeParser {
  #at = 0;

  constructor(readonly tokens: readonly Token[]) {}

  parse(): SchemeSyntax {
    this.#expect('%BEGING');
    const rules: SyntaxRule[] = [];
    while (!this.#skip('%ENDG')) rules.push(this.#rule());
    if (rules.length === 0) this.#fail('the grammar has no rule');
    if (this.#skip('%BEGINA'))
      return { rules, ranks: new Map(), automaton: 'deterministic', transitions: this.#table() };
    const ranks = this.#skip('%BEGINR') ? this.#ranks() : new Map<string, number>();
    if (this.#skip('%BEGINATA'))
      return { rules, ranks, automaton: 'alternating', transitions: this.#alternatingTable() };
    if (this.#at < this.tokens.length) this.#fail('expected %BEGINA, %BEGINR or the end of the file');
    return { rules, ranks, automaton: 'none', transitions: [] };
  }

  get #text(): string | undefined {
    return this.tokens[this.#at]?.text;
  }

  #fail(message: string): never {
    throw new SyntaxProblem(this.tokens[this.#at], message);
  }

  #skip(text: string): boolean {
    if (this.#text !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#skip(text)) this.#fail(`expected \`${text}\``);
  }

  #name(what: string): Token {
    const token = this.tokens[this.#at];
    if (!token || !name.test(token.text)) this.#fail(`expected ${what}`);
    this.#at++;
    return token!;
  }

  #names(): Token[] {
    const names: Token[] = [];
    while (name.test(this.#text ?? '')) names.push(this.#name('a name'));
    return names;
  }

  #arrow(): void {
    if (!this.#skip('->') && !this.#skip('=')) this.#fail('expected `->`');
  }

  #rule(): SyntaxRule {
    const ruleName = this.#name('a rule');
    const parameters = this.#names();
    this.#arrow();
    return { name: ruleName, parameters, body: this.#term() };
  }

  /** A term up to its `.`, with a stack of open parentheses and functions instead of recursion. */
  #term(): SyntaxTerm {
    const open: OpenTerm[] = [{ items: [], parameters: undefined }];
    for (;;) {
      if (open.length > maximalDepth) this.#fail('more than 1,000 nested terms');
      if (this.#skip('(')) open.push({ items: [], parameters: undefined });
      else if (this.#skip('_fun')) open.push(this.#function());
      else if (this.#text === ')' || this.#text === '.') {
        const closed = this.#closeFunctions(open);
        const isRule = open.length === 0;
        if (isRule !== (this.#text === '.')) this.#fail(isRule ? 'this `)` has no `(`' : '`)` is missing before this');
        this.#at++;
        if (isRule) return closed;
        open.at(-1)!.items.push(closed);
      } else open.at(-1)!.items.push({ kind: 'name', token: this.#name('a term') });
    }
  }

  #function(): OpenTerm {
    const parameters = this.#names();
    this.#expect('->');
    return { items: [], parameters };
  }

  /** Functions reach as far as possible: they end where the parenthesis or the rule around them does. */
  #closeFunctions(open: OpenTerm[]): SyntaxTerm {
    for (;;) {
      const { items, parameters } = open.pop()!;
      if (items.length === 0) this.#fail('expected a term');
      const body: SyntaxTerm = items.length === 1 ? items[0]! : { kind: 'apply', items };
      if (parameters === undefined) return body;
      open.at(-1)!.items.push({ kind: 'function', parameters, body });
    }
  }

  #ranks(): Map<string, number> {
    const ranks = new Map<string, number>();
    while (!this.#skip('%ENDR')) {
      const terminal = this.#name('a terminal');
      this.#arrow();
      const rank = this.#name('a number of arguments');
      if (!/^\d{1,4}$/.test(rank.text)) this.#fail('expected a number of arguments');
      this.#expect('.');
      ranks.set(terminal.text, Number(rank.text));
    }
    return ranks;
  }

  /** The state `top` of this form accepts everything. */
  #table(): PlacedTransition[] {
    const transitions: PlacedTransition[] = [];
    while (!this.#skip('%ENDA')) {
      const token = this.#name('a state');
      const symbol = this.#name('a terminal').text;
      this.#arrow();
      const states = this.#names().map(({ text }) => text);
      this.#expect('.');
      const formula = conjunction(states.map((state, i) => (state === 'top' ? truth : atom(i + 1, state))));
      transitions.push({ token, state: token.text, symbol, formula });
    }
    return transitions;
  }

  #alternatingTable(): readonly PlacedTransition[] {
    const parsed = parseTransitions(this.tokens, this.#at, '%ENDATA');
    if (!parsed.ok) throw new SyntaxProblem(parsed.error.token, parsed.error.message);
    this.#at = parsed.value.position;
    this.#expect('%ENDATA');
    return parsed.value.transitions;
  }
}
