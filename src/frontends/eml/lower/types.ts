// Types of the program model as the checker sees them: with `null`, which fits every reference, and `unknown`, the type of
// what was already reported, which fits everything.

import { printType as printProgramType } from '../../../model/program/print-graph.js';
import type { ClassDeclaration, Type } from '../../../model/program/program.js';

/** Functions are values of parameters and locals only: the program model has none. */
export interface FunctionType {
  readonly kind: 'function';
  readonly parameters: readonly DeclaredType[];
  readonly result?: Type;
}

export type DeclaredType = Type | FunctionType;
export type ValueType = DeclaredType | { readonly kind: 'null' } | { readonly kind: 'unknown' };

export const unknownType: ValueType = { kind: 'unknown' };
export const intType: Type = { kind: 'int' };
export const boolType: Type = { kind: 'bool' };
export const lockType: Type = { kind: 'lock' };
export const threadType: Type = { kind: 'thread' };

export function printType(type: ValueType, classes: readonly ClassDeclaration[]): string {
  if (type.kind === 'null' || type.kind === 'unknown') return type.kind;
  if (type.kind !== 'function') return printProgramType({ classes }, type);
  const parameters = type.parameters.map((parameter) => printType(parameter, classes));
  return `(${parameters.join(', ')}) -> ${type.result ? printType(type.result, classes) : 'void'}`;
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

/** The same set of values. Types of functions are equal or different: there is no subtyping, not even of ranges. */
export function equalTypes(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'function' && b.kind === 'function') return equalSignatures(a, b);
  if (a.kind === 'thread' && b.kind === 'thread')
    return a.result && b.result ? equalTypes(a.result, b.result) : a.result === b.result;
  if (a.kind === 'int' && b.kind === 'int') return a.low === b.low && a.high === b.high;
  if (a.kind === 'array' && b.kind === 'array') return equalTypes(a.element, b.element);
  if (a.kind === 'class' && b.kind === 'class') return a.class === b.class;
  return a.kind === b.kind;
}

function equalSignatures(a: FunctionType, b: FunctionType): boolean {
  if (a.parameters.length !== b.parameters.length) return false;
  if (!a.parameters.every((parameter, i) => equalTypes(parameter, b.parameters[i]!))) return false;
  return a.result && b.result ? equalTypes(a.result, b.result) : a.result === b.result;
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
  if (a.kind === 'function' || b.kind === 'function') return false;
  return fits(a, b) || fits(b, a);
}

/** An integer of a range is an integer; arrays are not widened, their elements are written through both types. */
export function widen<T extends ValueType>(type: T): T | Type {
  return type.kind === 'int' ? intType : type;
}
