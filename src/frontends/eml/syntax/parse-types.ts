// Types: `int`, `int lo..hi`, `bool`, `lock`, `thread`, `thread` with a result, a class, arrays of them, and functions.

import { parseConstant } from './parse-expressions.js';
import type { FunctionTypeSyntax, NamedTypeSyntax, TypeSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

const DIMENSION_LIMIT = 8;

export function parseType(cursor: TokenCursor): TypeSyntax {
  return cursor.at('(') ? parseFunctionType(cursor) : parseNamedType(cursor);
}

function parseFunctionType(cursor: TokenCursor): FunctionTypeSyntax {
  const { start } = cursor;
  const parameters: TypeSyntax[] = [];
  const done = (result?: TypeSyntax): FunctionTypeSyntax => {
    return { kind: 'function', parameters, ...(result ? { result } : {}), span: cursor.spanFrom(start) };
  };
  if (!cursor.enter('expression')) return done();
  cursor.advance();
  if (!cursor.at(')')) {
    do parameters.push(parseType(cursor));
    while (cursor.accept(','));
  }
  cursor.expect(')');
  cursor.expect('->', 'the type of a function is `(int) -> bool`, or `() -> void`');
  const result = cursor.accept('void') ? undefined : parseType(cursor);
  cursor.leave('expression');
  return done(result);
}

export function parseNamedType(cursor: TokenCursor): NamedTypeSyntax {
  const { start } = cursor;
  const element = parseElement(cursor);
  let dimensions = 0;
  while (cursor.at('[') && cursor.next === ']') {
    cursor.advance();
    cursor.advance();
    dimensions++;
  }
  if (dimensions > DIMENSION_LIMIT) cursor.fail(`an array has at most ${DIMENSION_LIMIT} dimensions`);
  return { ...element, dimensions, span: cursor.spanFrom(start) };
}

/** A type without the `[]` behind it: `thread int[]` is an array of threads. */
function parseElement(cursor: TokenCursor): NamedTypeSyntax {
  const { start } = cursor;
  const name = cursor.name('a type');
  const range =
    name.text === 'int' && (cursor.atNumber() || cursor.at('-') || cursor.next === '..')
      ? parseRange(cursor)
      : undefined;
  const result = name.text === 'thread' && cursor.atName() ? parseResult(cursor) : undefined;
  const parts = { ...(range ? { range } : {}), ...(result ? { result } : {}) };
  return { kind: 'named', name, ...parts, dimensions: 0, span: cursor.spanFrom(start) };
}

function parseResult(cursor: TokenCursor): NamedTypeSyntax | undefined {
  if (!cursor.enter('expression')) return undefined;
  const result = parseElement(cursor);
  cursor.leave('expression');
  return result;
}

export function parseRange(cursor: TokenCursor): { low: number; high: number } {
  const low = parseBound(cursor);
  cursor.expect('..', 'a range is written `int 0..3`');
  return { low, high: parseBound(cursor) };
}

function parseBound(cursor: TokenCursor): number {
  const constant = parseConstant(cursor);
  if (constant.kind === 'number') return constant.value;
  cursor.fail('the bound of a range is a number');
  return 0;
}
