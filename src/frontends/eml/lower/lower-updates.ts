// Atomic updates: a read and a write of one volatile place in one step. `x = atomic(e)`, where `e` may speak of `x`; and the
// built-in procedures `compareAndSet`, `getAndSet`, `getAndAdd` and `addAndGet`, whose operands are evaluated before, step
// by step. A declared function of the same name hides them.

import type { Span } from '../../../base/source-text.js';
import type { Action, Expression, LocalId, Type } from '../../../model/program/program.js';
import { printPlace } from '../syntax/print-expressions.js';
import type { CallSyntax, ExpressionSyntax, PlaceSyntax } from '../syntax/syntax.js';
import type { FunctionContext } from './function-context.js';
import { evaluate, evaluateAs, localValue, noValue, type Value } from './lower-expressions.js';
import { lowerPlace, reportValueless, type SharedPlace } from './lower-places.js';
import { boolType, intType, type ValueType } from './types.js';

/** Besides `atomic`, which stands on the right of an assignment only. */
export const updateProcedures: readonly string[] = ['compareAndSet', 'getAndSet', 'getAndAdd', 'addAndGet'];

interface Cell {
  readonly place: SharedPlace;
  readonly type: Type;
  /** What was read. */
  readonly old: LocalId;
}

/** `x = atomic(e);`: undefined if the assignment is another one. */
export function atomicOperand(context: FunctionContext, value: ExpressionSyntax): CallSyntax | undefined {
  if (value.kind !== 'call' || value.name.text !== 'atomic') return undefined;
  return context.declarations.findFunction('atomic', context.declared.process) ? undefined : value;
}

export function lowerAtomic(context: FunctionContext, target: PlaceSyntax, call: CallSyntax, span: Span): void {
  const cell = lowerCell(context, target);
  const [operand] = takeArguments(context, call, ['a value']);
  if (!cell || !operand) return;
  const { at } = context;
  context.updated = { place: printPlace(target), value: localValue(cell.type, cell.old) };
  const value = evaluateAs(context, operand, cell.type).value;
  context.updated = undefined;
  if (context.at !== at) {
    const help = `read the others into locals before: \`let v = …; ${printPlace(target)} = atomic(…);\``;
    context.log.error(operand.span, 'HD0120', `an atomic update reads nothing but \`${printPlace(target)}\``, help);
  }
  context.emit({ ...updateOf(cell), value }, span);
}

/** As an expression or a statement; undefined if the call is none of these. */
export function lowerUpdate(context: FunctionContext, call: CallSyntax): Value | undefined {
  switch (call.name.text) {
    case 'compareAndSet':
      return lowerCompareAndSet(context, call);
    case 'getAndSet':
      return lowerExchange(context, call, 'a value', (_, operand) => operand).old;
    case 'getAndAdd':
      return lowerExchange(context, call, 'a number', sum).old;
    case 'addAndGet':
      return lowerExchange(context, call, 'a number', sum).written;
    default:
      return undefined;
  }
}

function lowerCompareAndSet(context: FunctionContext, call: CallSyntax): Value {
  const [target, expected, given] = takeArguments(context, call, ['a place', 'a value', 'a value']);
  const cell = target && lowerTarget(context, target);
  if (!cell || !expected || !given) return noValue;
  const compared = kept(context, evaluateAs(context, expected, cell.type), cell.type, expected.span);
  const value = evaluateAs(context, given, cell.type).value;
  const read: Expression = { kind: 'local', local: cell.old };
  const condition: Expression = { kind: 'binary', operator: '==', left: read, right: compared };
  context.emit({ ...updateOf(cell), condition, value }, call.span);
  return { type: boolType, value: condition, depth: 2 };
}

function lowerExchange(
  context: FunctionContext,
  call: CallSyntax,
  what: string,
  written: (old: Expression, operand: Expression) => Expression,
): { readonly old: Value; readonly written: Value } {
  const [target, given] = takeArguments(context, call, ['a place', what]);
  const cell = target && lowerTarget(context, target);
  if (!cell || !given) return { old: noValue, written: noValue };
  const needed: ValueType = what === 'a number' ? intType : cell.type;
  const operand = kept(context, evaluateAs(context, given, needed), cell.type, given.span);
  const value = written({ kind: 'local', local: cell.old }, operand);
  context.emit({ ...updateOf(cell), value }, call.span);
  return { old: localValue(cell.type, cell.old), written: { type: needed, value, depth: 2 } };
}

function sum(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '+', left, right };
}

function updateOf({ place, old }: Cell): Extract<Action, { kind: 'update' }> {
  return { kind: 'update', location: place.location, into: old };
}

/** An operand that the result speaks of is small. */
function kept(context: FunctionContext, { value, depth }: Value, type: Type, origin: Span): Expression {
  const wide: Type = type.kind === 'int' ? intType : type;
  return depth === 0 ? value : context.assignTemporary(wide, value, origin);
}

function lowerTarget(context: FunctionContext, syntax: ExpressionSyntax): Cell | undefined {
  if (syntax.kind === 'place') return lowerCell(context, syntax);
  evaluate(context, syntax);
  context.log.error(syntax.span, 'HD0120', 'expected a shared variable or a field');
  return undefined;
}

function lowerCell(context: FunctionContext, syntax: PlaceSyntax): Cell | undefined {
  const place = lowerPlace(context, syntax);
  const name = printPlace(syntax);
  if (place.kind === 'local') place.binding.used = true;
  if (place.kind !== 'shared') {
    if (place.kind === 'local' || place.value.type.kind !== 'unknown')
      context.log.error(
        syntax.span,
        'HD0120',
        `\`${name}\` is not shared, and only shared places are updated atomically`,
      );
    return undefined;
  }
  if (place.type === undefined) reportValueless(context, syntax.name);
  else if (!isVolatile(context, place)) reportPlain(context, place, syntax);
  return place.type && { place, type: place.type, old: context.builder.temporary(place.type) };
}

function isVolatile({ declarations }: FunctionContext, { location }: SharedPlace): boolean {
  switch (location.kind) {
    case 'variable':
      return declarations.variables[location.variable]!.volatile;
    case 'field':
      return declarations.classes[location.class]!.fields[location.field]!.volatile;
    case 'element':
      return false;
  }
}

function reportPlain(context: FunctionContext, { location }: SharedPlace, { name, span }: PlaceSyntax): void {
  const help = {
    variable: `declare it by \`volatile var ${name.text}: …;\``,
    field: 'declare the field with `volatile`',
    element: 'elements of arrays are never volatile: use an array of objects with a volatile field',
  };
  context.log.error(span, 'HD0120', 'an atomic update needs a volatile place', help[location.kind]);
}

function takeArguments(
  context: FunctionContext,
  call: CallSyntax,
  expected: readonly string[],
): readonly ExpressionSyntax[] {
  if (call.arguments.length === expected.length) return call.arguments;
  const found = call.arguments.length;
  const message = `\`${call.name.text}\` takes ${expected.join(', ')}, but ${found} ${found === 1 ? 'argument is' : 'arguments are'} given`;
  context.log.error(call.span, 'HD0109', message);
  return [];
}
