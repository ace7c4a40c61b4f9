// Statements with statements inside. Blocks nest, so these parsers are recursions that do not use the call stack.

import { call, type Recursion } from '../../../base/recursion.js';
import { parseExpression } from './parse-expressions.js';
import { atElse, isKeyword, parseSimple, parseSimpleStatement } from './parse-statements.js';
import type { BlockSyntax, BranchSyntax, SimpleSyntax, StatementSyntax, TestSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

type CompoundParser = (cursor: TokenCursor, start: number) => Recursion<StatementSyntax>;

/** By first word; the parser starts behind it. */
const compoundStatements = new Map<string, CompoundParser>([
  ['if', parseIf],
  ['while', parseWhile],
  ['for', parseFor],
  ['choose', parseChoose],
  ['unit', parseUnit],
  ['atomic', parseAtomicBlock],
  ['synchronized', parseSynchronized],
]);

export function* parseBlock(cursor: TokenCursor): Recursion<BlockSyntax> {
  const { span } = cursor;
  const statements: StatementSyntax[] = [];
  cursor.expect('{');
  if (cursor.panicking || !cursor.enter('block')) return { kind: 'block', statements, span };
  while (!cursor.at('}') && !cursor.atEnd) {
    const compound = startCompound(cursor);
    statements.push(compound ? yield* call(compound) : parseSimpleStatement(cursor));
    if (cursor.panicking) cursor.recoverInBlock();
  }
  cursor.leave('block');
  cursor.close('block', span.start);
  return { kind: 'block', statements, span: cursor.spanFrom(span.start) };
}

/** The parser of the compound statement at the cursor, if there is one. */
function startCompound(cursor: TokenCursor): Recursion<StatementSyntax> | undefined {
  if (cursor.at('{')) return parseBlock(cursor);
  const isBlock = cursor.text !== 'atomic' || cursor.next === '{';
  const parser = isBlock && isKeyword(cursor) ? compoundStatements.get(cursor.text) : undefined;
  if (!parser) return undefined;
  const { start } = cursor;
  cursor.advance();
  return parser(cursor, start);
}

/** The body of an `if` or `while`; one without braces is a level of nesting that the token scan has not counted. */
function* parseBody(cursor: TokenCursor): Recursion<StatementSyntax> {
  if (cursor.at('{')) return yield* call(parseBlock(cursor));
  const { span } = cursor;
  if (cursor.panicking || !cursor.enter('block')) return { kind: 'skip', span };
  const compound = startCompound(cursor);
  const statement = compound ? yield* call(compound) : parseSimpleStatement(cursor);
  cursor.leave('block');
  return statement;
}

function* parseIf(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  const arms = [{ test: parseTest(cursor, start), body: yield* parseBody(cursor) }];
  while (atElse(cursor)) {
    cursor.advance();
    const armStart = cursor.start;
    if (!(cursor.at('if') && isKeyword(cursor))) {
      const otherwise = yield* parseBody(cursor);
      return { kind: 'if', arms, otherwise, span: cursor.spanFrom(start) };
    }
    cursor.advance();
    arms.push({ test: parseTest(cursor, armStart), body: yield* parseBody(cursor) });
  }
  return { kind: 'if', arms, span: cursor.spanFrom(start) };
}

function* parseWhile(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  const test = parseTest(cursor, start);
  const body = yield* parseBody(cursor);
  return { kind: 'while', test, body, span: cursor.spanFrom(start) };
}

function parseHeaderPart(cursor: TokenCursor): SimpleSyntax {
  const { start } = cursor;
  const part = parseSimple(cursor);
  if (!cursor.panicking && part.kind !== 'let' && part.kind !== 'assign' && part.kind !== 'perform')
    cursor.log.error(cursor.spanFrom(start), 'HD0101', 'the header of a loop has assignments and calls only');
  return part;
}

function* parseFor(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  cursor.expect('(', 'a loop is `for (let i = 0; i < n; i++) { … }`');
  const first = cursor.at(';') ? undefined : parseHeaderPart(cursor);
  cursor.expect(';', 'a loop is `for (let i = 0; i < n; i++) { … }`');
  const always = { kind: 'boolean', value: true, span: cursor.span } as const;
  const condition = cursor.at(';') ? always : parseExpression(cursor);
  cursor.expect(';');
  const step = cursor.at(')') ? undefined : parseHeaderPart(cursor);
  cursor.expect(')');
  const test = { condition, span: cursor.spanFrom(start) };
  const body = yield* parseBody(cursor);
  const header = { ...(first ? { first } : {}), test, ...(step ? { step } : {}) };
  return { kind: 'for', ...header, body, span: cursor.spanFrom(start) };
}

function parseTest(cursor: TokenCursor, start: number): TestSyntax {
  cursor.expect('(');
  const free = cursor.at('*') && cursor.next === ')';
  if (free) cursor.advance();
  const condition = free ? {} : { condition: parseExpression(cursor) };
  cursor.expect(')', cursor.at('=') ? 'equality is written `==`' : undefined);
  return { ...condition, span: cursor.spanFrom(start) };
}

function* parseChoose(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  const branches: BranchSyntax[] = [];
  let span = cursor.spanFrom(start);
  for (;;) {
    branches.push({ body: yield* call(parseBlock(cursor)), span });
    if (!(cursor.at('or') && cursor.next === '{')) break;
    span = cursor.span;
    cursor.advance();
  }
  return { kind: 'choose', branches, span: cursor.spanFrom(start) };
}

function* parseAtomicBlock(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  return { kind: 'atomic', body: yield* call(parseBlock(cursor)), span: cursor.spanFrom(start) };
}

function* parseUnit(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  const name = cursor.at('{') ? undefined : cursor.name('the name of a unit, or `{`');
  const body = yield* call(parseBlock(cursor));
  return { kind: 'unit', ...(name ? { name } : {}), body, span: cursor.spanFrom(start) };
}

/** `shared l`, not a lock named `shared`. */
export function parseMode(cursor: TokenCursor): boolean {
  return cursor.nextIsName() && cursor.accept('shared');
}

function* parseSynchronized(cursor: TokenCursor, start: number): Recursion<StatementSyntax> {
  cursor.expect('(');
  const shared = parseMode(cursor);
  const lock = parseExpression(cursor);
  cursor.expect(')');
  const header = cursor.spanFrom(start);
  const body = yield* call(parseBlock(cursor));
  return { kind: 'synchronized', shared, lock, body, header, span: cursor.spanFrom(start) };
}
