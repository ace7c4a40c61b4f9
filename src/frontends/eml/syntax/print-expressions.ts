// Expressions, places and types as text; brackets only where precedence needs them.

import { precedenceLevels } from './parse-expressions.js';
import type { CallSyntax, ChainSyntax, ExpressionSyntax, JoinAnySyntax, PlaceSyntax, TypeSyntax } from './syntax.js';

export function printType({ name, range, result, dimensions }: TypeSyntax): string {
  const bounds = range ? ` ${range.low}..${range.high}` : '';
  return `${name.text}${bounds}${result ? ` ${printType(result)}` : ''}${'[]'.repeat(dimensions)}`;
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
    case 'spawn':
    case 'spawn-eager':
      return printCall(expression);
    case 'join':
      return `join ${printOperand(expression.thread, precedenceLevels.length)}`;
    case 'join-any':
      return `(${printJoinAny(expression)})`; // its commas are not those of an argument list
    case 'new-deferred':
      return `new ${expression.name.text}${expression.result ? ` ${printType(expression.result)}` : ''}`;
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

const callWords = { call: '', spawn: 'spawn ', 'spawn-eager': 'spawn eager ' };

function printCall({ kind, name, arguments: args }: CallSyntax): string {
  return `${callWords[kind]}${name.text}(${args.map(printExpression).join(', ')})`;
}

export function printJoinAny({ threads }: JoinAnySyntax): string {
  return `join any ${threads.map(printExpression).join(', ')}`;
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
