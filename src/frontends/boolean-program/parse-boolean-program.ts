// Reads Boolean programs: declarations, then the procedure `main() begin … end`; what others write after it is never called.
// Structured statements become gotos to labels of their own. Hand-written recursive descent over a token array;
// parentheses and statements may nest a thousand deep.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import type { SourceText, Span } from '../../base/source-text.js';
import type { BooleanProgram, Line, Statement, Variable } from './boolean-program.js';
import { constantOf, deepest, ExpressionParser } from './parse-expression.js';
import { ProgramError, type Token } from './tokens.js';

const simpleStatements: ReadonlyMap<string, Statement> = new Map([
  ['skip', { kind: 'skip' }],
  ['end_thread', { kind: 'end-thread' }],
  ['return', { kind: 'end-thread' }],
  ['atomic_begin', { kind: 'atomic-begin' }],
  ['atomic_end', { kind: 'atomic-end' }],
  ['wait', { kind: 'wait' }],
  ['broadcast', { kind: 'broadcast' }],
]);

/** Where a list of statements ends. */
const blockEnds: ReadonlySet<string> = new Set(['end', 'fi', 'else', 'elsif', 'od']);

class Parser extends ExpressionParser {
  #ownLabels = 0;
  readonly #shared: Variable[] = [];
  readonly #local: Variable[] = [];
  readonly #lines: Line[] = [];
  readonly #labels = new Map<string, number>();
  readonly #uses: { readonly label: string; readonly span: Span }[] = [];

  parse(): BooleanProgram {
    while (this.peek().text === 'decl') this.#declaration(this.#shared);
    const name = this.#heading();
    while (this.peek().text === 'decl') this.#declaration(this.#local);
    while (!blockEnds.has(this.peek().text) && this.peek().text !== '') this.#line();
    this.expect('end');
    if (this.peek().text !== '' && name.text !== 'main')
      throw new ProgramError(name, 'of several procedures the first must be `main`');
    while (this.peek().text !== '') this.#uncalledProcedure();
    for (const { label, span } of this.#uses)
      if (!this.#labels.has(label)) throw new ProgramError(span, `there is no label '${label}'`);
    return { shared: this.#shared, local: this.#local, lines: this.#lines, labels: this.#labels };
  }

  #heading(): Token {
    if (this.accept('bool')) {
      if (this.accept('<')) for (const part of [/^\d+$/, /^>$/]) this.#matching(part);
    } else this.accept('void');
    const name = this.word('the procedure');
    this.expect('(');
    while (this.peek().text !== ')' && this.peek().text !== '') this.take();
    this.expect(')');
    this.expect('begin');
    return name;
  }

  #matching(form: RegExp): void {
    const token = this.take();
    if (!form.test(token.text)) throw new ProgramError(token, 'expected a number of values such as <2>');
  }

  /** Calls are not read, so nobody calls it: it has nothing to say. */
  #uncalledProcedure(): void {
    const name = this.#heading();
    while (this.peek().text !== 'end')
      if (this.take().text === '') throw new ProgramError(name, 'the procedure has no `end`');
    this.expect('end');
  }

  #declaration(into: Variable[]): void {
    this.expect('decl');
    do {
      const token = this.word('a variable');
      if (this.variables.has(token.text)) throw new ProgramError(token, `'${token.text}' is declared twice`);
      this.variables.set(token.text, this.variables.size);
      into.push(this.accept(':=') ? this.#initialized(token.text) : { name: token.text });
    } while (this.accept(','));
    this.expect(';');
  }

  #initialized(name: string): Variable {
    const token = this.take();
    if (token.text === '*') return { name };
    const value = constantOf(token.text);
    if (value === undefined) throw new ProgramError(token, 'an initial value is 0, 1 or *');
    return { name, initial: value };
  }

  #line(): void {
    while (this.tokens[this.next + 1]?.text === ':' && this.peek().text !== '') {
      const label = this.take();
      this.take();
      if (this.#labels.has(label.text)) throw new ProgramError(label, `label '${label.text}' is used twice`);
      this.#labels.set(label.text, this.#lines.length);
    }
    if (blockEnds.has(this.peek().text)) return;
    if (this.accept(';')) return;
    const first = this.peek();
    if (first.text === 'while') return this.#iteration();
    if (first.text === 'if') return this.#selection();
    this.#push(this.#statement(), first);
    this.expect(';');
  }

  #push(statement: Statement, first: Token): void {
    const last = this.tokens[this.next - 1]!;
    this.#lines.push({ statement, span: { start: first.start, end: last.end } });
  }

  /** `if e then goto A; fi`, which is one statement, or statements up to `elsif`, `else` or `fi`. */
  #selection(): void {
    const first = this.take();
    const condition = this.expression();
    this.expect('then');
    if (this.accept('goto')) {
      this.#push({ kind: 'branch', condition, label: this.#label() }, first);
      if (this.peek().text === ';' && this.tokens[this.next + 1]?.text === 'fi') this.take();
      this.accept('fi');
      this.expect(';');
      return;
    }
    const [otherwise, end] = [this.#ownLabel(), this.#ownLabel()];
    this.#push({ kind: 'branch', condition: { kind: 'not', operand: condition }, label: otherwise }, first);
    this.#block();
    this.#push({ kind: 'goto', labels: [end] }, first);
    this.#labels.set(otherwise, this.#lines.length);
    if (this.peek().text === 'elsif') this.#nested(() => this.#selection());
    else {
      if (this.accept('else')) this.#block();
      this.expect('fi');
      this.accept(';');
    }
    this.#labels.set(end, this.#lines.length);
  }

  #iteration(): void {
    const first = this.take();
    const [start, end] = [this.#ownLabel(), this.#ownLabel()];
    this.#labels.set(start, this.#lines.length);
    const condition = this.expression();
    this.expect('do');
    this.#push({ kind: 'branch', condition: { kind: 'not', operand: condition }, label: end }, first);
    this.#block();
    this.#push({ kind: 'goto', labels: [start] }, first);
    this.expect('od');
    this.accept(';');
    this.#labels.set(end, this.#lines.length);
  }

  #block(): void {
    this.#nested(() => {
      while (!blockEnds.has(this.peek().text) && this.peek().text !== '') this.#line();
    });
  }

  #nested(read: () => void): void {
    if (++this.depth > deepest) throw new ProgramError(this.peek(), `more than ${deepest} nested statements`, 'HD0005');
    read();
    this.depth--;
  }

  /** A label that no source has. */
  #ownLabel(): string {
    return `%${this.#ownLabels++}`;
  }

  #statement(): Statement {
    const token = this.peek();
    const simple = simpleStatements.get(token.text);
    if (simple) {
      this.take();
      return simple;
    }
    switch (token.text) {
      case 'goto':
        this.take();
        return { kind: 'goto', labels: this.#labelList() };
      case 'assume':
      case 'assert':
        this.take();
        return { kind: token.text, condition: this.expression() };
      case 'start_thread':
        this.take();
        this.expect('goto');
        return { kind: 'start-thread', label: this.#label() };
      case 'dead':
        this.take();
        return this.#forgotten();
      case 'print':
        return this.#printed();
      default:
        return this.#assignment();
    }
  }

  /** From here on it may be anything. */
  #forgotten(): Statement {
    const variables = [this.variable()];
    while (this.accept(',')) variables.push(this.variable());
    return { kind: 'assign', variables: [...new Set(variables)], values: variables.map(() => ({ kind: 'any' })) };
  }

  #printed(): Statement {
    this.expect('print');
    this.expect('(');
    do this.expression();
    while (this.accept(','));
    this.expect(')');
    return { kind: 'skip' };
  }

  #assignment(): Statement {
    const variables = [this.variable()];
    while (this.accept(',')) variables.push(this.variable());
    const sign = this.expect(':=');
    const values = [this.expression()];
    while (this.accept(',')) values.push(this.expression());
    if (values.length !== variables.length)
      throw new ProgramError(sign, `${variables.length} variables, but ${values.length} values`);
    if (new Set(variables).size < variables.length) throw new ProgramError(sign, 'a variable is assigned twice');
    if (!this.accept('constrain')) return { kind: 'assign', variables, values };
    return { kind: 'assign', variables, values, constraint: this.expression() };
  }

  #labelList(): string[] {
    const labels = [this.#label()];
    while (this.accept(',')) labels.push(this.#label());
    return labels;
  }

  #label(): string {
    const token = this.take();
    if (!/^[\w$]/.test(token.text)) throw new ProgramError(token, 'expected a label');
    this.#uses.push({ label: token.text, span: token });
    return token.text;
  }
}

export function parseBooleanProgram(source: SourceText): Result<BooleanProgram, Diagnostic> {
  try {
    return success(new Parser(source.text).parse());
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return failure(diagnosticAt(source, error.span, error.code, error.message));
  }
}
