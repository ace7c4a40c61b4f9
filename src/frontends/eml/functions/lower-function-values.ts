// Expressions that are functions: names of functions, and anonymous ones. Nothing happens when they are evaluated; a call of one
// is the call of its code with what it captured before the arguments.

import type { Span } from '../../../base/source-text.js';
import type { Action, Expression } from '../../../model/program/program.js';
import { resolveDeclaredType, resolveResult } from '../lower/collect-declarations.js';
import type { DeclaredFunction } from '../lower/declarations.js';
import type { FunctionContext, LocalBinding } from '../lower/function-context.js';
import type { Value } from '../lower/lower-expressions.js';
import type { FunctionType } from '../lower/types.js';
import type { LambdaSyntax, Name } from '../syntax/syntax.js';
import { freeNames } from './free-names.js';
import { dataOf, type FunctionValue, functionType, type OpenCall, type Passed } from './function-value.js';

export function functionResult(type: FunctionType, value: FunctionValue): Value {
  return { type, value: { kind: 'constant', value: 0 }, depth: 0, function: value };
}

export function namedFunction(code: DeclaredFunction): Value {
  return functionResult(functionType(code), { kind: 'closure', code, captured: [] });
}

export function passedValue({ value, function: passed }: Value): Passed {
  return passed ?? { kind: 'data', value };
}

/** Adds the call of a function: where it leads to, and with which data. */
export function emitTransfer(
  context: FunctionContext,
  call: OpenCall,
  origin: Span,
  action: (target: { function: number; arguments: readonly Expression[] }) => Action,
): void {
  const { callee, given } = call;
  if (context.openCalls) {
    const open = action({ function: -1, arguments: [] });
    context.openCalls.set(open, call);
    context.emit(open, origin);
  } else if (callee.kind === 'closure') {
    const passed = [...callee.captured, ...given];
    const { id, isCut } = context.declarations.instances.instanceFor(callee.code, passed, origin);
    context.emit(action({ function: id, arguments: isCut ? [] : dataOf(passed) }), origin);
  }
}

export function evaluateLambda(context: FunctionContext, syntax: LambdaSyntax): Value {
  const known = context.declarations.anonymousFunction(syntax, context.declared.process);
  const code = known ?? declareLambda(context, syntax);
  const captured = code.captures.map(({ name }) => capture(context, name));
  return functionResult(functionType(code), { kind: 'closure', code, captured });
}

function declareLambda(context: FunctionContext, syntax: LambdaSyntax): DeclaredFunction {
  const { declarations, declared } = context;
  const { parameters, returnType, body, header } = syntax;
  const { line } = declarations.log.source.position(syntax.span.start);
  const text = declarations.nameForAnonymous(`${namedPart(declared)}$${line}`, declared.process);
  const code: DeclaredFunction = {
    syntax: { kind: 'function', name: { text, span: header }, parameters, body, header },
    isAnonymous: true,
    captures: capturedNames(context, syntax),
    process: declared.process,
    name: declared.process ? `${declared.process.syntax.name.text}.${text}` : text,
    parameters: parameters.map(({ type }) => resolveDeclaredType(declarations, type)),
    returnType: returnType && resolveResult(declarations, returnType),
  };
  declarations.declareAnonymous(syntax, code);
  return code;
}

/** An anonymous function inside of another one is called after the same named one. */
function namedPart({ syntax, isAnonymous }: DeclaredFunction): string {
  const { text } = syntax.name;
  return isAnonymous ? text.slice(0, text.lastIndexOf('$')) : text;
}

function capturedNames(context: FunctionContext, syntax: LambdaSyntax): DeclaredFunction['captures'] {
  const { places, calls } = freeNames(syntax);
  const mentioned = new Map([...calls, ...places]);
  return Array.from(mentioned.values()).flatMap((name) => {
    const binding = context.names.find(name.text);
    const isMeant = binding && (places.has(name.text) || binding.kind === 'function');
    return isMeant ? [{ name, type: binding.type }] : [];
  });
}

function capture(context: FunctionContext, name: Name): Passed {
  const binding = context.names.find(name.text)!;
  binding.used = true;
  if (binding.kind === 'function') return binding.value;
  binding.capturedAt ??= name.span;
  if (binding.isAssigned) reportAssigned(context, binding);
  return { kind: 'data', value: { kind: 'local', local: binding.local } };
}

/** What is captured has one value from its declaration on: then it does not matter when it is looked at. */
export function noteAssignment(context: FunctionContext, binding: LocalBinding, name: Name): void {
  binding.isAssigned = true;
  if (binding.isCaptured) {
    const message = `\`${name.text}\` belongs to the surrounding function and cannot be assigned here`;
    context.log.error(name.span, 'HD0124', message, 'declare a local of the anonymous function, or a shared variable');
  } else if (binding.capturedAt) reportAssigned(context, binding);
}

function reportAssigned({ log }: FunctionContext, { name, capturedAt }: LocalBinding): void {
  const message = `\`${name.text}\` is assigned after its declaration and cannot be captured`;
  log.error(capturedAt!, 'HD0123', message, `capture a copy: \`let copy = ${name.text};\` before`);
}
