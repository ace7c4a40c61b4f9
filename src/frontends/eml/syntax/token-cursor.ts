// A place in the token table, with panic-mode error recovery: after an error the cursor is *panicking*: it accepts nothing
// and reports nothing, so every loop of the parser runs out, until `recover…` has skipped to the next statement or
// declaration. No exceptions, and never two messages about one mistake.

import type { Span } from '../../../base/source-text.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import type { Tokens } from './lexer.js';
import { type Nesting, nestingLimit, reportNesting } from './nesting.js';
import type { ConstantSyntax, Name } from './syntax.js';

export class TokenCursor {
  #index = 0;
  #panicking = false;
  /** The constants that have been declared so far. */
  readonly constants = new Map<string, ConstantSyntax>();
  readonly #depth: Record<Nesting, number> = { block: 0, expression: 0 };

  constructor(
    readonly tokens: Tokens,
    readonly log: DiagnosticLog,
  ) {}

  get index(): number {
    return this.#index;
  }

  get text(): string {
    return this.tokens.texts[this.#index]!;
  }

  /** The text of the token after the current one. */
  get next(): string {
    return this.tokens.texts[this.#index + 1] ?? '';
  }

  get atEnd(): boolean {
    return this.tokens.kinds[this.#index] === 'end';
  }

  get panicking(): boolean {
    return this.#panicking;
  }

  get start(): number {
    return this.tokens.starts[this.#index]!;
  }

  get span(): Span {
    return { start: this.start, end: this.start + this.text.length };
  }

  /** From `start` to the end of the token before the current one. */
  spanFrom(start: number): Span {
    const previous = this.#index - 1;
    if (previous < 0) return this.span;
    const end = this.tokens.starts[previous]! + this.tokens.texts[previous]!.length;
    return { start, end: Math.max(end, start) };
  }

  at(text: string): boolean {
    return !this.#panicking && this.text === text;
  }

  atName(): boolean {
    return !this.#panicking && this.tokens.kinds[this.#index] === 'name';
  }

  atNumber(): boolean {
    return !this.#panicking && this.tokens.kinds[this.#index] === 'number';
  }

  nextIsName(): boolean {
    return this.tokens.kinds[this.#index + 1] === 'name';
  }

  textAt(ahead: number): string {
    return this.tokens.texts[this.#index + ahead] ?? '';
  }

  /** Whether the token so far ahead follows the one before it without a gap. */
  isAdjacent(ahead: number): boolean {
    const before = this.#index + ahead - 1;
    return this.tokens.starts[before]! + this.textAt(ahead - 1).length === this.tokens.starts[before + 1];
  }

  advance(): void {
    if (!this.atEnd) this.#index++;
  }

  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  expect(text: string, help?: string): void {
    if (!this.accept(text)) this.fail(`expected \`${text}\`, found ${this.describe()}`, help);
  }

  /** The `}` that ends what was opened at `open`. */
  close(what: string, open: number): void {
    if (this.accept('}') || this.#panicking) return;
    const { line, column } = this.log.source.position(open);
    this.fail(`expected \`}\`, found ${this.describe()}`, `the ${what} opened at ${line}:${column} is not closed`);
  }

  /** A `;`. One that is missing at the end of a line is reported there, and parsing goes on. */
  semicolon(): void {
    if (this.#panicking || this.accept(';')) return;
    const { source } = this.log;
    const { end } = this.spanFrom(0);
    if (source.position(end).line === source.position(this.start).line) {
      this.fail(`expected \`;\`, found ${this.describe()}`);
    } else this.log.error({ start: end - 1, end }, 'HD0101', 'expected `;` after this');
  }

  /** A name, or a nameless stand-in after an error. `what` says what it names: "a variable". */
  name(what: string): Name {
    const span = this.span;
    if (!this.atName()) {
      this.fail(`expected the name of ${what}, found ${this.describe()}`);
      return { text: '', span };
    }
    const { text } = this;
    this.advance();
    return { text, span };
  }

  describe(): string {
    return this.atEnd ? 'the end of the file' : `\`${this.text}\``;
  }

  fail(message: string, help?: string): void {
    if (!this.#panicking) this.log.error(this.span, 'HD0101', message, help);
    this.#panicking = true;
  }

  /** Skips a bracketed group if at one, else one token. */
  #skipGroup(): void {
    let depth = 0;
    do {
      if (this.text === '{') depth++;
      if (this.text === '}') depth--;
      this.advance();
    } while (depth > 0 && !this.atEnd);
  }

  /** Ends a panic behind the next `;` or block, or before the `}` that closes the current block. */
  recoverInBlock(): void {
    this.#recover((text) => text === '}');
  }

  /** Ends a panic behind the next `;` or block, or before a token for which `startsItem` holds. */
  recoverAtItem(startsItem: () => boolean): void {
    this.#recover(() => startsItem());
  }

  #recover(stopBefore: (text: string) => boolean): void {
    this.#panicking = false;
    while (!this.atEnd && !stopBefore(this.text)) {
      const behind = this.text === ';' || this.text === '{';
      this.#skipGroup();
      if (behind && !this.at('else')) break;
    }
    // Nothing more can be said about a file that has ended.
    this.#panicking = this.atEnd;
  }

  /** One level deeper; false, and the end of parsing, if that is too deep. */
  enter(what: Nesting): boolean {
    if (this.#depth[what] < nestingLimit[what]) {
      this.#depth[what]++;
      return true;
    }
    if (!this.#panicking) reportNesting(this.log, this.start, what);
    this.abandon();
    return false;
  }

  leave(what: Nesting): void {
    this.#depth[what]--;
  }

  /** Gives up on the rest of the file. */
  abandon(): void {
    this.#panicking = true;
    this.#index = this.tokens.kinds.length - 1;
  }
}
