// Expressions, places and types as text; brackets only where precedence needs them.

import { precedenceLevels } from './parse-expressions.js';
import { printStatement } from './print-statements.js';
import type {
  CallSyntax,
  ChainSyntax,
  ExpressionSyntax,
  JoinAnySyntax,
  LambdaSyntax,
  ParameterSyntax,
  PlaceSyntax,
  TypeSyntax,
} from './syntax.js';

export function printType(type: TypeSyntax): string {
  if (type.kind === 'function')
    return `(${type.parameters.map(printType).join(', ')}) -> ${type.result ? printType(type.result) : 'void'}`;
  const { name, range, result, dimensions } = type;
  const bounds = range ? ` ${range.low}..${range.high}` : '';
  return `${name.text}${bounds}${result ? ` ${printType(result)}` : ''}${'[]'.repeat(dimensions)}`;
}

export function printPlace({ name, selectors }: PlaceSyntax, indent = ''): string {
  const parts = selectors.map((selector) =>
    selector.kind === 'field' ? `.${selector.name.text}` : `[${printExpression(selector.index, indent)}]`,
  );
  return [name.text, ...parts].join('');
}

/** `indent` is that of the statement: the body of an anonymous function stands deeper. */
export function printExpression(expression: ExpressionSyntax, indent = ''): string {
  switch (expression.kind) {
    case 'number':
    case 'boolean':
      return String(expression.value);
    case 'null':
      return 'null';
    case 'place':
      return printPlace(expression, indent);
    case 'call':
    case 'spawn':
    case 'spawn-eager':
      return printCall(expression, indent);
    case 'join':
      return `join ${printOperand(expression.thread, precedenceLevels.length, indent)}`;
    case 'join-any':
      return `(${printJoinAny(expression, indent)})`; // its commas are not those of an argument list
    case 'new-deferred':
      return `new ${expression.name.text}${expression.result ? ` ${printType(expression.result)}` : ''}`;
    case 'new':
      return `new ${expression.class.text}`;
    case 'new-array':
      return `new ${printType(expression.element)}[${printExpression(expression.length, indent)}]`;
    case 'choice':
      return `choose(${printExpression(expression.low, indent)}..${printExpression(expression.high, indent)})`;
    case 'unary':
      return `${expression.operator}${printOperand(expression.operand, precedenceLevels.length, indent)}`;
    case 'lambda':
      return printLambda(expression, indent);
    case 'chain':
      return printChain(expression, indent);
  }
}

function printLambda({ parameters, returnType, body }: LambdaSyntax, indent: string): string {
  const result = returnType ? `: ${printType(returnType)}` : '';
  return `(${printParameters(parameters)})${result} => ${printStatement(body, indent)}`;
}

export function printParameters(parameters: readonly ParameterSyntax[]): string {
  return parameters.map(({ name, type }) => `${name.text}: ${printType(type)}`).join(', ');
}

const callWords = { call: '', spawn: 'spawn ', 'spawn-eager': 'spawn eager ' };

function printCall({ kind, name, arguments: args }: CallSyntax, indent: string): string {
  return `${callWords[kind]}${name.text}(${args.map((arg) => printExpression(arg, indent)).join(', ')})`;
}

export function printJoinAny({ threads }: JoinAnySyntax, indent: string): string {
  return `join any ${threads.map((thread) => printExpression(thread, indent)).join(', ')}`;
}

function printChain(chain: ChainSyntax, indent: string): string {
  const level = levelOf(chain);
  const rest = chain.rest.map(({ operator, operand }) => ` ${operator} ${printOperand(operand, level, indent)}`);
  return [printOperand(chain.first, level, indent), ...rest].join('');
}

/** In brackets unless it binds tighter than its surroundings. */
function printOperand(operand: ExpressionSyntax, outer: number, indent: string): string {
  const text = printExpression(operand, indent);
  return operand.kind === 'chain' && levelOf(operand) <= outer ? `(${text})` : text;
}

function levelOf({ rest }: ChainSyntax): number {
  return precedenceLevels.findIndex((level) => level.includes(rest[0]!.operator));
}
