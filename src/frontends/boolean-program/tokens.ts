// Tokens of Boolean programs, and a cursor over them.

import type { RuleCode } from '../../base/rule.js';
import type { Span } from '../../base/source-text.js';

export interface Token extends Span {
  readonly text: string;
}

/** Thrown and caught by the parser only. */
export class ProgramError extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly code: RuleCode = 'HD4008',
  ) {
    super(message);
  }
}

const tokenForm = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|#[^\r\n]*|[A-Za-z_$][\w$.]*|\d+|:=|!=|->|=>|<>|[^\s]/g;
export const wordForm = /^[A-Za-z_$]/;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenForm))
    if (!/^(\/\/|\/\*|#)/.test(match[0]))
      tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  tokens.push({ text: '', start: text.length, end: text.length });
  return tokens;
}

export class TokenCursor {
  protected readonly tokens: Token[];
  protected next = 0;

  constructor(text: string) {
    this.tokens = tokenize(text);
  }

  protected word(what: string): Token {
    const token = this.take();
    if (!wordForm.test(token.text)) throw new ProgramError(token, `expected ${what}`);
    return token;
  }

  protected accept(text: string): boolean {
    if (this.peek().text !== text) return false;
    this.take();
    return true;
  }

  protected expect(text: string): Token {
    const token = this.take();
    if (token.text !== text) throw new ProgramError(token, `expected '${text}'`);
    return token;
  }

  protected peek(): Token {
    return this.tokens[this.next]!;
  }

  protected take(): Token {
    const token = this.peek();
    if (token.text !== '') this.next++;
    return token;
  }
}
