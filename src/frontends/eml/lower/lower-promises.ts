// Threads as promises: joins with results, deferred promises, and the built-in procedures `fail`, `settle`, `reject`,
// `failed` and `reason`, which a declared function of the same name hides.

import type { Action, Expression } from '../../../model/program/program.js';
import type { CallSyntax, ExpressionSyntax, JoinAnySyntax } from '../syntax/syntax.js';
import { resolveType } from './collect-declarations.js';
import type { FunctionContext } from './function-context.js';
import { lowerFail } from './lower-control.js';
import {
  type Destination,
  evaluate,
  evaluateAs,
  localValue,
  lowerNew,
  noValue,
  type Value,
} from './lower-expressions.js';
import { boolType, intType, printType, threadOf, threadType } from './types.js';

type JoinSyntax = Extract<ExpressionSyntax, { kind: 'join' }>;
type NewDeferredSyntax = Extract<ExpressionSyntax, { kind: 'new-deferred' }>;

/** Procedures without a value, then those with one. */
export const promiseProcedures: readonly string[] = ['fail', 'settle', 'reject', 'failed', 'reason'];

export function lowerJoin(context: FunctionContext, syntax: JoinSyntax, into: Destination): Value {
  const { type, value } = evaluateAs(context, syntax.thread, threadType);
  if (type.kind !== 'thread') return noValue;
  if (!type.result) {
    const help = 'the type of a thread with a result is `thread int`, or another type instead of `int`';
    context.log.error(syntax.span, 'HD0118', 'this thread gives no value', help);
    return noValue;
  }
  const local = into(type.result);
  context.emit({ kind: 'join', thread: value, into: local }, syntax.span);
  return localValue(type.result, local);
}

/** As a statement. */
export function lowerJoinAny(context: FunctionContext, { threads, span }: JoinAnySyntax): void {
  const values = threads.map((thread) => evaluateAs(context, thread, threadType).value);
  context.emit({ kind: 'join-any', threads: values }, span);
}

/** As an expression: the handle of the one that settled first. */
export function lowerJoinAnyValue(
  context: FunctionContext,
  { threads, span }: JoinAnySyntax,
  into: Destination,
): Value {
  const values = threads.map((thread) => evaluateAs(context, thread, threadType));
  const [first] = values;
  const type = first?.type.kind === 'thread' ? first.type : threadType;
  const isSame = values.every((value) => printed(context, value) === printed(context, first!));
  const common = isSame ? type : threadType;
  const local = into(common);
  context.emit({ kind: 'join-any', threads: values.map(({ value }) => value), into: local }, span);
  return localValue(common, local);
}

function printed(context: FunctionContext, { type }: Value): string {
  return printType(type, context.declarations.classes);
}

/** A declared class of this name hides the promise. */
export function lowerNewDeferred(context: FunctionContext, syntax: NewDeferredSyntax, into: Destination): Value {
  const { name, span, result } = syntax;
  if (!result && context.declarations.classIds.has(name.text)) return lowerNew(context, { class: name, span }, into);
  const type = threadOf(result && resolveType(context.declarations, result));
  const local = into(type);
  context.emit({ kind: 'deferred', local }, span);
  return localValue(type, local);
}

/** `fail`, `settle` or `reject`; false if the call is none of them. */
export function lowerPromiseProcedure(context: FunctionContext, call: CallSyntax): boolean {
  switch (call.name.text) {
    case 'fail':
      lowerFail(context, lowerReason(context, call, call.arguments[0], 1), call.span);
      return true;
    case 'settle':
    case 'reject':
      context.emit(settleAction(context, call), call.span);
      return true;
    case 'failed':
    case 'reason':
      lowerInspection(context, call, (type) => context.builder.temporary(type));
      return true;
    default:
      return false;
  }
}

function settleAction(context: FunctionContext, call: CallSyntax): Action {
  const [target, given] = call.arguments;
  const failed = call.name.text === 'reject';
  if (!target) checkCount(context, call, 2);
  const promise = target ? evaluateAs(context, target, threadType) : noValue;
  const value = failed ? lowerReason(context, call, given, 2) : lowerResult(context, call, promise, given);
  return { kind: 'settle', promise: promise.value, failed, ...(value ? { value } : {}) };
}

/** The value that a promise is settled with: it has one exactly if its type says so. */
function lowerResult(
  context: FunctionContext,
  call: CallSyntax,
  { type }: Value,
  given: ExpressionSyntax | undefined,
): Expression | undefined {
  checkCount(context, call, 2);
  const result = type.kind === 'thread' ? type.result : undefined;
  if (given) {
    if (type.kind === 'thread' && !result)
      context.log.error(given.span, 'HD0118', 'this promise takes no value', 'make it with `new deferred int`');
    return (result ? evaluateAs(context, given, result) : evaluate(context, given)).value;
  }
  if (result) {
    const message = `this promise is settled with a value of type ${printType(result, context.declarations.classes)}`;
    context.log.error(call.span, 'HD0109', message);
  }
  return undefined;
}

function lowerReason(
  context: FunctionContext,
  call: CallSyntax,
  given: ExpressionSyntax | undefined,
  most: number,
): Expression | undefined {
  checkCount(context, call, most);
  return given && evaluateAs(context, given, intType).value;
}

/** `failed(t)` or `reason(t)`; undefined if the call is neither. */
export function lowerInspection(context: FunctionContext, call: CallSyntax, into: Destination): Value | undefined {
  const of = call.name.text;
  if (of !== 'failed' && of !== 'reason') return undefined;
  checkCount(context, call, 1);
  const [argument] = call.arguments;
  if (!argument) return noValue;
  const thread = evaluateAs(context, argument, threadType).value;
  const type = of === 'failed' ? boolType : intType;
  const local = into(type);
  context.emit({ kind: 'inspect', thread, of, into: local }, call.span);
  return localValue(type, local);
}

/** All but `fail` need their first argument. */
function checkCount(context: FunctionContext, call: CallSyntax, most: number): void {
  const found = call.arguments.length;
  const least = call.name.text === 'fail' ? 0 : 1;
  if (found >= least && found <= most) return;
  const expected = most === 1 ? (least === 0 ? 'at most a reason' : 'a thread') : 'a promise and at most one value';
  const message = `\`${call.name.text}\` takes ${expected}, but ${found} ${found === 1 ? 'argument is' : 'arguments are'} given`;
  context.log.error(call.span, 'HD0109', message);
}

export function checkWaiting(context: FunctionContext, call: CallSyntax): void {
  if (context.declarations.scheduling !== 'event-loop') return;
  const help = 'await a promise: `join p`, with `p = new deferred` and `settle(p)`';
  context.log.error(call.span, 'HD0119', `an event loop has no \`${call.name.text}\``, help);
}

export function checkEager(context: FunctionContext, call: CallSyntax): void {
  if (context.declarations.scheduling !== 'preemptive') return;
  const help = 'declare `scheduling event-loop;` or `scheduling cooperative;`';
  context.log.error(call.span, 'HD0119', 'with preemptive scheduling no thread runs at once', help);
}
