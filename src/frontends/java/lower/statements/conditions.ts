// Conditions with their control flow: `&&`, `||` and `!` branch, a comparison is one test, `tryLock` and
// `compareAndSet` do different things on their two sides.

import { type SyntaxNode, unparenthesized } from '../../syntax/syntax-node.js';
import { evaluate } from '../expressions.js';
import { libraryCondition } from '../library/library-calls.js';
import { conversionCondition, tryLockCondition, validateCondition } from '../locks/lock-calls.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import type { Value } from '../shared-object.js';

export function lowerCondition(low: Lowering, written: SyntaxNode, yes: Target, no: Target): void {
  const node = unparenthesized(written);
  const operator = node.field('operator')?.text;
  if (node.type === 'unary_expression' && operator === '!') return lowerCondition(low, node.field('operand')!, no, yes);
  if (node.type === 'binary_expression' && operator === '&&') {
    const right = low.side();
    lowerCondition(low, node.field('left')!, right, no);
    low.enter(right);
    return lowerCondition(low, node.field('right')!, yes, no);
  }
  if (node.type === 'binary_expression' && operator === '||') {
    const right = low.side();
    lowerCondition(low, node.field('left')!, yes, right);
    low.enter(right);
    return lowerCondition(low, node.field('right')!, yes, no);
  }
  if (node.type === 'true') return low.jump(yes, node);
  if (node.type === 'false') return low.jump(no, node);
  if (conversionCondition(low, node, yes, no)) return;
  if (
    node.type === 'method_invocation' &&
    (tryLockCondition(low, node, yes, no) ||
      validateCondition(low, node, yes, no) ||
      libraryCondition(low, node, yes, no))
  )
    return;
  const value = node.type === 'method_invocation' ? evaluateCall(low, node, yes, no) : evaluate(low, node);
  if (!value) return;
  if (value.constant === 'true') return low.jump(yes, node);
  if (value.constant === 'false') return low.jump(no, node);
  low.branch(value.sources, node, yes, no);
}

/** A method that is given goes on at one side or the other by itself: then there is no value. */
function evaluateCall(low: Lowering, call: SyntaxNode, yes: Target, no: Target): Value | undefined {
  const around = low.condition;
  low.condition = { call, yes, no };
  const value = evaluate(low, call);
  const isTaken = low.condition === undefined;
  low.condition = around;
  return isTaken ? undefined : value;
}
