// Tokens of the MIST .spec format: words, numbers and signs; `#` and `//` start comments.

import type { Span } from '../../base/source-text.js';

export interface SpecToken extends Span {
  readonly kind: 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
}

const tokenForm = /#[^\r\n]*|\/\/[^\r\n]*|\r\n|\r|\n|[A-Za-z_][\w.]*|\d+|->|>=|[^\s]/g;

export function tokenizeSpec(text: string): SpecToken[] {
  const tokens: SpecToken[] = [];
  let line = 1;
  for (const match of text.matchAll(tokenForm)) {
    const word = match[0];
    if (word === '\n' || word === '\r' || word === '\r\n') line++;
    else if (!word.startsWith('#') && !word.startsWith('//')) {
      const kind = /^[A-Za-z_]/.test(word) ? 'word' : /^\d/.test(word) ? 'number' : 'sign';
      tokens.push({ kind, text: word, line, start: match.index, end: match.index + word.length });
    }
  }
  tokens.push({ kind: 'end', text: '', line, start: text.length, end: text.length });
  return tokens;
}
