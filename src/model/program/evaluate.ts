// Values of pure expressions. Integers are exact within 32 bits: leaving them, or a declared range, is an error of the
// program and not a wrap-around. A failure is a value: its text says what went wrong.

import type { BinaryOperator, Expression, Type } from './program.js';

export type EvaluationFailure = 'division by zero' | 'integer overflow';
export type Evaluated = number | EvaluationFailure;

export const minInt = -(2 ** 31);
export const maxInt = 2 ** 31 - 1;

export function evaluate(expression: Expression, locals: readonly number[]): Evaluated {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'local':
      return locals[expression.local]!;
    case 'lock':
      return expression.lock + 1;
    case 'unary': {
      const operand = evaluate(expression.operand, locals);
      if (typeof operand === 'string') return operand;
      return expression.operator === '!' ? truth(operand === 0) : inRange(-operand);
    }
    case 'binary': {
      const left = evaluate(expression.left, locals);
      if (typeof left === 'string') return left;
      if (expression.operator === '&&' && left === 0) return 0;
      if (expression.operator === '||' && left !== 0) return 1;
      const right = evaluate(expression.right, locals);
      return typeof right === 'string' ? right : applyOperator(expression.operator, left, right);
    }
  }
}

export function applyOperator(operator: BinaryOperator, left: number, right: number): Evaluated {
  switch (operator) {
    case '&&':
    case '||':
      return truth(right !== 0);
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    case '<':
      return truth(left < right);
    case '<=':
      return truth(left <= right);
    case '>':
      return truth(left > right);
    case '>=':
      return truth(left >= right);
    case '+':
      return inRange(left + right);
    case '-':
      return inRange(left - right);
    case '*':
      return inRange(left * right);
    case '/':
      return right === 0 ? 'division by zero' : inRange(Math.trunc(left / right));
    case '%':
      return right === 0 ? 'division by zero' : (left % right) + 0;
  }
}

function truth(condition: boolean): number {
  return condition ? 1 : 0;
}

/** Adding 0 turns -0 into 0, so that equal values have equal text. */
function inRange(value: number): Evaluated {
  return value < minInt || value > maxInt ? 'integer overflow' : value + 0;
}

/** Whether a value may be stored in a place of this type. */
export function fitsType(type: Type | undefined, value: number): boolean {
  if (type?.kind !== 'int') return true;
  return value >= (type.low ?? minInt) && value <= (type.high ?? maxInt);
}

/** What a place of this type holds before anything is stored there. */
export function initialValue(type: Type): number {
  if (type.kind !== 'int') return 0;
  return fitsType(type, 0) ? 0 : type.low!;
}
