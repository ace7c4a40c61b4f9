// Constants of a model: `const N = 3;`. What comes later may use the name wherever a number may stand, also in ranges and numbers
// of instances, so the parser works out their values.

import { applyOperator } from '../../../model/program/evaluate.js';
import { parseExpression } from './parse-expressions.js';
import type { ConstantSyntax, ExpressionSyntax, Item, NamedConstantSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

export function parseConstants(cursor: TokenCursor, start: number): Item {
  cursor.advance();
  const constants: NamedConstantSyntax[] = [];
  do {
    const name = cursor.name('a constant');
    cursor.expect('=', 'a constant has a value: `const N = 3;`');
    const expression = parseExpression(cursor);
    const value = cursor.panicking ? undefined : fold(expression, cursor.constants);
    if (!value && !cursor.panicking)
      cursor.log.error(expression.span, 'HD0110', 'a constant is made of literals and earlier constants');
    const constant = value ?? ({ kind: 'number', value: 0, span: expression.span } as const);
    if (!cursor.constants.has(name.text)) cursor.constants.set(name.text, constant);
    constants.push({ name, value: constant });
  } while (cursor.accept(','));
  cursor.semicolon();
  return { kind: 'constants', constants, span: cursor.spanFrom(start) };
}

/** The value of an expression over literals and known constants, if it is one. */
function fold(expression: ExpressionSyntax, known: ReadonlyMap<string, ConstantSyntax>): ConstantSyntax | undefined {
  switch (expression.kind) {
    case 'number':
    case 'boolean':
    case 'null':
      return expression;
    case 'place':
      return expression.selectors.length === 0 ? known.get(expression.name.text) : undefined;
    case 'unary': {
      const operand = fold(expression.operand, known);
      if (expression.operator === '!')
        return operand?.kind === 'boolean' ? { ...operand, value: !operand.value } : undefined;
      return operand?.kind === 'number' ? { ...operand, value: 0 - operand.value } : undefined;
    }
    case 'chain':
      return foldChain(expression, known);
    default:
      return undefined;
  }
}

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

function foldChain(
  { first, rest, span }: Extract<ExpressionSyntax, { kind: 'chain' }>,
  known: ReadonlyMap<string, ConstantSyntax>,
): ConstantSyntax | undefined {
  let value = fold(first, known);
  for (const { operator, operand } of rest) {
    const right = fold(operand, known);
    if (value?.kind !== 'number' || right?.kind !== 'number' || !arithmetic.has(operator)) return undefined;
    const result = applyOperator(operator, value.value, right.value);
    if (typeof result === 'string') return undefined;
    value = { kind: 'number', value: result, span };
  }
  return value;
}
