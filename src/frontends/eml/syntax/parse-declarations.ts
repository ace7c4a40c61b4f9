// Declarations: scheduling, locks, variables, classes, atomic sets, functions and processes.

import { nearestName } from '../../../base/nearest-name.js';
import { runRecursion } from '../../../base/recursion.js';
import { parseConstants } from './constants.js';
import { declarationInstead } from './foreign-words.js';
import { parseBlock, parseMode } from './parse-control.js';
import { parseConstant, parseExpression, parseNumber } from './parse-expressions.js';
import { parseParameters } from './parse-parameters.js';
import { parseRange, parseType } from './parse-types.js';
import type { ClassSyntax, FieldSyntax, FunctionSyntax, Item, Name, ProcessSyntax, VariableSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

const policies = ['preemptive', 'cooperative', 'event-loop'] as const;

export function parseItems(cursor: TokenCursor): readonly Item[] {
  const items: Item[] = [];
  while (!cursor.atEnd && !cursor.log.isFull) {
    const before = cursor.index;
    const item = parseItem(cursor);
    if (item) items.push(item);
    if (cursor.panicking && cursor.index === before) cursor.advance();
    if (cursor.panicking) cursor.recoverAtItem(() => startsDeclaration(cursor));
  }
  return items;
}

function parseItem(cursor: TokenCursor): Item | undefined {
  const { start } = cursor;
  if (startsDeclaration(cursor)) return parseDeclaration(cursor, start);
  if (startsFunction(cursor)) return parseFunction(cursor);
  if (cursor.at('}')) cursor.fail('this `}` closes nothing');
  else if (cursor.at(';')) cursor.fail('this `;` ends nothing', 'remove it');
  else cursor.fail(`expected a declaration, found ${cursor.describe()}`, declarationHelp(cursor.text));
  return undefined;
}

const declarationWords = ['scheduling', 'spurious', 'lock', 'const', 'volatile', 'var', 'class', 'atomic', 'process'];

function declarationHelp(word: string): string {
  const instead = declarationInstead(word);
  if (instead !== undefined) return instead;
  const near = nearestName(word, declarationWords);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return 'declarations start with `lock`, `var`, `class`, `atomic set`, `process`, or are functions';
}

/** Words are contextual: `lock { … }` is a function named lock. */
function startsDeclaration(cursor: TokenCursor): boolean {
  const { text, next } = cursor;
  if (text === 'lock' || text === 'var') return next === ':' || cursor.nextIsName();
  if (text === 'atomic') return next === 'set';
  if (text === 'spurious') return next === 'wakeups';
  if (text === 'volatile') return next === 'var';
  return (text === 'process' || text === 'class' || text === 'scheduling' || text === 'const') && cursor.nextIsName();
}

function startsFunction(cursor: TokenCursor): boolean {
  return cursor.atName() && (cursor.next === '(' || cursor.next === '{' || cursor.next === ':');
}

function parseDeclaration(cursor: TokenCursor, start: number): Item {
  const word = cursor.text;
  switch (word) {
    case 'scheduling':
      return parseScheduling(cursor, start);
    case 'lock':
      return parseLocks(cursor, start);
    case 'spurious': {
      cursor.advance();
      cursor.advance();
      cursor.semicolon();
      return { kind: 'spurious-wakeups', span: cursor.spanFrom(start) };
    }
    case 'const':
      return parseConstants(cursor, start);
    case 'class':
      return parseClass(cursor, start);
    case 'atomic':
      return parseAtomicSet(cursor, start);
    case 'process':
      return parseProcess(cursor, start);
    default:
      return parseVariables(cursor, start);
  }
}

function parseScheduling(cursor: TokenCursor, start: number): Item {
  cursor.advance();
  const policy = policies.find((candidate) => candidate === policyText(cursor));
  if (policy === undefined)
    cursor.fail(`expected \`preemptive\`, \`cooperative\` or \`event-loop\`, found ${cursor.describe()}`);
  else for (let i = policy === 'event-loop' ? 3 : 1; i > 0; i--) cursor.advance();
  cursor.semicolon();
  return { kind: 'scheduling', policy: policy ?? 'preemptive', span: cursor.spanFrom(start) };
}

/** `event-loop` is three tokens. */
function policyText(cursor: TokenCursor): string {
  return cursor.next === '-' ? `${cursor.text}-${cursor.textAt(2)}` : cursor.text;
}

function parseLocks(cursor: TokenCursor, start: number): Item {
  cursor.advance();
  cursor.accept(':');
  const names = parseNames(cursor, 'a lock');
  cursor.semicolon();
  return { kind: 'locks', names, span: cursor.spanFrom(start) };
}

function parseNames(cursor: TokenCursor, what: string): readonly Name[] {
  const names: Name[] = [];
  do names.push(cursor.name(what));
  while (cursor.accept(','));
  return names;
}

function parseVariables(cursor: TokenCursor, start: number): Item {
  const volatile = cursor.accept('volatile');
  cursor.advance();
  cursor.accept(':');
  const variables: VariableSyntax[] = [];
  do variables.push(parseVariable(cursor));
  while (cursor.accept(','));
  cursor.semicolon();
  return { kind: 'variables', volatile, variables, span: cursor.spanFrom(start) };
}

function parseVariable(cursor: TokenCursor): VariableSyntax {
  const name = cursor.name('a variable');
  const type = cursor.accept(':') ? parseType(cursor) : undefined;
  const initial = cursor.accept('=') ? parseConstant(cursor) : undefined;
  return { name, ...(type ? { type } : {}), ...(initial ? { initial } : {}) };
}

function parseClass(cursor: TokenCursor, start: number): ClassSyntax {
  cursor.advance();
  const name = cursor.name('a class');
  cursor.expect('{');
  const fields: FieldSyntax[] = [];
  while (cursor.atName()) {
    fields.push(parseField(cursor));
    if (!cursor.at('}')) cursor.semicolon();
  }
  cursor.expect('}');
  return { kind: 'class', name, fields, span: cursor.spanFrom(start) };
}

function parseField(cursor: TokenCursor): FieldSyntax {
  const volatile = cursor.at('volatile') && cursor.next !== ':';
  if (volatile) cursor.advance();
  const name = cursor.name('a field');
  cursor.expect(':', 'a field has a type: `next: Node;`');
  return { name, type: parseType(cursor), volatile };
}

function parseAtomicSet(cursor: TokenCursor, start: number): Item {
  cursor.advance();
  cursor.advance();
  const name = cursor.name('an atomic set');
  cursor.expect('{');
  const members = parseNames(cursor, 'a variable');
  cursor.expect('}');
  return { kind: 'atomic-set', name, members, span: cursor.spanFrom(start) };
}

function parseProcess(cursor: TokenCursor, start: number): ProcessSyntax {
  cursor.advance();
  const name = cursor.name('a process');
  const parameter = cursor.accept('(') ? parseParameterRange(cursor) : undefined;
  const instances = parseInstances(cursor);
  const span = cursor.spanFrom(start);
  const open = cursor.start;
  cursor.expect('{');
  const functions: FunctionSyntax[] = [];
  while (!cursor.panicking && !cursor.at('}') && !cursor.atEnd) {
    if (startsFunction(cursor)) functions.push(parseFunction(cursor));
    else cursor.fail(`expected a function, found ${cursor.describe()}`, 'a process contains functions only');
    if (cursor.panicking) cursor.recoverInBlock();
  }
  cursor.close('process', open);
  return { kind: 'process', name, ...(parameter ? { parameter } : {}), instances, functions, span };
}

/** `(id: 1..3)`, or with the type `int 1..3`. */
function parseParameterRange(cursor: TokenCursor): ProcessSyntax['parameter'] {
  const name = cursor.name('a parameter');
  cursor.expect(':', 'the parameter of a process has a range: `process P(id: 1..3)`');
  if (cursor.at('int')) cursor.advance();
  const { low, high } = parseRange(cursor);
  cursor.expect(')', 'a process has one parameter');
  return { name, low, high };
}

function parseInstances(cursor: TokenCursor): number | 'any' {
  if (cursor.accept('*')) return 'any';
  if (!cursor.accept('[')) return 1;
  const { span } = cursor;
  const count = parseCount(cursor);
  if (count <= 0 && !cursor.panicking) cursor.log.error(span, 'HD0116', 'a process has at least one instance');
  cursor.expect(']');
  return count;
}

function parseCount(cursor: TokenCursor): number {
  if (!cursor.atName()) return parseNumber(cursor);
  const constant = parseConstant(cursor);
  if (constant.kind === 'number') return constant.value;
  cursor.fail('the number of instances is a number');
  return 1;
}

function parseFunction(cursor: TokenCursor): FunctionSyntax {
  const { start } = cursor;
  const synchronizedOn = cursor.at('synchronized') && cursor.next === '(' ? parseModifier(cursor) : undefined;
  const name = cursor.name('a function');
  const parameters = cursor.accept('(') ? parseParameters(cursor) : [];
  const returnType = cursor.accept(':') ? parseType(cursor) : undefined;
  const header = cursor.spanFrom(start);
  const body = runRecursion(parseBlock(cursor));
  const modifiers = { ...synchronizedOn, ...(returnType ? { returnType } : {}) };
  return { kind: 'function', name, parameters, body, header, ...modifiers };
}

function parseModifier(cursor: TokenCursor) {
  cursor.advance();
  cursor.expect('(');
  const isShared = parseMode(cursor);
  const synchronizedOn = parseExpression(cursor);
  cursor.expect(')');
  return { synchronizedOn, ...(isShared ? { isShared: true as const } : {}) };
}
