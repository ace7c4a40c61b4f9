// Tokens of EML: names, numbers and symbols; comments and white space are skipped. Keywords are names here, the parser
// decides by context. Token texts are shared strings and the table is three flat arrays, so that a file of 10 MB fits.

import type { DiagnosticLog } from '../diagnostic-log.js';

export type TokenKind = 'name' | 'number' | 'symbol' | 'end';

export interface Tokens {
  readonly kinds: readonly TokenKind[];
  /** Empty for the last token, which is the end of the file. */
  readonly texts: readonly string[];
  readonly starts: readonly number[];
  /** False if the rest of the file is a comment that is never closed. */
  readonly complete: boolean;
}

const SLASH = 47;
/** With foreign letters, so that a name that contains one is one mistake. */
const NAME = /[A-Za-z_$\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y;
const FOREIGN = /[\u0080-\uFFFF]+/;
const NUMBER = /\d+/y;
const UNEXPECTED = /[^\sA-Za-z_$\d{}()[\];:,.=<>+\-*/%!\u0080-\uFFFF]+/y;
const twoCharacterSymbols = new Set(['..', '==', '!=', '<=', '>=', '&&', '||', '->', '=>']);
const oneCharacterSymbols = new Set('{}()[];:,.=<>+-*/%!');

export function readTokens(log: DiagnosticLog): Tokens {
  const { text } = log.source;
  const kinds: TokenKind[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  const shared = new Map<string, string>();
  let offset = skipBlank(text, 0);
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code === SLASH && text[offset + 1] === '*') break;
    const kind = kindAt(code);
    const end = tokenEnd(text, offset, kind);
    if (end === offset) offset = skipUnexpected(log, offset);
    else {
      kinds.push(kind);
      const token = text.slice(offset, end);
      if (kind === 'name' && !shared.has(token)) checkName(log, token, offset);
      texts.push(share(shared, token));
      starts.push(offset);
      offset = end;
    }
    offset = skipBlank(text, offset);
  }
  const complete = offset >= text.length;
  if (!complete) reportUnclosed(log, offset);
  kinds.push('end');
  texts.push('');
  starts.push(text.length);
  return { kinds, texts, starts, complete };
}

function kindAt(code: number): TokenKind {
  if (code >= 48 && code <= 57) return 'number';
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || code === 95 || code === 36 || code >= 128 ? 'name' : 'symbol';
}

/** `offset` itself if no token starts there. */
function tokenEnd(text: string, offset: number, kind: TokenKind): number {
  if (kind === 'name') return matchEnd(NAME, text, offset);
  if (kind === 'number') return matchEnd(NUMBER, text, offset);
  const symbol = text[offset]!;
  if (twoCharacterSymbols.has(symbol + text[offset + 1])) return offset + 2;
  return oneCharacterSymbols.has(symbol) ? offset + 1 : offset;
}

function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

/** Equal texts become one string: a slice would keep the whole file alive and cost memory per token. */
function share(shared: Map<string, string>, text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  shared.set(text, text);
  return text;
}

/** The end of the white space and comments at `offset`; stays before a comment that is never closed. */
function skipBlank(text: string, offset: number): number {
  for (;;) {
    const code = text.charCodeAt(offset);
    if (isSpace(code)) offset++;
    else if (code !== SLASH) return offset;
    else {
      const end = commentEnd(text, offset);
      if (end === offset) return offset;
      offset = end;
    }
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function commentEnd(text: string, offset: number): number {
  if (text[offset + 1] === '*') {
    const close = text.indexOf('*/', offset + 2);
    return close < 0 ? offset : close + 2;
  }
  if (text[offset + 1] !== '/') return offset;
  while (offset < text.length && text[offset] !== '\n' && text[offset] !== '\r') offset++;
  return offset;
}

function reportUnclosed(log: DiagnosticLog, start: number): void {
  log.error({ start, end: start + 2 }, 'HD0103', 'this comment is never closed', 'close it with `*/`');
}

/** Reports foreign letters in a name, where it is first used. */
function checkName(log: DiagnosticLog, name: string, offset: number): void {
  const foreign = FOREIGN.exec(name);
  if (foreign) reportUnexpected(log, offset + foreign.index, offset + foreign.index + foreign[0].length);
}

/** Reports what starts no token and answers where to go on. */
function skipUnexpected(log: DiagnosticLog, offset: number): number {
  const end = Math.max(matchEnd(UNEXPECTED, log.source.text, offset), offset + 1);
  reportUnexpected(log, offset, end);
  return end;
}

function reportUnexpected(log: DiagnosticLog, start: number, end: number): void {
  const character = String.fromCodePoint(log.source.text.codePointAt(start)!);
  const help = character === '&' || character === '|' ? `write \`${character}${character}\`` : undefined;
  log.error({ start, end }, 'HD0102', `unexpected character ${printCharacter(character)}`, help);
}

function printCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const printable = code > 32 && code !== 127 && !(code >= 0xd800 && code <= 0xdfff);
  return printable ? `\`${character}\`` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
