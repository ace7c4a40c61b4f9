// A copy of a Java file in which one thread stops before the access that completes a finding: `Heddle.at();` before the
// statement, lines kept. Where first and last access are in one statement there is no such point, and only stress is left.

import { SourceText } from '../../../base/source-text.js';
import type { JavaParser } from '../syntax/parse-java.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export function withParkPoint(
  parse: JavaParser,
  file: string,
  text: string,
  first: Position | undefined,
  last: Position,
): string | undefined {
  const source = new SourceText(file, text);
  const { root } = parse(source);
  const statement = statementAt(root, source, last);
  const earlier = first && statementAt(root, source, first);
  if (!statement || (earlier && earlier.start === statement.start)) return undefined;
  const { text: whole } = source;
  const [before, inside, after] = [
    whole.slice(0, statement.start),
    whole.slice(statement.start, statement.end),
    whole.slice(statement.end),
  ];
  // A declaration must stay in its block; anything else may stand alone behind an `if`.
  if (statement.type === 'local_variable_declaration') return `${before}Heddle.at(); ${inside}${after}`;
  return `${before}{ Heddle.at(); ${inside} }${after}`;
}

/** The innermost statement around a place. */
function statementAt(root: SyntaxNode, source: SourceText, { line, column }: Position): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  let at: SyntaxNode | undefined = root;
  const covers = (node: SyntaxNode) => {
    const [start, end] = [source.position(node.start), source.position(node.end)];
    const isAfter = line > start.line || (line === start.line && column >= start.column);
    return isAfter && (line < end.line || (line === end.line && column < end.column));
  };
  while (at) {
    if (/_statement$|^local_variable_declaration$/.test(at.type) && at.parent?.type !== 'for_statement') found = at;
    at = at.children.find(covers);
  }
  return found;
}
