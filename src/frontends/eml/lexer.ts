// Tokens of EML: names, numbers and symbols; comments and white space are skipped. Keywords are names here, the parser
// decides by context. Token texts are shared strings and the table is three flat arrays, so that a file of 10 MB fits.

import type { DiagnosticLog } from './diagnostic-log.js';

export const LARGEST_NUMBER = 2147483647;

export type TokenKind = 'name' | 'number' | 'symbol' | 'end';

export interface Tokens {
  readonly kinds: readonly TokenKind[];
  /** Empty for the last token, which is the end of the file. */
  readonly texts: readonly string[];
  readonly starts: readonly number[];
}

const SLASH = 47;
const TOKEN = /([A-Za-z_$][\w$]*)|(\d+)|\.\.|[=!<>]=|&&|\|\||[{}()[\];:,.=<>+\-*/%!]/y;
const UNEXPECTED = /[^\sA-Za-z_$\d{}()[\];:,.=<>+\-*/%!]+/y;

export function readTokens(log: DiagnosticLog): Tokens {
  const text = log.source.text;
  const kinds: TokenKind[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  const shared = new Map<string, string>();
  for (let offset = skipBlank(text, 0); offset < text.length; offset = skipBlank(text, offset)) {
    TOKEN.lastIndex = offset;
    const match = text.startsWith('/*', offset) ? null : TOKEN.exec(text);
    if (match === null) {
      offset = skipUnexpected(log, offset);
      continue;
    }
    const token = share(shared, match[0]);
    kinds.push(match[1] !== undefined ? 'name' : match[2] !== undefined ? 'number' : 'symbol');
    texts.push(token);
    starts.push(offset);
    offset += token.length;
  }
  kinds.push('end');
  texts.push('');
  starts.push(text.length);
  return { kinds, texts, starts };
}

/** The end of the white space and comments at `offset`; stays before a comment that is never closed. */
function skipBlank(text: string, offset: number): number {
  for (;;) {
    const code = text.charCodeAt(offset);
    if (code === SLASH && text[offset + 1] === '/') offset = lineEnd(text, offset);
    else if (code === SLASH && text[offset + 1] === '*') {
      const close = text.indexOf('*/', offset + 2);
      if (close < 0) return offset;
      offset = close + 2;
    } else if (isSpace(code)) offset++;
    else return offset;
  }
}

function lineEnd(text: string, offset: number): number {
  while (offset < text.length && text[offset] !== '\n' && text[offset] !== '\r') offset++;
  return offset;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

function share(shared: Map<string, string>, text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  shared.set(text, text);
  return text;
}

/** Reports what starts no token and answers where to go on. */
function skipUnexpected(log: DiagnosticLog, offset: number): number {
  const text = log.source.text;
  if (text.startsWith('/*', offset)) {
    log.error({ start: offset, end: offset + 2 }, 'HD0103', 'this comment is never closed', 'close it with `*/`');
    return text.length;
  }
  const end = Math.max(matchEnd(UNEXPECTED, text, offset), offset + 1);
  const character = String.fromCodePoint(text.codePointAt(offset)!);
  const help = character === '&' || character === '|' ? `write \`${character}${character}\`` : undefined;
  log.error({ start: offset, end }, 'HD0102', `unexpected character ${printCharacter(character)}`, help);
  return end;
}

function printCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const printable = code > 32 && code !== 127 && !(code >= 0xd800 && code <= 0xdfff);
  return printable ? `\`${character}\`` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
