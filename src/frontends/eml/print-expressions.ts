// Expressions, places and types as text; brackets only where precedence needs them.

import { precedenceLevels } from './parse-expressions.js';
import type { ChainSyntax, ExpressionSyntax, PlaceSyntax, TypeSyntax } from './syntax.js';

export function printType({ name, range, dimensions }: TypeSyntax): string {
  const bounds = range ? ` ${range.low}..${range.high}` : '';
  return `${name.text}${bounds}${'[]'.repeat(dimensions)}`;
}

export function printPlace({ name, selectors }: PlaceSyntax): string {
  const parts = selectors.map((selector) =>
    selector.kind === 'field' ? `.${selector.name.text}` : `[${printExpression(selector.index)}]`,
  );
  return [name.text, ...parts].join('');
}

export function printExpression(expression: ExpressionSyntax): string {
  switch (expression.kind) {
    case 'number':
    case 'boolean':
      return String(expression.value);
    case 'null':
      return 'null';
    case 'place':
      return printPlace(expression);
    case 'call':
    case 'spawn': {
      const args = expression.arguments.map(printExpression).join(', ');
      return `${expression.kind === 'spawn' ? 'spawn ' : ''}${expression.name.text}(${args})`;
    }
    case 'new':
      return `new ${expression.class.text}`;
    case 'new-array':
      return `new ${printType(expression.element)}[${printExpression(expression.length)}]`;
    case 'choice':
      return `choose(${printExpression(expression.low)}..${printExpression(expression.high)})`;
    case 'unary':
      return `${expression.operator}${printOperand(expression.operand, precedenceLevels.length)}`;
    case 'chain':
      return printChain(expression);
  }
}

function printChain(chain: ChainSyntax): string {
  const level = levelOf(chain);
  const rest = chain.rest.map(({ operator, operand }) => ` ${operator} ${printOperand(operand, level)}`);
  return [printOperand(chain.first, level), ...rest].join('');
}

/** In brackets unless it binds tighter than its surroundings. */
function printOperand(operand: ExpressionSyntax, outer: number): string {
  const text = printExpression(operand);
  return operand.kind === 'chain' && levelOf(operand) <= outer ? `(${text})` : text;
}

function levelOf({ rest }: ChainSyntax): number {
  return precedenceLevels.findIndex((level) => level.includes(rest[0]!.operator));
}
