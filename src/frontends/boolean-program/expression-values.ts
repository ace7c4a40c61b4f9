// The values an expression can take in a valuation: a mask, 1 for false, 2 for true, 3 for either (because of `*`).

import type { Expression } from './boolean-program.js';

export const canBeFalse = 1;
export const canBeTrue = 2;

/** Valuations are bit sets over the program's variables; `after` gives the primed ones. Nesting is bounded by the parser. */
export function valuesOf(expression: Expression, now: number, after: number): number {
  switch (expression.kind) {
    case 'constant':
      return valueMask(expression.value);
    case 'any':
      return canBeFalse | canBeTrue;
    case 'variable':
      return valueMask((((expression.primed ? after : now) >>> expression.index) & 1) === 1);
    case 'not':
      return negated(valuesOf(expression.operand, now, after));
    case 'choice': {
      const condition = valuesOf(expression.condition, now, after);
      const then = condition & canBeTrue ? valuesOf(expression.then, now, after) : 0;
      return then | (condition & canBeFalse ? valuesOf(expression.otherwise, now, after) : 0);
    }
    case 'binary': {
      const [left, right] = [valuesOf(expression.left, now, after), valuesOf(expression.right, now, after)];
      let mask = 0;
      for (const a of [false, true])
        for (const b of [false, true])
          if (left & valueMask(a) && right & valueMask(b)) mask |= valueMask(apply(expression.operator, a, b));
      return mask;
    }
  }
}

function valueMask(value: boolean): number {
  return value ? canBeTrue : canBeFalse;
}

function negated(mask: number): number {
  return ((mask & canBeFalse) << 1) | ((mask & canBeTrue) >> 1);
}

function apply(operator: '&' | '|' | '^' | '=' | '!=', a: boolean, b: boolean): boolean {
  switch (operator) {
    case '&':
      return a && b;
    case '|':
      return a || b;
    case '=':
      return a === b;
    case '^':
    case '!=':
      return a !== b;
  }
}
