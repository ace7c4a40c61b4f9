// Statements that end in `;`. Keywords are contextual: a word is a name where what follows makes it one (`read = 1`, `unit.f = 2`,
// `skip()`), and the keyword otherwise.

import { nearestName } from '../../../base/nearest-name.js';
import type { BinaryOperator } from '../../../model/program/program.js';
import { statementInstead } from './foreign-words.js';
import { atAny, parseCall, parseExpression, parseJoinAny, parsePlace } from './parse-expressions.js';
import { parseType } from './parse-types.js';
import type { ExpressionSyntax, SimpleSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

type StatementParser = (cursor: TokenCursor, start: number) => SimpleSyntax;

/** By first word; the parser starts behind it. */
const simpleStatements = new Map<string, StatementParser>([
  ['read', (cursor, start) => parseAccess(cursor, start, 'read')],
  ['write', (cursor, start) => parseAccess(cursor, start, 'write')],
  ['update', (cursor, start) => parseAccess(cursor, start, 'update')],
  ['skip', (cursor, start) => ({ kind: 'skip', span: cursor.spanFrom(start) })],
  ['break', (cursor, start) => ({ kind: 'break', span: cursor.spanFrom(start) })],
  ['continue', (cursor, start) => ({ kind: 'continue', span: cursor.spanFrom(start) })],
  ['yield', parseYield],
  ['return', parseReturn],
  ['let', parseLet],
  ['join', parseJoin],
  ['assert', (cursor, start) => parseCondition(cursor, start, 'assert')],
  ['assume', (cursor, start) => parseCondition(cursor, start, 'assume')],
  ['label', (cursor, start) => ({ kind: 'label', name: cursor.name('a label'), span: cursor.spanFrom(start) })],
]);

const compoundWords = ['if', 'while', 'for', 'choose', 'unit', 'synchronized'];

/** These are followed by a parenthesis that is not an argument list. */
const beforeParenthesis = new Set(['return', 'join', 'assert', 'assume']);

/** A statement that ends in `;`; the last one of a block may do without. */
export function parseSimpleStatement(cursor: TokenCursor): SimpleSyntax {
  const statement = parseSimple(cursor);
  if (!cursor.at('}')) cursor.semicolon();
  return statement;
}

export function parseSimple(cursor: TokenCursor): SimpleSyntax {
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
  if (!cursor.atName() || atElse(cursor)) {
    cursor.fail(`expected a statement, found ${cursor.describe()}`);
    return { kind: 'skip', span: cursor.span };
  }
  if (cursor.next === '(' || (text === 'spawn' && cursor.nextIsName())) {
    const call = parseCall(cursor);
    return { kind: 'perform', call, span: call.span };
  }
  if (text === 'atomic' && cursor.nextIsName()) return parseAtomic(cursor);
  return parseAssignment(cursor);
}

/** The operator of `x += e`, or of `x++`, so many tokens ahead. */
function operatorAhead(cursor: TokenCursor, ahead: number): BinaryOperator | undefined {
  const operator = assigning.find((candidate) => candidate === cursor.textAt(ahead));
  if (operator === undefined || !cursor.isAdjacent(ahead + 1)) return undefined;
  const second = cursor.textAt(ahead + 1);
  if (second === '=') return operator;
  return (operator === '+' || operator === '-') && second === operator && ends(cursor.textAt(ahead + 2))
    ? operator
    : undefined;
}

const assigning: readonly BinaryOperator[] = ['+', '-', '*', '/', '%'];

function ends(text: string): boolean {
  return text === ';' || text === '}' || text === ')';
}

/** `atomic x += e;` is `x = atomic(x + e);`. */
function parseAtomic(cursor: TokenCursor): SimpleSyntax {
  const { start } = cursor;
  const name = cursor.name('an atomic update');
  const target = parsePlace(cursor);
  const operator = operatorAhead(cursor, 0);
  if (operator === undefined) cursor.fail(`expected \`+=\`, found ${cursor.describe()}`, 'write `x = atomic(x + 1);`');
  const operand = parseOperand(cursor);
  const span = cursor.spanFrom(start);
  const updated: ExpressionSyntax = {
    kind: 'chain',
    first: target,
    rest: [{ operator: operator ?? '+', operand }],
    span,
  };
  return { kind: 'assign', place: target, value: { kind: 'call', name, arguments: [updated], span }, span };
}

/** Behind the place in `x += e` or `x++`. */
function parseOperand(cursor: TokenCursor): ExpressionSyntax {
  const isStep = cursor.next === cursor.text;
  cursor.advance();
  cursor.advance();
  return isStep ? { kind: 'number', value: 1, span: cursor.spanFrom(cursor.start) } : parseExpression(cursor);
}

/** Whether the current word, if it is one, is meant as a keyword here. */
export function isKeyword(cursor: TokenCursor): boolean {
  if (!cursor.atName()) return false;
  const { text, next } = cursor;
  if (next === '=' || next === '.' || next === '[' || operatorAhead(cursor, 1) !== undefined) return false;
  if (next !== '(') return true;
  if (text === 'if' || text === 'while' || text === 'for' || text === 'synchronized') return true;
  return beforeParenthesis.has(text) && (cursor.textAt(2) !== ')' || [':', '=>'].includes(cursor.textAt(3)));
}

function parseAccess(cursor: TokenCursor, start: number, access: 'read' | 'write' | 'update'): SimpleSyntax {
  return { kind: 'access', access, place: parsePlace(cursor), span: cursor.spanFrom(start) };
}

function parseAssignment(cursor: TokenCursor): SimpleSyntax {
  const { start } = cursor;
  const place = parsePlace(cursor);
  const operator = operatorAhead(cursor, 0);
  if (operator !== undefined)
    return { kind: 'assign', place, operator, value: parseOperand(cursor), span: cursor.spanFrom(start) };
  cursor.expect('=', statementHelp(cursor, place.name.text));
  return { kind: 'assign', place, value: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function statementHelp(cursor: TokenCursor, word: string): string {
  const instead = statementInstead(word) ?? operatorHelp(cursor);
  if (instead !== undefined) return instead;
  const near = cursor.atName() ? nearestName(word, [...compoundWords, ...simpleStatements.keys()]) : undefined;
  return near === undefined
    ? `an assignment is \`${word} = …;\`, a call is \`${word}();\``
    : `did you mean \`${near}\`?`;
}

function operatorHelp(cursor: TokenCursor): string | undefined {
  const operator = ['&&', '||'].find((text) => cursor.at(text) && cursor.next === '=');
  return operator && `there is no \`${operator}=\`: write \`x = x ${operator} …;\``;
}

function parseReturn(cursor: TokenCursor, start: number): SimpleSyntax {
  if (endsStatement(cursor)) return { kind: 'return', span: cursor.spanFrom(start) };
  return { kind: 'return', value: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function parseYield(cursor: TokenCursor, start: number): SimpleSyntax {
  return { kind: 'yield', external: cursor.accept('external'), span: cursor.spanFrom(start) };
}

function parseJoin(cursor: TokenCursor, start: number): SimpleSyntax {
  if (endsStatement(cursor)) return { kind: 'join', span: cursor.spanFrom(start) };
  if (atAny(cursor)) return parseJoinAny(cursor, start);
  return { kind: 'join', thread: parseExpression(cursor), span: cursor.spanFrom(start) };
}

function endsStatement(cursor: TokenCursor): boolean {
  return cursor.at(';') || cursor.at('}');
}

function parseLet(cursor: TokenCursor, start: number): SimpleSyntax {
  const name = cursor.name('a local variable');
  const type = cursor.accept(':') ? parseType(cursor) : undefined;
  cursor.expect('=', 'a local variable needs an initial value: `let x = 0;`');
  const value = parseExpression(cursor);
  return { kind: 'let', name, ...(type ? { type } : {}), value, span: cursor.spanFrom(start) };
}

function parseCondition(cursor: TokenCursor, start: number, kind: 'assert' | 'assume'): SimpleSyntax {
  return { kind, condition: parseExpression(cursor), span: cursor.spanFrom(start) };
}

export function atElse(cursor: TokenCursor): boolean {
  return cursor.at('else') && isKeyword(cursor);
}
