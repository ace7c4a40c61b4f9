// Expressions. Operators of one precedence form a chain, read by a loop: only brackets, unary operators and anonymous functions
// nest.

import { runRecursion } from '../../../base/recursion.js';
import { maxInt } from '../../../model/program/evaluate.js';
import type { BinaryOperator } from '../../../model/program/program.js';
import { parseBlock } from './parse-control.js';
import { parseParameters } from './parse-parameters.js';
import { parseNamedType, parseType } from './parse-types.js';
import type {
  CallSyntax,
  ConstantSyntax,
  ExpressionSyntax,
  JoinAnySyntax,
  LambdaSyntax,
  Name,
  PlaceSyntax,
  SelectorSyntax,
} from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

/** From the loosest to the tightest. */
export const precedenceLevels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const levelOf = new Map<string, number>(
  precedenceLevels.flatMap((level, i) => level.map((text) => [text, i] as const)),
);

export function parseExpression(cursor: TokenCursor): ExpressionSyntax {
  const { span } = cursor;
  if (!cursor.enter('expression')) return { kind: 'null', span };
  const expression = parseChain(cursor, 0);
  cursor.leave('expression');
  return expression;
}

/** Precedence climbing: operands of a chain at `level` are chains of tighter operators. */
function parseChain(cursor: TokenCursor, level: number): ExpressionSyntax {
  const { start } = cursor;
  let expression = parseUnary(cursor);
  for (let operator = binaryOperator(cursor); operator; operator = binaryOperator(cursor)) {
    const found = levelOf.get(operator)!;
    if (found < level) break;
    const rest: { operator: BinaryOperator; operand: ExpressionSyntax }[] = [];
    for (let same = binaryOperator(cursor); same && levelOf.get(same) === found; same = binaryOperator(cursor)) {
      cursor.advance();
      rest.push({ operator: same, operand: parseChain(cursor, found + 1) });
    }
    expression = { kind: 'chain', first: expression, rest, span: cursor.spanFrom(start) };
  }
  return expression;
}

function binaryOperator(cursor: TokenCursor): BinaryOperator | undefined {
  const level = cursor.panicking ? undefined : levelOf.get(cursor.text);
  return level === undefined ? undefined : precedenceLevels[level]!.find((operator) => operator === cursor.text);
}

function parseUnary(cursor: TokenCursor): ExpressionSyntax {
  const { span } = cursor;
  const operator = cursor.at('!') ? '!' : cursor.at('-') ? '-' : undefined;
  if (operator === undefined) return parsePrimary(cursor);
  if (!cursor.enter('expression')) return { kind: 'null', span };
  cursor.advance();
  const operand = parseUnary(cursor);
  cursor.leave('expression');
  return { kind: 'unary', operator, operand, span: cursor.spanFrom(span.start) };
}

function parsePrimary(cursor: TokenCursor): ExpressionSyntax {
  if (atLambda(cursor)) return parseLambda(cursor);
  if (cursor.accept('(')) {
    const inner = parseExpression(cursor);
    cursor.expect(')');
    return inner;
  }
  if (cursor.atNumber() || isLiteral(cursor.text)) return parseLiteral(cursor);
  if (cursor.at('new') && cursor.nextIsName()) return parseNew(cursor);
  if (cursor.at('spawn') && cursor.nextIsName()) return parseCall(cursor);
  if (cursor.at('join') && cursor.nextIsName()) return parseJoined(cursor);
  if (cursor.atName() && cursor.next === '(') {
    return cursor.text === 'choose' && cursor.textAt(2) !== ')' ? parseChoice(cursor) : parseCall(cursor);
  }
  if (cursor.atName()) return parsePlace(cursor);
  cursor.fail(`expected an expression, found ${cursor.describe()}`);
  return { kind: 'null', span: cursor.span };
}

/** No expression in brackets starts like this. */
function atLambda(cursor: TokenCursor): boolean {
  return cursor.at('(') && (cursor.next === ')' || (cursor.nextIsName() && cursor.textAt(2) === ':'));
}

/** The body counts as one level of the expression that it stands in. */
function parseLambda(cursor: TokenCursor): LambdaSyntax {
  const { start } = cursor;
  cursor.advance();
  const parameters = parseParameters(cursor);
  const returnType = cursor.accept(':') ? parseType(cursor) : undefined;
  expectArrow(cursor);
  const header = cursor.spanFrom(start);
  const body = runRecursion(parseBlock(cursor));
  const typed = returnType ? { returnType } : {};
  return { kind: 'lambda', parameters, ...typed, body, header, span: cursor.spanFrom(start) };
}

/** Another arrow before a body is reported, and parsing goes on. */
function expectArrow(cursor: TokenCursor): void {
  const help = 'an anonymous function is `() => { … }`';
  if ((cursor.at('=') || cursor.at('->')) && cursor.next === '{') {
    cursor.log.error(cursor.span, 'HD0101', `expected \`=>\`, found ${cursor.describe()}`, help);
    cursor.advance();
  } else cursor.expect('=>', help);
}

export function isLiteral(text: string): boolean {
  return text === 'true' || text === 'false' || text === 'null';
}

/** A constant of a declaration: a literal, or a number with a sign. */
export function parseConstant(cursor: TokenCursor): ConstantSyntax {
  const { start } = cursor;
  if (cursor.accept('-')) {
    const value = parseNumber(cursor);
    return { kind: 'number', value: value === 0 ? 0 : -value, span: cursor.spanFrom(start) };
  }
  if (cursor.atNumber() || isLiteral(cursor.text)) return parseLiteral(cursor);
  const known = cursor.atName() ? cursor.constants.get(cursor.text) : undefined;
  if (known) {
    cursor.advance();
    return { ...known, span: cursor.spanFrom(start) };
  }
  cursor.fail(`expected a constant, found ${cursor.describe()}`, 'a number, `true`, `false` or `null`');
  return { kind: 'null', span: cursor.span };
}

function parseLiteral(cursor: TokenCursor): ConstantSyntax {
  const { span, text } = cursor;
  if (cursor.atNumber()) return { kind: 'number', value: parseNumber(cursor), span };
  cursor.advance();
  return text === 'null' ? { kind: 'null', span } : { kind: 'boolean', value: text === 'true', span };
}

export function parseNumber(cursor: TokenCursor): number {
  if (!cursor.atNumber()) {
    cursor.fail(`expected a number, found ${cursor.describe()}`);
    return 0;
  }
  const value = Number(cursor.text);
  if (value > maxInt) cursor.log.error(cursor.span, 'HD0104', `the number is larger than ${maxInt}`);
  cursor.advance();
  return Math.min(value, maxInt);
}

/** `join t` or `join any t, u`. */
function parseJoined(cursor: TokenCursor): ExpressionSyntax {
  const { start } = cursor;
  cursor.advance();
  if (atAny(cursor)) return parseJoinAny(cursor, start);
  if (!cursor.enter('expression')) return { kind: 'null', span: cursor.span };
  const thread = parseUnary(cursor);
  cursor.leave('expression');
  return { kind: 'join', thread, span: cursor.spanFrom(start) };
}

export function atAny(cursor: TokenCursor): boolean {
  return cursor.at('any') && cursor.nextIsName();
}

/** From the word `any` on. */
export function parseJoinAny(cursor: TokenCursor, start: number): JoinAnySyntax {
  cursor.advance();
  const threads: ExpressionSyntax[] = [];
  do threads.push(parseExpression(cursor));
  while (cursor.accept(','));
  return { kind: 'join-any', threads, span: cursor.spanFrom(start) };
}

function parseNew(cursor: TokenCursor): ExpressionSyntax {
  const { start } = cursor;
  cursor.advance();
  if (cursor.at('deferred') && cursor.next !== '[') return parseNewDeferred(cursor, start);
  const type = parseNamedType(cursor);
  if (cursor.accept('[')) {
    const length = parseExpression(cursor);
    cursor.expect(']');
    return { kind: 'new-array', element: type, length, span: cursor.spanFrom(start) };
  }
  if (type.range || type.dimensions > 0) cursor.fail(`expected \`[\` and a length, found ${cursor.describe()}`);
  return { kind: 'new', class: type.name, span: cursor.spanFrom(start) };
}

function parseNewDeferred(cursor: TokenCursor, start: number): ExpressionSyntax {
  const name = cursor.name('a promise');
  const result = cursor.atName() ? parseType(cursor) : undefined;
  return { kind: 'new-deferred', name, ...(result ? { result } : {}), span: cursor.spanFrom(start) };
}

function parseChoice(cursor: TokenCursor): ExpressionSyntax {
  const { start } = cursor;
  cursor.advance();
  cursor.expect('(');
  const low = parseExpression(cursor);
  cursor.expect('..', 'a value is chosen by `choose(low..high)`');
  const high = parseExpression(cursor);
  cursor.expect(')');
  return { kind: 'choice', low, high, span: cursor.spanFrom(start) };
}

/** `f(args)`, `spawn f(args)` or `spawn eager f(args)`. */
export function parseCall(cursor: TokenCursor): CallSyntax {
  const { start } = cursor;
  const kind =
    cursor.next === '(' ? 'call' : cursor.next === 'eager' && cursor.textAt(2) !== '(' ? 'spawn-eager' : 'spawn';
  if (kind !== 'call') cursor.advance();
  if (kind === 'spawn-eager') cursor.advance();
  const name = cursor.name('a function');
  cursor.expect('(', `a function is called by \`${name.text}()\``);
  const args: ExpressionSyntax[] = [];
  if (!cursor.at(')')) {
    do args.push(parseExpression(cursor));
    while (cursor.accept(','));
  }
  cursor.expect(')');
  return { kind, name, arguments: args, span: cursor.spanFrom(start) };
}

export function parsePlace(cursor: TokenCursor): PlaceSyntax {
  const { start } = cursor;
  const name: Name = cursor.name('a variable');
  const selectors: SelectorSyntax[] = [];
  for (;;) {
    const from = cursor.start;
    if (cursor.accept('.')) selectors.push({ kind: 'field', name: cursor.name('a field') });
    else if (cursor.accept('[')) {
      const index = parseExpression(cursor);
      cursor.expect(']');
      selectors.push({ kind: 'index', index, span: cursor.spanFrom(from) });
    } else break;
  }
  return { kind: 'place', name, selectors, span: cursor.spanFrom(start) };
}
