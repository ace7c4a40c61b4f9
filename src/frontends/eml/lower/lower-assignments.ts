// Local variables and assignments. A value that an edge makes anyway (a shared read, a call, …) goes directly into the
// local that it is assigned to when their types agree, else through a temporary.

import type { Span } from '../../../base/source-text.js';
import type { BinaryOperator, LocalId, Type } from '../../../model/program/program.js';
import { noteAssignment } from '../functions/lower-function-values.js';
import { isLiteral } from '../syntax/parse-expressions.js';
import type { ExpressionSyntax, Name, StatementSyntax, TypeSyntax } from '../syntax/syntax.js';
import { resolveDeclaredType, resolveType } from './collect-declarations.js';
import type { Binding, FunctionContext, LocalBinding } from './function-context.js';
import { checkFits, type Destination, evaluate, evaluateAs, lowerBinary, type Value } from './lower-expressions.js';
import { type LoweredPlace, lowerPlace, readLowered, reportValueless } from './lower-places.js';
import { atomicOperand, lowerAtomic } from './lower-updates.js';
import { equalTypes, type FunctionType, intType, type ValueType, widen } from './types.js';

type LetSyntax = StatementSyntax & { readonly kind: 'let' };
type AssignSyntax = StatementSyntax & { readonly kind: 'assign' };

export function lowerLet(context: FunctionContext, syntax: LetSyntax): void {
  const { name, span } = syntax;
  if (syntax.type?.kind === 'function') return lowerLetFunction(context, syntax, syntax.type);
  const target = syntax.type
    ? fixedTarget(context, name, resolveType(context.declarations, syntax.type))
    : inferredTarget(context, name);
  const result = evaluate(context, syntax.value, target.destination);
  const { type, value } = result;
  if (type.kind === 'function' && !syntax.type) return bindFunction(context, name, type, result);
  const { local, type: localType } = target.finish(type, syntax.value);
  if (syntax.type) checkFits(context, { type, value, depth: 0 }, localType, syntax.value.span);
  if (!(value.kind === 'local' && value.local === local)) context.emit({ kind: 'assign', local, value }, span);
  bindLocal(context, { kind: 'local', local, type: localType, name, parameter: false, used: false });
}

function lowerLetFunction(context: FunctionContext, { name, value }: LetSyntax, written: TypeSyntax): void {
  const type = resolveDeclaredType(context.declarations, written);
  const result = evaluateAs(context, value, type);
  if (type.kind === 'function') bindFunction(context, name, type, result);
}

/** A name for a function; an open one where there was a mistake. */
function bindFunction(context: FunctionContext, name: Name, type: FunctionType, result: Value): void {
  const value = result.function ?? { kind: 'open', type, parameter: -1 };
  bindLocal(context, { kind: 'function', type, value, name, parameter: false, used: false });
}

interface Target {
  readonly destination: Destination;
  /** The local, now that the type of its initial value is known. */
  finish(type: ValueType, value: ExpressionSyntax): { readonly local: LocalId; readonly type: Type };
}

function fixedTarget(context: FunctionContext, name: Name, type: Type): Target {
  const local = context.builder.local(name.text, type);
  return {
    destination: (found) => (equalTypes(found, type) ? local : context.builder.temporary(found)),
    finish: () => ({ local, type }),
  };
}

/** A local takes the type of its initial value; if it is assigned again, without the value's range. */
function inferredTarget(context: FunctionContext, name: Name): Target {
  const { builder, assigned } = context;
  const typeFor = (found: Type): Type => (assigned.has(name.text) ? widen(found) : found);
  const made: { local: LocalId; type: Type }[] = [];
  const make = (type: Type): LocalId => {
    made.push({ local: builder.local(name.text, type), type });
    return made[0]!.local;
  };
  return {
    destination: (found) => (equalTypes(found, typeFor(found)) ? make(found) : builder.temporary(found)),
    finish: (type, value) => {
      if (made.length === 0) make(typeFor(inferType(context, name, type, value)));
      return made[0]!;
    },
  };
}

function inferType(context: FunctionContext, name: Name, type: ValueType, value: ExpressionSyntax): Type {
  if (type.kind === 'null') {
    context.log.error(value.span, 'HD0110', '`null` alone has no type', `give one: \`let ${name.text}: T = null;\``);
  }
  return type.kind === 'null' || type.kind === 'unknown' || type.kind === 'function' ? intType : type;
}

export function bindLocal(context: FunctionContext, binding: Binding): void {
  const { names, declarations, log } = context;
  const { text, span } = binding.name;
  if (isLiteral(text)) log.error(span, 'HD0107', `\`${text}\` is a constant and cannot be declared`);
  const hides = declarations.variableIds.has(text) || declarations.lockIds.has(text);
  const hidden = binding.kind === 'function' && declarations.findFunction(text, context.declared.process);
  if (hides || hidden) {
    const what = hidden ? 'function' : declarations.variableIds.has(text) ? 'shared variable' : 'lock';
    log.warning(span, 'HD0153', `\`${text}\` hides the ${what} of this name`, 'choose another name');
  }
  if (!names.declare(text, binding)) log.error(span, 'HD0107', `\`${text}\` is declared twice in this block`);
}

export function lowerAssign(context: FunctionContext, syntax: AssignSyntax): void {
  const { value, span } = syntax;
  const { name, selectors } = syntax.place;
  const atomic = atomicOperand(context, value);
  if (atomic) return lowerAtomic(context, syntax.place, atomic, span);
  const place = lowerPlace(context, syntax.place);
  if (place.kind === 'value') {
    evaluate(context, value);
    if (place.value.type.kind === 'unknown') return;
    if (place.value.type.kind === 'function')
      return context.log.error(name.span, 'HD0124', `\`${name.text}\` is a function and cannot be assigned to`);
    const what = place.value.type.kind === 'lock' ? 'lock' : 'constant';
    return context.log.error(name.span, 'HD0117', `\`${name.text}\` is a ${what} and cannot be assigned to`);
  }
  if (place.kind === 'local') noteAssignment(context, place.binding, name);
  if (syntax.operator) return lowerCombination(context, syntax, syntax.operator, place);
  if (place.kind === 'local') return assignLocal(context, place.binding, value, span);
  if (place.type === undefined && selectors.length === 0) reportValueless(context, name);
  const result = evaluateAs(context, value, place.type ?? { kind: 'unknown' });
  context.emit({ kind: 'write', location: place.location, value: result.value }, span);
}

/** `x += e`: the place is found once, then read, then `e` is evaluated, then the place is written. */
function lowerCombination(
  context: FunctionContext,
  { place: target, value, span }: AssignSyntax,
  operator: BinaryOperator,
  place: Exclude<LoweredPlace, { kind: 'value' }>,
): void {
  const left = readLowered(context, place, target, target.span, (type) => context.builder.temporary(type));
  const result = lowerBinary(context, operator, left, target.span, value);
  const type = place.kind === 'local' ? place.binding.type : place.type;
  checkFits(context, result, type ?? { kind: 'unknown' }, span);
  if (place.kind === 'local') context.emit({ kind: 'assign', local: place.binding.local, value: result.value }, span);
  else context.emit({ kind: 'write', location: place.location, value: result.value }, span);
}

function assignLocal(context: FunctionContext, binding: LocalBinding, syntax: ExpressionSyntax, span: Span): void {
  const { local, type } = binding;
  const { builder } = context;
  let direct = false;
  const { value } = evaluateAs(context, syntax, type, (found) => {
    direct = equalTypes(found, type);
    return direct ? local : builder.temporary(found);
  });
  if (!direct) context.emit({ kind: 'assign', local, value }, span);
}
