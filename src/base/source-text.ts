// A source file's text with spans and line/column positions.
// Lines end in LF, CRLF or CR; a leading byte order mark is not part of the text. Positions count from 1.

/** A half-open range of offsets into a source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The text it lies in, where a model has several; else the one it is asked of. */
  readonly source?: SourceText;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A span in a named file, the form in which engines and reports speak of source. */
export interface Place extends Position {
  readonly file: string;
  /** Length of the span on its first line, for underlining; at least 1. */
  readonly length: number;
}

export class SourceText {
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(
    readonly file: string,
    text: string,
  ) {
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.#lineStarts = findLineStarts(this.text);
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 };
  }

  place(span: Span): Place {
    if (span.source && span.source !== this) return span.source.place(span);
    const { line, column } = this.position(span.start);
    const restOfLine = this.line(line).length - column + 1;
    const length = Math.max(1, Math.min(span.end - span.start, restOfLine));
    return { file: this.file, line, column, length };
  }

  /** The text of a line (counted from 1) without its line end. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return '';
    const end = this.#lineStarts[number] ?? this.text.length;
    return this.text.slice(start, end).replace(/[\r\n]+$/, '');
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 13 && text.charCodeAt(i + 1) === 10) continue;
    if (code === 10 || code === 13) starts.push(i + 1);
  }
  return starts;
}
