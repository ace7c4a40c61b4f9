// The tokens of the TTD text form, in typed arrays: diagrams have up to millions of them.

import { IntList } from '../../base/integers/int-list.js';
import type { Span } from '../../base/source-text.js';

const tokenKinds = ['number', '->', '+>', '~>', 'other'] as const;
export type TokenKind = (typeof tokenKinds)[number];

const [newline, carriageReturn, hash, zero, nine, minus, plus, tilde, greater] = [10, 13, 35, 48, 57, 45, 43, 126, 62];
/** Larger numbers are out of any range; they stay below 2^31. */
const largestNumber = 2_000_000_000;

export class DiagramTokens {
  readonly #kinds = new IntList();
  readonly #values = new IntList();
  readonly #starts = new IntList();
  readonly #ends = new IntList();
  readonly #lines = new IntList();

  constructor(text: string) {
    let line = 1;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === newline || code === carriageReturn) {
        at += code === carriageReturn && text.charCodeAt(at + 1) === newline ? 2 : 1;
        line++;
      } else if (code === hash) at = endOfLine(text, at);
      else if (isSpace(text, at, code)) at++;
      else at = this.#token(text, at, code, line);
    }
  }

  get length(): number {
    return this.#kinds.length;
  }

  /** Undefined behind the end. */
  kind(index: number): TokenKind | undefined {
    return index < this.length ? tokenKinds[this.#kinds.get(index)] : undefined;
  }

  value(index: number): number {
    return this.#values.get(index);
  }

  line(index: number): number {
    return index < this.length ? this.#lines.get(index) : -1;
  }

  span(index: number): Span {
    return { start: this.#starts.get(index), end: this.#ends.get(index) };
  }

  /** Reads the token at `at`; returns where it ends. */
  #token(text: string, at: number, code: number, line: number): number {
    let end = at;
    let value = 0;
    for (let digit = code; digit >= zero && digit <= nine; digit = text.charCodeAt(++end))
      value = Math.min(largestNumber, 10 * value + digit - zero);
    const kind = end > at ? 0 : arrowAt(text, at, code);
    if (kind !== 0) end = at + (kind === 4 ? 1 : 2);
    this.#kinds.push(kind);
    this.#values.push(value);
    this.#starts.push(at);
    this.#ends.push(end);
    this.#lines.push(line);
    return end;
  }
}

function arrowAt(text: string, at: number, code: number): number {
  if (text.charCodeAt(at + 1) !== greater) return 4;
  return code === minus ? 1 : code === plus ? 2 : code === tilde ? 3 : 4;
}

function isSpace(text: string, at: number, code: number): boolean {
  return code === 32 || code === 9 || (code > 126 || code < 32 ? /\s/.test(text[at]!) : false);
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== newline && text.charCodeAt(at) !== carriageReturn) at++;
  return at;
}
