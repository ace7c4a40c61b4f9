// Expressions as closures over the machine's memory. A value that does not exist is a number that is no integer: NaN for
// a division by zero, infinity for an overflow; whoever stores a value asks `failureOf` first.

import { type EvaluationFailure, maxInt, minInt } from '../../../model/program/evaluate.js';
import type { BinaryOperator, Expression } from '../../../model/program/program.js';
import { frameWord, type Layout, lockReference } from './layout.js';
import type { TrailedMemory } from './trailed-memory.js';

/** The value in a frame. */
export type Evaluator = (frame: number) => number;

const overflow = Number.POSITIVE_INFINITY;
const divisionByZero = Number.NaN;

export function failureOf(value: number): EvaluationFailure | undefined {
  if (value - value === 0) return undefined;
  return value === overflow ? 'integer overflow' : 'division by zero';
}

export function compileExpression(expression: Expression, memory: TrailedMemory, layout: Layout): Evaluator {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'local': {
      const offset = frameWord.locals + expression.local;
      return (frame) => memory.words[frame + offset]!;
    }
    case 'lock': {
      const reference = lockReference(layout, expression.lock);
      return () => reference;
    }
    case 'unary': {
      const operand = compileExpression(expression.operand, memory, layout);
      return expression.operator === '!' ? not(operand) : (frame) => inRange(-operand(frame));
    }
    case 'binary': {
      const left = compileExpression(expression.left, memory, layout);
      const right = compileExpression(expression.right, memory, layout);
      return compileBinary(expression.operator, left, right);
    }
  }
}

function not(operand: Evaluator): Evaluator {
  return (frame) => {
    const value = operand(frame);
    return value - value !== 0 ? value : value === 0 ? 1 : 0;
  };
}

function inRange(value: number): number {
  return value > maxInt || value < minInt ? overflow : value;
}

function compileBinary(operator: BinaryOperator, left: Evaluator, right: Evaluator): Evaluator {
  switch (operator) {
    case '&&':
      return shortCircuit(left, right, (value) => value === 0);
    case '||':
      return shortCircuit(left, right, (value) => value !== 0);
    case '==':
      return comparison(left, right, (a, b) => a === b);
    case '!=':
      return comparison(left, right, (a, b) => a !== b);
    case '<':
      return comparison(left, right, (a, b) => a < b);
    case '<=':
      return comparison(left, right, (a, b) => a <= b);
    case '>':
      return comparison(left, right, (a, b) => a > b);
    case '>=':
      return comparison(left, right, (a, b) => a >= b);
    case '+':
      return arithmetic(left, right, (a, b) => inRange(a + b));
    case '-':
      return arithmetic(left, right, (a, b) => inRange(a - b));
    case '*':
      return arithmetic(left, right, (a, b) => inRange(a * b));
    case '/':
      return arithmetic(left, right, (a, b) => (b === 0 ? divisionByZero : inRange(Math.trunc(a / b))));
    case '%':
      return arithmetic(left, right, (a, b) => (b === 0 ? divisionByZero : a % b));
  }
}

function shortCircuit(left: Evaluator, right: Evaluator, decides: (value: number) => boolean): Evaluator {
  return (frame) => {
    const first = left(frame);
    if (first - first !== 0) return first;
    if (decides(first)) return first === 0 ? 0 : 1;
    const second = right(frame);
    return second - second !== 0 ? second : second === 0 ? 0 : 1;
  };
}

function comparison(left: Evaluator, right: Evaluator, holds: (a: number, b: number) => boolean): Evaluator {
  return (frame) => {
    const a = left(frame);
    if (a - a !== 0) return a;
    const b = right(frame);
    return b - b !== 0 ? b : holds(a, b) ? 1 : 0;
  };
}

function arithmetic(left: Evaluator, right: Evaluator, apply: (a: number, b: number) => number): Evaluator {
  return (frame) => {
    const a = left(frame);
    if (a - a !== 0) return a;
    const b = right(frame);
    return b - b !== 0 ? b : apply(a, b);
  };
}
