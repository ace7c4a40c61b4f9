// A copy of a Java file in which one thread stops before the access that completes a finding: `Heddle.at();` before the
// statement, lines kept. Where first and last access are in one statement there is no such point, and only stress is left.

import { SourceText } from '../../../base/source-text.js';
import type { JavaParser } from '../syntax/parse-java.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';

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
  /** The method that is called, which may reach the access through others. */
  unit: string,
): string | undefined {
  const source = new SourceText(file, text);
  const { root } = parse(source);
  const innermost = statementAt(root, source, last);
  const earlier = first && statementAt(root, source, first);
  const statement = innermost && outsideOfLock(root, innermost, earlier, unit);
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

const declarations = new Set(['method_declaration']);

/** Who stops inside of a synchronized method keeps the other one out: the place to stop is where that method is called. */
function outsideOfLock(
  root: SyntaxNode,
  statement: SyntaxNode,
  earlier: SyntaxNode | undefined,
  unit: string,
): SyntaxNode {
  const method = ancestorOf(statement, declarations);
  const name = method?.field('name')?.text;
  const isLocked = /\bsynchronized\b/.test(method?.child('modifiers')?.text ?? '');
  if (!isLocked || name === unit || (earlier && ancestorOf(earlier, declarations) === method)) return statement;
  const calls = [...descendants(root)].filter(
    (node) =>
      node.type === 'method_invocation' &&
      node.field('name')?.text === name &&
      ancestorOf(node, declarations)?.field('name')?.text === unit,
  );
  const call = calls.at(-1);
  return (call && ancestorOf(call, statements)) ?? statement;
}

const statements = new Set(['expression_statement', 'return_statement', 'local_variable_declaration', 'if_statement']);

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
