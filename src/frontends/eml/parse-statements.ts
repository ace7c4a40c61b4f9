// Statements. Keywords are contextual: a word is a name where what follows makes it one (`read = 1`, `unit.f = 2`,
// `skip()`), and the keyword otherwise.

import { parseCall, parseExpression, parsePlace } from './parse-expressions.js';
import { parseType } from './parse-types.js';
import type { BlockSyntax, BranchSyntax, StatementSyntax, TestSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

type StatementParser = (cursor: TokenCursor, start: number) => StatementSyntax;

/** By first word. A parser here starts behind the word. */
const compoundStatements = new Map<string, StatementParser>([
  ['if', parseIf],
  ['while', parseWhile],
  ['choose', parseChoose],
  ['unit', (cursor, start) => ({ kind: 'unit', body: parseBlock(cursor), span: cursor.spanFrom(start) })],
  ['synchronized', parseSynchronized],
]);

/** Statements that end in `;`. */
const simpleStatements = new Map<string, StatementParser>([
  ['read', (cursor, start) => parseAccess(cursor, start, 'read')],
  ['write', (cursor, start) => parseAccess(cursor, start, 'write')],
  ['skip', (cursor, start) => ({ kind: 'skip', span: cursor.spanFrom(start) })],
  ['break', (cursor, start) => ({ kind: 'break', span: cursor.spanFrom(start) })],
  ['continue', (cursor, start) => ({ kind: 'continue', span: cursor.spanFrom(start) })],
  ['yield', (cursor, start) => ({ kind: 'yield', span: cursor.spanFrom(start) })],
  ['return', parseReturn],
  ['let', parseLet],
  ['join', parseJoin],
  ['assert', (cursor, start) => parseCondition(cursor, start, 'assert')],
  ['assume', (cursor, start) => parseCondition(cursor, start, 'assume')],
  ['label', (cursor, start) => ({ kind: 'label', name: cursor.name('a label'), span: cursor.spanFrom(start) })],
]);

/** These are followed by a parenthesis that is not an argument list. */
const beforeParenthesis = new Set(['return', 'join', 'assert', 'assume']);

export function parseBlock(cursor: TokenCursor): BlockSyntax {
  const { span } = cursor;
  const statements: StatementSyntax[] = [];
  cursor.expect('{');
  if (cursor.panicking || !cursor.enter('block')) return { kind: 'block', statements, span };
  while (!cursor.at('}') && !cursor.atEnd) {
    statements.push(parseStatement(cursor));
    if (cursor.panicking) cursor.recoverInBlock();
  }
  cursor.leave('block');
  cursor.expect('}', `the block opened at ${printPosition(cursor, span.start)} is not closed`);
  return { kind: 'block', statements, span: cursor.spanFrom(span.start) };
}

function printPosition(cursor: TokenCursor, offset: number): string {
  const { line, column } = cursor.log.source.position(offset);
  return `${line}:${column}`;
}

export function parseStatement(cursor: TokenCursor): StatementSyntax {
  const { start, text } = cursor;
  if (cursor.at('{')) return parseBlock(cursor);
  const compound = isKeyword(cursor) ? compoundStatements.get(text) : undefined;
  if (compound) {
    cursor.advance();
    return compound(cursor, start);
  }
  const statement = parseSimple(cursor);
  if (!cursor.panicking) expectSemicolon(cursor);
  return statement;
}

function parseSimple(cursor: TokenCursor): StatementSyntax {
  const { start, text } = cursor;
  const parser = isKeyword(cursor) ? simpleStatements.get(text) : undefined;
  if (parser) {
    cursor.advance();
    return parser(cursor, start);
  }
  if (cursor.at(';')) {
    cursor.fail('there is no empty statement', 'remove this `;`, or write `skip;`');
    return { kind: 'skip', span: cursor.span };
  }
  if (!cursor.atName()) {
    cursor.fail(`expected a statement, found ${cursor.describe()}`);
    return { kind: 'skip', span: cursor.span };
  }
  if (cursor.next === '(' || (text === 'spawn' && cursor.nextIsName())) {
    const call = parseCall(cursor);
    return { kind: 'perform', call, span: call.span };
  }
  return parseAssignment(cursor);
}

/** Whether the current word, if it is one, is meant as a keyword here. */
export function isKeyword(cursor: TokenCursor): boolean {
  if (!cursor.atName()) return false;
  const { text, next } = cursor;
  if (next === '=' || next === '.' || next === '[') return false;
  if (next !== '(') return true;
  if (text === 'if' || text === 'while' || text === 'synchronized') return true;
  return beforeParenthesis.has(text) && cursor.textAt(2) !== ')';
}

/** The `;` may be left out before `}`. A missing one at the end of a line is reported there, and parsing goes on. */
function expectSemicolon(cursor: TokenCursor): void {
  if (cursor.accept(';') || cursor.at('}')) return;
  const { source } = cursor.log;
  const { end } = cursor.spanFrom(0);
  if (!cursor.atEnd && source.position(end).line === source.position(cursor.start).line) {
    cursor.fail(`expected \`;\`, found ${cursor.describe()}`);
  } else cursor.log.error({ start: end - 1, end }, 'HD0101', 'expected `;` after this');
}

function parseAccess(cursor: TokenCursor, start: number, access: 'read' | 'write'): StatementSyntax {
  return { kind: 'access', access, place: parsePlace(cursor), span: cursor.spanFrom(start) };
}

function parseAssignment(cursor: TokenCursor): StatementSyntax {
  const { start } = cursor;
  const place = parsePlace(cursor);
  cursor.expect('=', `a statement that starts with \`${place.name.text}\` is an assignment or a call`);
  return { kind: 'assign', place, value: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function parseReturn(cursor: TokenCursor, start: number): StatementSyntax {
  if (endsStatement(cursor)) return { kind: 'return', span: cursor.spanFrom(start) };
  return { kind: 'return', value: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function parseJoin(cursor: TokenCursor, start: number): StatementSyntax {
  if (endsStatement(cursor)) return { kind: 'join', span: cursor.spanFrom(start) };
  return { kind: 'join', thread: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function endsStatement(cursor: TokenCursor): boolean {
  return cursor.at(';') || cursor.at('}');
}

function parseLet(cursor: TokenCursor, start: number): StatementSyntax {
  const name = cursor.name('a local variable');
  const type = cursor.accept(':') ? parseType(cursor) : undefined;
  cursor.expect('=', 'a local variable needs an initial value: `let x = 0;`');
  const value = parseExpression(cursor);
  return { kind: 'let', name, ...(type ? { type } : {}), value, span: cursor.spanFrom(start) };
}

function parseCondition(cursor: TokenCursor, start: number, kind: 'assert' | 'assume'): StatementSyntax {
  return { kind, condition: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function parseIf(cursor: TokenCursor, start: number): StatementSyntax {
  const arms = [{ test: parseTest(cursor, start), body: parseBody(cursor) }];
  while (atElse(cursor)) {
    cursor.advance();
    const armStart = cursor.start;
    if (!(cursor.at('if') && isKeyword(cursor))) {
      const otherwise = parseBody(cursor);
      return { kind: 'if', arms, otherwise, span: cursor.spanFrom(start) };
    }
    cursor.advance();
    arms.push({ test: parseTest(cursor, armStart), body: parseBody(cursor) });
  }
  return { kind: 'if', arms, span: cursor.spanFrom(start) };
}

function atElse(cursor: TokenCursor): boolean {
  return cursor.at('else') && isKeyword(cursor);
}

function parseWhile(cursor: TokenCursor, start: number): StatementSyntax {
  const test = parseTest(cursor, start);
  const body = parseBody(cursor);
  return { kind: 'while', test, body, span: cursor.spanFrom(start) };
}

function parseTest(cursor: TokenCursor, start: number): TestSyntax {
  cursor.expect('(');
  const free = cursor.at('*') && cursor.next === ')';
  if (free) cursor.advance();
  const condition = free ? {} : { condition: parseExpression(cursor) };
  cursor.expect(')');
  return { ...condition, span: cursor.spanFrom(start) };
}

/** The body of an `if` or `while`; one without braces is a level of nesting that the token scan has not counted. */
function parseBody(cursor: TokenCursor): StatementSyntax {
  if (cursor.at('{')) return parseBlock(cursor);
  const { span } = cursor;
  if (cursor.panicking || !cursor.enter('block')) return { kind: 'skip', span };
  const statement = parseStatement(cursor);
  cursor.leave('block');
  return statement;
}

function parseChoose(cursor: TokenCursor, start: number): StatementSyntax {
  const branches: BranchSyntax[] = [];
  let span = cursor.spanFrom(start);
  for (;;) {
    branches.push({ body: parseBlock(cursor), span });
    if (!(cursor.at('or') && cursor.next === '{')) break;
    span = cursor.span;
    cursor.advance();
  }
  return { kind: 'choose', branches, span: cursor.spanFrom(start) };
}

function parseSynchronized(cursor: TokenCursor, start: number): StatementSyntax {
  cursor.expect('(');
  const lock = parseExpression(cursor);
  cursor.expect(')');
  const header = cursor.spanFrom(start);
  return { kind: 'synchronized', lock, body: parseBlock(cursor), header, span: cursor.spanFrom(start) };
}
