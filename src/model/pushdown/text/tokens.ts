// Tokens of the text form: names (bare or quoted), punctuation and arrows, with their spans.

import type { SourceText, Span } from '../../../base/source-text.js';

export type Token = Span &
  (
    | { readonly kind: 'name'; readonly text: string; readonly quoted: boolean }
    | { readonly kind: 'punctuation'; readonly text: '<' | '>' | ',' | '{' | '}' }
    /** `->`, or `-[label]->`. */
    | { readonly kind: 'arrow'; readonly label: string }
    | { readonly kind: 'bad'; readonly text: string }
    | { readonly kind: 'end' }
  );

const blank = /(?:\s|\/\/[^\r\n]*)+/y;
const bareName = /(?:[^\s<>,[\]{}"/-]|\/(?!\/))+/y;
const quotedName = /"(?:[^"\\\r\n]|\\.)*"/y;
const punctuation = /[<>,{}]/y;
const arrow = /->|-\[[ \t]*("(?:[^"\\\r\n]|\\.)*"|[^\]"\r\n]*?)[ \t]*\]->/y;

export function tokenize(source: SourceText): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, tokens.at(-1)!.end))
    tokens.push(tokenAt(text, at));
  tokens.push({ kind: 'end', start: text.length, end: text.length });
  return tokens;
}

function skipBlanks(text: string, at: number): number {
  return at + (match(blank, text, at)?.[0].length ?? 0);
}

function tokenAt(text: string, start: number): Token {
  const found = match(arrow, text, start);
  if (found) return { kind: 'arrow', label: unquote(found[1] ?? ''), start, end: start + found[0].length };
  const name = match(quotedName, text, start)?.[0] ?? match(bareName, text, start)?.[0];
  if (name) {
    return { kind: 'name', text: unquote(name), quoted: name.startsWith('"'), start, end: start + name.length };
  }
  const mark = match(punctuation, text, start)?.[0];
  const end = start + 1;
  switch (mark) {
    case '<':
    case '>':
    case ',':
    case '{':
    case '}':
      return { kind: 'punctuation', text: mark, start, end };
    default:
      return { kind: 'bad', text: text.slice(start, end), start, end };
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

/** A name as the text form writes it. */
export function quoteName(name: string): string {
  return /^(?:[^\s<>,[\]{}"/-]|\/(?!\/))+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
}

/** A label between `-[` and `]->`. */
export function quoteLabel(label: string): string {
  return /^[^\s\]"\\](?:[^\]"\\\r\n]*[^\s\]"\\])?$/.test(label) ? label : `"${label.replace(/["\\]/g, '\\$&')}"`;
}
