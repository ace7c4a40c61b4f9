// Parses formulas and transitions of alternating automata; `/\` binds tighter than `\/`. Works on the tokens of any
// language that embeds them (`.hrs` files do).

import { failure, type Result, success } from '../../base/result.js';
import type { Span } from '../../base/source-text.js';
import { atom, conjunction, disjunction, type Formula, falsity, truth } from './formula.js';
import type { Transition } from './tree-automaton.js';

export interface Token extends Span {
  readonly text: string;
}

/** `token` is undefined at the end of the text. */
export interface ParseProblem {
  readonly token: Token | undefined;
  readonly message: string;
}

export interface PlacedTransition extends Transition {
  readonly token: Token;
}

/** Tokens of `q0 acq_1 -> ((1,q1) \/ (2,q2)).` and of grammar rules; `/* … *\/` comments nest. */
export function tokenizeRules(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\/\*|\*\/|\s+|->|\/\\|\\\/|%?[A-Za-z0-9_'$#@]+|[\s\S]/g;
  let comments = 0;
  for (const match of text.matchAll(pattern)) {
    const token = match[0];
    if (token === '/*') comments++;
    else if (token === '*/' && comments > 0) comments--;
    else if (comments === 0 && token.trim() !== '')
      tokens.push({ text: token, start: match.index, end: match.index + token.length });
  }
  return tokens;
}

const maximalDepth = 1000;

class FormulaParser {
  #at: number;
  #depth = 0;
  problem: ParseProblem | undefined;

  constructor(
    readonly tokens: readonly Token[],
    from: number,
  ) {
    this.#at = from;
  }

  get position(): number {
    return this.#at;
  }

  peek(): string | undefined {
    return this.tokens[this.#at]?.text;
  }

  expect(text: string): void {
    if (this.peek() !== text) this.fail(`expected \`${text}\``);
    else this.#at++;
  }

  take(pattern: RegExp, what: string): string {
    const text = this.peek();
    if (text === undefined || !pattern.test(text)) return this.fail(`expected ${what}`);
    this.#at++;
    return text;
  }

  fail(message: string): string {
    this.problem ??= { token: this.tokens[this.#at], message };
    this.#at = this.tokens.length;
    return '';
  }

  disjunction(): Formula {
    return this.#chain('\\/', () => this.#chain('/\\', () => this.#factor(), conjunction), disjunction);
  }

  #chain(operator: string, operand: () => Formula, combine: (parts: readonly Formula[]) => Formula): Formula {
    const parts = [operand()];
    while (this.peek() === operator) {
      this.#at++;
      parts.push(operand());
    }
    return combine(parts);
  }

  #factor(): Formula {
    const text = this.peek();
    if (text === 'true' || text === 'false') {
      this.#at++;
      return text === 'true' ? truth : falsity;
    }
    if (text === '(' && this.tokens[this.#at + 2]?.text === ',') return this.#atom();
    if (++this.#depth > maximalDepth) this.fail('more than 1,000 nested parentheses');
    this.expect('(');
    const inner = this.problem ? falsity : this.disjunction();
    this.expect(')');
    this.#depth--;
    return inner;
  }

  #atom(): Formula {
    this.expect('(');
    const child = Number(this.take(/^[1-9]\d{0,5}$/, 'a child, counted from 1'));
    this.expect(',');
    const state = this.take(/^[\w'$#@]+$/, 'a state');
    this.expect(')');
    return atom(child, state);
  }
}

/** Transitions up to a token `end` (or the end of the text). */
export function parseTransitions(
  tokens: readonly Token[],
  from: number,
  end: string | undefined,
): Result<{ readonly transitions: readonly PlacedTransition[]; readonly position: number }, ParseProblem> {
  const parser = new FormulaParser(tokens, from);
  const transitions: PlacedTransition[] = [];
  while (parser.peek() !== end && !parser.problem) {
    const token = tokens[parser.position]!;
    const state = parser.take(/^[\w'$#@]+$/, 'a state');
    const symbol = parser.take(/^[\w'$#@]+$/, 'a terminal');
    parser.expect('->');
    const formula = parser.disjunction();
    parser.expect('.');
    transitions.push({ token, state, symbol, formula });
  }
  if (parser.problem) return failure(parser.problem);
  return success({ transitions, position: parser.position });
}
