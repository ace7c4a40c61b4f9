// Expressions of Boolean programs: `!`, binary operators by their levels, `c ? a : b`, `schoose[a, b]`, `*`.

import type { Expression } from './boolean-program.js';
import { ProgramError, TokenCursor, wordForm } from './tokens.js';

export const deepest = 1000;
type BinaryOperator = '&' | '|' | '^' | '=' | '!=';
/** Loosest first. */
const binaryLevels: readonly (readonly BinaryOperator[])[] = [['|'], ['^'], ['&'], ['=', '!=']];

export class ExpressionParser extends TokenCursor {
  /** Numbered in the order of their declarations. */
  protected readonly variables = new Map<string, number>();
  protected depth = 0;

  protected variable(): number {
    const token = this.word('a statement');
    const index = this.variables.get(token.text);
    if (index === undefined && this.peek().text === '(')
      throw new ProgramError(token, 'calls of procedures are not read: put the statements where the call stands');
    if (index === undefined && token.text.endsWith('$') && this.variables.has(token.text.slice(0, -1)))
      throw new ProgramError(token, `the variable of all other threads, '${token.text}', is not read`);
    if (index === undefined) throw new ProgramError(token, `variable '${token.text}' is not declared`);
    return index;
  }

  protected expression(): Expression {
    if (++this.depth > deepest)
      throw new ProgramError(this.peek(), `more than ${deepest} nested parentheses`, 'HD0005');
    const condition = this.#binary(0);
    let result = condition;
    if (this.accept('?')) {
      const then = this.expression();
      this.expect(':');
      result = choice(condition, then, this.expression());
    }
    this.depth--;
    return result;
  }

  #binary(level: number): Expression {
    const operators = binaryLevels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const isImplied = level === 0 && (this.accept('->') || this.accept('=>'));
      const written = this.peek().text === '<>' ? '!=' : this.peek().text;
      const operator = isImplied ? '|' : operators.find((each) => each === written);
      if (!operator) return left;
      if (!isImplied) this.take();
      const first: Expression = isImplied ? { kind: 'not', operand: left } : left;
      left = { kind: 'binary', operator, left: first, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    let negations = 0;
    while (this.accept('!') || this.accept('~')) negations++;
    const operand = this.#primary();
    return negations % 2 === 0 ? operand : { kind: 'not', operand };
  }

  #primary(): Expression {
    const token = this.peek();
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (this.accept('*')) return { kind: 'any' };
    if (token.text === 'schoose' && this.tokens[this.next + 1]?.text === '[') return this.#choice();
    const primed = this.accept("'");
    const value = constantOf(this.peek().text);
    if (value !== undefined && !this.variables.has(this.peek().text)) {
      this.take();
      return { kind: 'constant', value };
    }
    if (!wordForm.test(this.peek().text)) throw new ProgramError(token, 'expected an expression');
    const index = this.variable();
    return { kind: 'variable', index, primed: this.accept("'") || primed };
  }

  /** `schoose[a, b]`: 1 if a, else 0 if b, else either. */
  #choice(): Expression {
    this.expect('schoose');
    this.expect('[');
    const condition = this.expression();
    this.expect(',');
    const refuted = this.expression();
    this.expect(']');
    const [no, yes] = [false, true].map((value): Expression => ({ kind: 'constant', value }));
    return choice(condition, yes!, choice(refuted, no!, { kind: 'any' }));
  }
}

function choice(condition: Expression, then: Expression, otherwise: Expression): Expression {
  return { kind: 'choice', condition, then, otherwise };
}

export function constantOf(text: string): boolean | undefined {
  if (text === '1' || text === 'T' || text === 'true') return true;
  return text === '0' || text === 'F' || text === 'false' ? false : undefined;
}
