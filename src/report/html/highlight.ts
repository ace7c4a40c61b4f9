// The words of a source line by kind, for EML, Java, TypeScript and Boolean programs alike: comments, strings, numbers, keywords.
// Colours only: nothing depends on it.

export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: 'comment' | 'string' | 'number' | 'keyword';
}

const keywords = new Set(
  `process lock var volatile class atomic set unit synchronized shared if else while for do choose or main let return break continue acquire
  release wait notify notifyAll join any spawn eager yield external label assert assume skip read write new deferred null true false int bool
  thread scheduling cooperative preemptive async await function const import export from interface extends implements public private protected
  static final void boolean long double char byte short float abstract package throws throw try catch finally switch case default this super
  instanceof readonly type enum of in typeof number string Promise decl begin end goto then fi od bool enforce constrain`.split(
    /\s+/,
  ),
);

const pattern =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|\b\d[\w.]*|[A-Za-z_$][\w$]*/g;

/** Line by line; comments may go over several. */
export class Highlighter {
  #inComment = false;

  tokens(line: string): Token[] {
    const end = this.#inComment ? line.indexOf('*/') : -2;
    if (end === -1) return [{ start: 0, end: line.length, kind: 'comment' }];
    const start = end < 0 ? 0 : end + 2;
    const first: Token[] = end < 0 ? [] : [{ start: 0, end: start, kind: 'comment' }];
    this.#inComment = false;
    for (const match of line.slice(start).matchAll(pattern)) {
      const [text] = match;
      const kind = kindOf(text);
      if (text.startsWith('/*') && !text.endsWith('*/')) this.#inComment = true;
      if (kind) first.push({ start: start + match.index, end: start + match.index + text.length, kind });
    }
    return first;
  }
}

function kindOf(text: string): Token['kind'] | undefined {
  if (text.startsWith('//') || text.startsWith('/*')) return 'comment';
  if (/^["'`]/.test(text)) return 'string';
  if (/^\d/.test(text)) return 'number';
  return keywords.has(text) ? 'keyword' : undefined;
}
