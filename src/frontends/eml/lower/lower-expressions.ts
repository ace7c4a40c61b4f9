// Expressions: each shared read, call, allocation and choice becomes an edge, from left to right; what remains is a pure
// expression over locals. `&&` and `||` are pure where their right operand is, else control flow.
// Long chains are cut by temporaries, so that no expression of a program is deep.

import type { Span } from '../../../base/source-text.js';
import { fitsType } from '../../../model/program/evaluate.js';
import type { BinaryOperator, Expression, LocalId, Type } from '../../../model/program/program.js';
import type { FunctionValue } from '../functions/function-value.js';
import { evaluateLambda } from '../functions/lower-function-values.js';
import type { ChainSyntax, ConstantSyntax, ExpressionSyntax, Name } from '../syntax/syntax.js';
import { findClass, resolveType } from './collect-declarations.js';
import type { FunctionContext } from './function-context.js';
import { lowerCall } from './lower-calls.js';
import { readPlace } from './lower-places.js';
import { lowerJoin, lowerJoinAnyValue, lowerNewDeferred } from './lower-promises.js';
import { boolType, comparable, fits, intType, printType, unknownType, type ValueType } from './types.js';

const DEPTH_LIMIT = 60;

export interface Value {
  readonly type: ValueType;
  readonly value: Expression;
  /** Height of `value`. */
  readonly depth: number;
  /** Of what is a function; then there is no `value`. */
  readonly function?: FunctionValue;
}

/** Asked by an expression that makes a new value for the local to put it in; by default a temporary. */
export type Destination = (type: Type) => LocalId;

export const noValue: Value = { type: unknownType, value: { kind: 'constant', value: 0 }, depth: 0 };

function constant(type: ValueType, value: number): Value {
  return { type, value: { kind: 'constant', value }, depth: 0 };
}

export function literal(syntax: ConstantSyntax): Value {
  if (syntax.kind === 'null') return constant({ kind: 'null' }, 0);
  return constant(syntax.kind === 'number' ? intType : boolType, Number(syntax.value));
}

export function localValue(type: ValueType, local: LocalId): Value {
  return { type, value: { kind: 'local', local }, depth: 0 };
}

export function evaluate(context: FunctionContext, syntax: ExpressionSyntax, destination?: Destination): Value {
  const into = destination ?? ((type: Type) => context.builder.temporary(type));
  switch (syntax.kind) {
    case 'number':
    case 'boolean':
    case 'null':
      return literal(syntax);
    case 'place':
      return readPlace(context, syntax, into);
    case 'call':
    case 'spawn':
    case 'spawn-eager':
      return lowerCall(context, syntax, into);
    case 'join':
      return lowerJoin(context, syntax, into);
    case 'join-any':
      return lowerJoinAnyValue(context, syntax, into);
    case 'new-deferred':
      return lowerNewDeferred(context, syntax, into);
    case 'new':
      return lowerNew(context, syntax, into);
    case 'new-array':
      return lowerNewArray(context, syntax, into);
    case 'choice':
      return lowerChoice(context, syntax, into);
    case 'unary':
      return lowerUnary(context, syntax);
    case 'lambda':
      return evaluateLambda(context, syntax);
    case 'chain':
      return lowerChain(context, syntax);
  }
}

/** Evaluates and checks the type. */
export function evaluateAs(
  context: FunctionContext,
  syntax: ExpressionSyntax,
  type: ValueType,
  destination?: Destination,
): Value {
  const result = evaluate(context, syntax, destination);
  checkFits(context, result, type, syntax.span);
  return result;
}

export function checkFits(context: FunctionContext, { type, value }: Value, into: ValueType, span: Span): void {
  const { log, declarations } = context;
  const expected = printType(into, declarations.classes);
  if (!fits(type, into)) {
    const help = helpFor(type, into);
    log.error(span, 'HD0110', `expected ${expected}, found ${printType(type, declarations.classes)}`, help);
  } else if (value.kind === 'constant' && into.kind === 'int' && !fitsType(into, value.value)) {
    log.error(span, 'HD0116', `${value.value} is outside of ${expected}`);
  }
}

function helpFor(type: ValueType, into: ValueType): string | undefined {
  if (into.kind === 'bool' && type.kind === 'int') return 'compare it, for example with `!= 0`';
  return type.kind === 'function' && into.kind !== 'function' ? 'a function is called by `f()`' : undefined;
}

export function lowerNew(
  context: FunctionContext,
  syntax: { readonly class: Name; readonly span: Span },
  into: Destination,
): Value {
  const id = findClass(context.declarations, syntax.class);
  if (id === undefined) return noValue;
  const type: Type = { kind: 'class', class: id };
  const local = into(type);
  context.emit({ kind: 'allocate', local, class: id }, syntax.span);
  return localValue(type, local);
}

function lowerNewArray(
  context: FunctionContext,
  syntax: ExpressionSyntax & { kind: 'new-array' },
  into: Destination,
): Value {
  const element = resolveType(context.declarations, syntax.element);
  const length = evaluateAs(context, syntax.length, intType).value;
  const type: Type = { kind: 'array', element };
  const local = into(type);
  context.emit({ kind: 'allocate-array', local, element, length }, syntax.span);
  return localValue(type, local);
}

function lowerChoice(
  context: FunctionContext,
  syntax: ExpressionSyntax & { kind: 'choice' },
  into: Destination,
): Value {
  const low = evaluateAs(context, syntax.low, intType).value;
  const high = evaluateAs(context, syntax.high, intType).value;
  let type: Type = intType;
  if (low.kind === 'constant' && high.kind === 'constant') {
    if (low.value > high.value) {
      context.log.error(syntax.span, 'HD0116', `there is nothing to choose in ${low.value}..${high.value}`);
    }
    type = { kind: 'int', low: low.value, high: high.value };
  }
  const local = into(type);
  context.emit({ kind: 'choose', local, low, high }, syntax.span);
  return localValue(type, local);
}

function lowerUnary(context: FunctionContext, syntax: ExpressionSyntax & { kind: 'unary' }): Value {
  const type = syntax.operator === '!' ? boolType : intType;
  const { value, depth } = cut(context, evaluateAs(context, syntax.operand, type), syntax.operand.span);
  if (syntax.operator === '!') return { type, value: negate(value), depth: depth + 1 };
  if (value.kind === 'constant') return constant(type, value.value === 0 ? 0 : -value.value);
  return { type, value: { kind: 'unary', operator: '-', operand: value }, depth: depth + 1 };
}

export function negate(condition: Expression): Expression {
  if (condition.kind === 'unary' && condition.operator === '!') return condition.operand;
  return { kind: 'unary', operator: '!', operand: condition };
}

function lowerChain(context: FunctionContext, syntax: ChainSyntax): Value {
  const { first, rest } = syntax;
  let left = evaluate(context, first);
  let span = first.span;
  for (const { operator, operand } of rest) {
    left = cut(context, left, span);
    left =
      operator === '&&' || operator === '||'
        ? lowerShortCircuit(context, operator, left, span, operand)
        : lowerBinary(context, operator, left, span, operand);
    span = { start: span.start, end: operand.span.end };
  }
  return left;
}

/** Keeps expressions shallow: a tall one is put into a temporary first. */
function cut(context: FunctionContext, tall: Value, origin: Span): Value {
  if (tall.depth < DEPTH_LIMIT) return tall;
  const type = tall.type.kind === 'bool' ? boolType : intType;
  return { type, value: context.assignTemporary(type, tall.value, origin), depth: 0 };
}

export function lowerBinary(
  context: FunctionContext,
  operator: BinaryOperator,
  left: Value,
  leftSpan: Span,
  operand: ExpressionSyntax,
): Value {
  const equality = operator === '==' || operator === '!=';
  if (!equality) checkFits(context, left, intType, leftSpan);
  const right = cut(
    context,
    equality ? evaluate(context, operand) : evaluateAs(context, operand, intType),
    operand.span,
  );
  if (equality && !comparable(left.type, right.type)) {
    const { classes } = context.declarations;
    const isFunction = left.type.kind === 'function' || right.type.kind === 'function';
    const both = `${printType(left.type, classes)} and ${printType(right.type, classes)}`;
    const message = `${isFunction ? 'functions' : both} cannot be compared`;
    context.log.error({ start: leftSpan.start, end: operand.span.end }, 'HD0110', message);
  }
  const arithmetic = ['+', '-', '*', '/', '%'].includes(operator);
  return binary(arithmetic ? intType : boolType, operator, left, right);
}

function binary(type: Type, operator: BinaryOperator, left: Value, right: Value): Value {
  const value: Expression = { kind: 'binary', operator, left: left.value, right: right.value };
  return { type, value, depth: Math.max(left.depth, right.depth) + 1 };
}

/**
 * The right operand is evaluated on a path of its own. If that path stayed empty the operand is pure and the path is
 * dropped; else it becomes the branch on which the left operand does not decide.
 */
function lowerShortCircuit(
  context: FunctionContext,
  operator: '&&' | '||',
  left: Value,
  leftSpan: Span,
  operand: ExpressionSyntax,
): Value {
  checkFits(context, left, boolType, leftSpan);
  const { builder } = context;
  const fork = context.at;
  const path = builder.node();
  context.at = path;
  const right = cut(context, evaluateAs(context, operand, boolType), operand.span);
  if (context.at === path) {
    context.at = fork;
    return binary(boolType, operator, left, right);
  }
  const undecided = operator === '&&' ? left.value : negate(left.value);
  const result = builder.temporary(boolType);
  const join = builder.node();
  builder.edge(fork, path, { kind: 'assume', condition: undecided }, leftSpan);
  builder.edge(context.at, join, { kind: 'assign', local: result, value: right.value }, operand.span);
  context.emitFrom(fork, { kind: 'assume', condition: negate(undecided) }, leftSpan);
  const decided: Expression = { kind: 'constant', value: operator === '&&' ? 0 : 1 };
  builder.edge(context.at, join, { kind: 'assign', local: result, value: decided }, leftSpan);
  context.at = join;
  return localValue(boolType, result);
}
