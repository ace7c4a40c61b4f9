// Reads Boolean programs: declarations, then one procedure `main() begin … end`. Hand-written recursive descent over a token
// array; parentheses may nest a thousand deep.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import type { RuleCode } from '../../base/rule.js';
import type { SourceText, Span } from '../../base/source-text.js';
import type { BooleanProgram, Expression, Line, Statement, Variable } from './boolean-program.js';

interface Token extends Span {
  readonly text: string;
}

class ProgramError extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly code: RuleCode = 'HD4008',
  ) {
    super(message);
  }
}

const tokenForm = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|#[^\r\n]*|[A-Za-z_$][\w$.]*|\d+|:=|!=|[^\s]/g;
const wordForm = /^[A-Za-z_$]/;
const deepest = 1000;
type BinaryOperator = '&' | '|' | '^' | '=' | '!=';
/** Loosest first. */
const binaryLevels: readonly (readonly BinaryOperator[])[] = [['|'], ['^'], ['&'], ['=', '!=']];

const simpleStatements: ReadonlyMap<string, Statement> = new Map([
  ['skip', { kind: 'skip' }],
  ['end_thread', { kind: 'end-thread' }],
  ['atomic_begin', { kind: 'atomic-begin' }],
  ['atomic_end', { kind: 'atomic-end' }],
  ['wait', { kind: 'wait' }],
  ['broadcast', { kind: 'broadcast' }],
]);

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenForm))
    if (!/^(\/\/|\/\*|#)/.test(match[0]))
      tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  tokens.push({ text: '', start: text.length, end: text.length });
  return tokens;
}

class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;
  readonly #variables = new Map<string, number>();
  readonly #shared: Variable[] = [];
  readonly #local: Variable[] = [];
  readonly #lines: Line[] = [];
  readonly #labels = new Map<string, number>();
  readonly #uses: { readonly label: string; readonly span: Span }[] = [];

  constructor(source: SourceText) {
    this.#tokens = tokenize(source.text);
  }

  parse(): BooleanProgram {
    while (this.#peek().text === 'decl') this.#declaration(this.#shared);
    if (this.#peek().text === 'void') this.#take();
    this.#word('the procedure');
    this.#expect('(');
    this.#expect(')');
    this.#expect('begin');
    while (this.#peek().text === 'decl') this.#declaration(this.#local);
    while (this.#peek().text !== 'end') this.#line();
    this.#expect('end');
    if (this.#peek().text !== '') throw new ProgramError(this.#peek(), 'one procedure is all a program may have');
    for (const { label, span } of this.#uses)
      if (!this.#labels.has(label)) throw new ProgramError(span, `there is no label '${label}'`);
    return { shared: this.#shared, local: this.#local, lines: this.#lines, labels: this.#labels };
  }

  #declaration(into: Variable[]): void {
    this.#expect('decl');
    do {
      const token = this.#word('a variable');
      if (this.#variables.has(token.text)) throw new ProgramError(token, `'${token.text}' is declared twice`);
      this.#variables.set(token.text, this.#variables.size);
      into.push(this.#accept(':=') ? this.#initialized(token.text) : { name: token.text });
    } while (this.#accept(','));
    this.#expect(';');
  }

  #initialized(name: string): Variable {
    const token = this.#take();
    if (token.text === '*') return { name };
    const value = constantOf(token.text);
    if (value === undefined) throw new ProgramError(token, 'an initial value is 0, 1 or *');
    return { name, initial: value };
  }

  #line(): void {
    while (this.#tokens[this.#next + 1]?.text === ':' && this.#peek().text !== '') {
      const label = this.#take();
      this.#take();
      if (this.#labels.has(label.text)) throw new ProgramError(label, `label '${label.text}' is used twice`);
      this.#labels.set(label.text, this.#lines.length);
    }
    if (this.#peek().text === 'end') return;
    const first = this.#peek();
    const statement = this.#statement();
    const last = this.#tokens[this.#next - 1]!;
    this.#expect(';');
    this.#lines.push({ statement, span: { start: first.start, end: last.end } });
  }

  #statement(): Statement {
    const token = this.#peek();
    const simple = simpleStatements.get(token.text);
    if (simple) {
      this.#take();
      return simple;
    }
    switch (token.text) {
      case 'goto':
        this.#take();
        return { kind: 'goto', labels: this.#labelList() };
      case 'assume':
      case 'assert':
        this.#take();
        return { kind: token.text, condition: this.#expression() };
      case 'start_thread':
        this.#take();
        this.#expect('goto');
        return { kind: 'start-thread', label: this.#label() };
      case 'if':
        return this.#branch();
      default:
        return this.#assignment();
    }
  }

  #branch(): Statement {
    this.#expect('if');
    const condition = this.#expression();
    this.#expect('then');
    this.#expect('goto');
    const label = this.#label();
    if (this.#peek().text === ';' && this.#tokens[this.#next + 1]?.text === 'fi') this.#take();
    this.#accept('fi');
    return { kind: 'branch', condition, label };
  }

  #assignment(): Statement {
    const variables = [this.#variable()];
    while (this.#accept(',')) variables.push(this.#variable());
    const sign = this.#expect(':=');
    const values = [this.#expression()];
    while (this.#accept(',')) values.push(this.#expression());
    if (values.length !== variables.length)
      throw new ProgramError(sign, `${variables.length} variables, but ${values.length} values`);
    if (new Set(variables).size < variables.length) throw new ProgramError(sign, 'a variable is assigned twice');
    if (!this.#accept('constrain')) return { kind: 'assign', variables, values };
    return { kind: 'assign', variables, values, constraint: this.#expression() };
  }

  #labelList(): string[] {
    const labels = [this.#label()];
    while (this.#accept(',')) labels.push(this.#label());
    return labels;
  }

  #label(): string {
    const token = this.#take();
    if (!/^[\w$]/.test(token.text)) throw new ProgramError(token, 'expected a label');
    this.#uses.push({ label: token.text, span: token });
    return token.text;
  }

  #variable(): number {
    const token = this.#word('a statement');
    const index = this.#variables.get(token.text);
    if (index === undefined) throw new ProgramError(token, `variable '${token.text}' is not declared`);
    return index;
  }

  #expression(): Expression {
    if (++this.#depth > deepest)
      throw new ProgramError(this.#peek(), `more than ${deepest} nested parentheses`, 'HD0005');
    const condition = this.#binary(0);
    let result = condition;
    if (this.#accept('?')) {
      const then = this.#expression();
      this.#expect(':');
      result = { kind: 'choice', condition, then, otherwise: this.#expression() };
    }
    this.#depth--;
    return result;
  }

  #binary(level: number): Expression {
    const operators = binaryLevels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => each === this.#peek().text);
      if (!operator) return left;
      this.#take();
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    let negations = 0;
    while (this.#accept('!')) negations++;
    const operand = this.#primary();
    return negations % 2 === 0 ? operand : { kind: 'not', operand };
  }

  #primary(): Expression {
    const token = this.#peek();
    if (this.#accept('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('*')) return { kind: 'any' };
    const primed = this.#accept("'");
    const value = constantOf(this.#peek().text);
    if (value !== undefined && !this.#variables.has(this.#peek().text)) {
      this.#take();
      return { kind: 'constant', value };
    }
    if (!wordForm.test(this.#peek().text)) throw new ProgramError(token, 'expected an expression');
    const index = this.#variable();
    return { kind: 'variable', index, primed: this.#accept("'") || primed };
  }

  #word(what: string): Token {
    const token = this.#take();
    if (!wordForm.test(token.text)) throw new ProgramError(token, `expected ${what}`);
    return token;
  }

  #accept(text: string): boolean {
    if (this.#peek().text !== text) return false;
    this.#take();
    return true;
  }

  #expect(text: string): Token {
    const token = this.#take();
    if (token.text !== text) throw new ProgramError(token, `expected '${text}'`);
    return token;
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.text !== '') this.#next++;
    return token;
  }
}

function constantOf(text: string): boolean | undefined {
  if (text === '1' || text === 'T' || text === 'true') return true;
  return text === '0' || text === 'F' || text === 'false' ? false : undefined;
}

export function parseBooleanProgram(source: SourceText): Result<BooleanProgram, Diagnostic> {
  try {
    return success(new Parser(source).parse());
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return failure(diagnosticAt(source, error.span, error.code, error.message));
  }
}
