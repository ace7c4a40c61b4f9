// Types of the program model as the checker sees them: with `null`, which fits every reference, and `unknown`, the type of
// what was already reported, which fits everything.

import { printType as printProgramType } from '../../../model/program/print-graph.js';
import type { ClassDeclaration, Type } from '../../../model/program/program.js';

export type ValueType = Type | { readonly kind: 'null' } | { readonly kind: 'unknown' };

export const unknownType: ValueType = { kind: 'unknown' };
export const intType: Type = { kind: 'int' };
export const boolType: Type = { kind: 'bool' };
export const lockType: Type = { kind: 'lock' };
export const threadType: Type = { kind: 'thread' };

export function printType(type: ValueType, classes: readonly ClassDeclaration[]): string {
  return type.kind === 'null' || type.kind === 'unknown' ? type.kind : printProgramType({ classes }, type);
}

function isReference(type: ValueType): boolean {
  return type.kind === 'lock' || type.kind === 'thread' || type.kind === 'class' || type.kind === 'array';
}

/** Things that have a lock: declared locks, objects and arrays. */
export function isLockable(type: ValueType): boolean {
  return type.kind === 'unknown' || type.kind === 'lock' || type.kind === 'class' || type.kind === 'array';
}

export function threadOf(result: Type | undefined): Type {
  return result ? { kind: 'thread', result } : threadType;
}

/** The same set of values. */
export function equalTypes(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'thread' && b.kind === 'thread')
    return a.result && b.result ? equalTypes(a.result, b.result) : a.result === b.result;
  if (a.kind === 'int' && b.kind === 'int') return a.low === b.low && a.high === b.high;
  if (a.kind === 'array' && b.kind === 'array') return equalTypes(a.element, b.element);
  if (a.kind === 'class' && b.kind === 'class') return a.class === b.class;
  return a.kind === b.kind;
}

/** Whether a value may be stored; that an integer is in range is checked when it happens. */
export function fits(value: ValueType, into: ValueType): boolean {
  if (value.kind === 'unknown' || into.kind === 'unknown') return true;
  if (value.kind === 'null') return isReference(into);
  if (into.kind === 'thread' && value.kind === 'thread')
    return !into.result || (value.result !== undefined && fits(value.result, into.result));
  return equalTypes(widen(value), widen(into));
}

/** Whether `==` makes sense between the two. */
export function comparable(a: ValueType, b: ValueType): boolean {
  return fits(a, b) || fits(b, a);
}

/** An integer of a range is an integer; arrays are not widened, their elements are written through both types. */
export function widen<T extends ValueType>(type: T): T | Type {
  return type.kind === 'int' ? intType : type;
}
