// Several files as one text: a program has one source, a Java program many. Spans are shifted by where their file begins,
// places come back with the file's own name and lines.

import { type Place, type Position, SourceText, type Span } from '../../../base/source-text.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';

export class ProjectSource extends SourceText {
  readonly #starts = new Map<SourceText, number>();
  readonly #files: { readonly start: number; readonly source: SourceText }[] = [];

  constructor(readonly sources: readonly SourceText[]) {
    super(sources[0]?.file ?? '', sources.map(({ text }) => text).join('\n'));
    let start = 0;
    for (const source of sources) {
      this.#starts.set(source, start);
      this.#files.push({ start, source });
      start += source.text.length + 1;
    }
  }

  span(node: SyntaxNode): Span {
    const shift = this.#starts.get(node.source) ?? 0;
    return { start: node.start + shift, end: node.end + shift };
  }

  #at(offset: number): { readonly start: number; readonly source: SourceText } {
    let low = 0;
    let high = this.#files.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#files[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#files[low]!;
  }

  override position(offset: number): Position {
    if (!this.#files) return { line: 1, column: 1 };
    const { start, source } = this.#at(offset);
    return source.position(offset - start);
  }

  override place(span: Span): Place {
    const { start, source } = this.#at(span.start);
    return source.place({ start: span.start - start, end: span.end - start });
  }
}
