// Calls and spawns, and the built-in procedures on locks. A declared function hides a built-in one of the same name.

import { nearestName } from '../../../base/nearest-name.js';
import type { Span } from '../../../base/source-text.js';
import type { Action, Expression, Type } from '../../../model/program/program.js';
import { type FunctionValue, functionType, type Passed } from '../functions/function-value.js';
import { emitTransfer, passedValue } from '../functions/lower-function-values.js';
import { statementInstead } from '../syntax/foreign-words.js';
import type { CallSyntax, ExpressionSyntax } from '../syntax/syntax.js';
import type { FunctionContext } from './function-context.js';
import { type Destination, evaluate, evaluateAs, localValue, noValue, type Value } from './lower-expressions.js';
import {
  checkEager,
  checkWaiting,
  lowerInspection,
  lowerPromiseProcedure,
  promiseProcedures,
} from './lower-promises.js';
import { lowerUpdate, updateProcedures } from './lower-updates.js';
import { boolType, type FunctionType, isLockable, printType, threadOf } from './types.js';

const lockProcedures = new Map<string, (lock: Expression) => Action>([
  ['acquire', (lock) => ({ kind: 'acquire', lock })],
  ['release', (lock) => ({ kind: 'release', lock })],
  ['acquireShared', (lock) => ({ kind: 'acquire', lock, shared: true })],
  ['releaseShared', (lock) => ({ kind: 'release', lock, shared: true })],
  ['wait', (lock) => ({ kind: 'wait', lock })],
  ['timedWait', (lock) => ({ kind: 'wait', lock, timed: true })],
  ['notify', (lock) => ({ kind: 'notify', lock, all: false })],
  ['notifyAll', (lock) => ({ kind: 'notify', lock, all: true })],
]);

/** A call or spawn as a statement: the result, if any, is dropped. */
export function lowerPerform(context: FunctionContext, call: CallSyntax): void {
  const callee = findCallee(context, call);
  if (callee) {
    emitCall(context, call, callee, undefined);
    return;
  }
  if (call.kind === 'call' && (lowerPromiseProcedure(context, call) || lowerUpdate(context, call))) return;
  if (isAttempt(context, call)) {
    lowerAttemptValue(context, call, (type) => context.builder.temporary(type));
    return;
  }
  const procedure = call.kind === 'call' ? lockProcedures.get(call.name.text) : undefined;
  if (procedure) lowerLockProcedure(context, call, procedure);
  else reportUnknownFunction(context, call);
}

/** A call or spawn as an expression. */
export function lowerCall(context: FunctionContext, call: CallSyntax, into: Destination): Value {
  const callee = findCallee(context, call);
  if (!callee) {
    if (isAttempt(context, call)) return lowerAttemptValue(context, call, into);
    const value =
      call.kind === 'call' ? (lowerInspection(context, call, into) ?? lowerUpdate(context, call)) : undefined;
    if (value) return value;
    if (lockProcedures.has(call.name.text) || promiseProcedures.includes(call.name.text))
      reportNoValue(context, call, undefined);
    else reportUnknownFunction(context, call);
    return noValue;
  }
  const { result } = callee.type;
  const type = call.kind === 'call' ? result : threadOf(result);
  if (type === undefined) {
    const isNamed = callee.value.kind === 'closure' && !callee.value.code.isAnonymous;
    const help = isNamed ? `give it a return type: \`${call.name.text}(…): int { … }\`` : undefined;
    reportNoValue(context, call, help);
    return noValue;
  }
  return localValue(type, emitCall(context, call, callee, { type, into }));
}

interface Callee {
  readonly type: FunctionType;
  readonly value: FunctionValue;
}

/** A local that is a function comes first, then the functions of the process, then the global ones. */
function findCallee(context: FunctionContext, call: CallSyntax): Callee | undefined {
  const binding = context.names.find(call.name.text);
  if (binding?.kind === 'function') {
    binding.used = true;
    return binding;
  }
  const code = context.declarations.findFunction(call.name.text, context.declared.process);
  return code && { type: functionType(code), value: { kind: 'closure', code, captured: [] } };
}

function emitCall(
  context: FunctionContext,
  call: CallSyntax,
  callee: Callee,
  result: { readonly type: Type; readonly into: Destination } | undefined,
): number {
  const given = lowerArguments(context, call, callee);
  const local = result ? result.into(result.type) : -1;
  const eager = call.kind === 'spawn-eager' ? { eager: true as const } : {};
  emitTransfer(context, { callee: callee.value, given }, call.span, (target) =>
    call.kind === 'call'
      ? { kind: 'call', ...target, ...(result ? { result: local } : {}) }
      : { kind: 'spawn', ...target, ...(result ? { handle: local } : {}), ...eager },
  );
  if (call.kind === 'spawn-eager') checkEager(context, call);
  return local;
}

function lowerArguments(context: FunctionContext, call: CallSyntax, { type: callee }: Callee): readonly Passed[] {
  const expected = callee.parameters.length;
  const found = call.arguments.length;
  if (expected !== found) {
    const message = `\`${call.name.text}\` takes ${count(expected)}, but ${found} ${found === 1 ? 'is' : 'are'} given`;
    context.log.error(call.span, 'HD0109', message);
  }
  return call.arguments.map((argument, i) => {
    const type = callee.parameters[i];
    return passedValue(type ? evaluateAs(context, argument, type) : evaluate(context, argument));
  });
}

function count(arguments_: number): string {
  if (arguments_ === 0) return 'no arguments';
  return arguments_ === 1 ? '1 argument' : `${arguments_} arguments`;
}

function lowerLockProcedure(context: FunctionContext, call: CallSyntax, procedure: (lock: Expression) => Action): void {
  const lock = lowerLockArgument(context, call);
  if (!lock) return;
  const action = procedure(lock);
  const isSpurious = action.kind === 'wait' && context.declarations.spuriousWakeups;
  context.emit(isSpurious ? { ...action, timed: true } : action, call.span);
  if ('shared' in action) checkShared(context, call.span);
  if (action.kind === 'wait' || action.kind === 'notify') checkWaiting(context, call);
}

function lowerLockArgument(context: FunctionContext, call: CallSyntax): Expression | undefined {
  const [argument] = call.arguments;
  if (argument !== undefined && call.arguments.length === 1) return evaluateLock(context, argument).value;
  const message = `\`${call.name.text}\` takes a lock, but ${call.arguments.length} arguments are given`;
  context.log.error(call.span, 'HD0109', message);
  return undefined;
}

const attempts: readonly string[] = ['tryAcquire', 'tryAcquireShared'];

function isAttempt(context: FunctionContext, call: CallSyntax): boolean {
  return call.kind === 'call' && attempts.includes(call.name.text) && !findCallee(context, call);
}

/** The two ways out of `tryAcquire(l)`, or of `!tryAcquire(l)`, as a condition: no value is needed to tell them apart. */
export function lowerAttempt(
  context: FunctionContext,
  condition: ExpressionSyntax,
): readonly [Action, Action] | undefined {
  if (condition.kind === 'unary' && condition.operator === '!') {
    const ways = lowerAttempt(context, condition.operand);
    return ways && [ways[1], ways[0]];
  }
  if (condition.kind !== 'call' || !isAttempt(context, condition)) return undefined;
  const lock = lowerLockArgument(context, condition) ?? { kind: 'constant', value: 0 };
  const mode = condition.name.text === 'tryAcquireShared' ? { shared: true as const } : {};
  if (mode.shared) checkShared(context, condition.span);
  return [
    { kind: 'acquire', lock, attempt: true, ...mode },
    { kind: 'unavailable', lock, ...mode },
  ];
}

function lowerAttemptValue(context: FunctionContext, call: CallSyntax, into: Destination): Value {
  const [success, refusal] = lowerAttempt(context, call)!;
  const { builder, at } = context;
  const local = into(boolType);
  const join = builder.node();
  for (const [action, value] of [
    [success, 1],
    [refusal, 0],
  ] as const) {
    const branch = builder.step(at, action, call.span);
    builder.edge(branch, join, { kind: 'assign', local, value: { kind: 'constant', value } }, call.span);
  }
  context.at = join;
  return localValue(boolType, local);
}

/** A lock of an event loop is handed to who has waited longest; that has been worked out for one mode only. */
export function checkShared(context: FunctionContext, span: Span): void {
  if (context.declarations.scheduling !== 'event-loop') return;
  context.log.error(span, 'HD0119', 'an event loop has no shared mode of locks', 'take the lock in the usual way');
}

export function evaluateLock(context: FunctionContext, syntax: ExpressionSyntax): Value {
  if (syntax.kind === 'place' && syntax.selectors.length === 0 && isValueless(context, syntax.name.text)) {
    const { text } = syntax.name;
    context.declarations.used.add(text);
    context.log.error(
      syntax.span,
      'HD0112',
      `\`${text}\` is a variable, not a lock`,
      `declare it by \`lock ${text};\``,
    );
    return noValue;
  }
  const result = evaluate(context, syntax);
  if (!isLockable(result.type)) {
    const found = printType(result.type, context.declarations.classes);
    context.log.error(syntax.span, 'HD0112', `expected a lock, found ${found}`, lockHelp);
  }
  return result;
}

function isValueless({ names, declarations }: FunctionContext, name: string): boolean {
  const variable = names.find(name) ? undefined : declarations.variableIds.get(name);
  return variable !== undefined && declarations.variables[variable]!.type === undefined;
}

const lockHelp = 'declared locks (`lock l;`), objects and arrays can be locked';

function reportNoValue(context: FunctionContext, call: CallSyntax, help: string | undefined): void {
  context.log.error(call.span, 'HD0118', `\`${call.name.text}\` gives no value`, help);
}

function reportUnknownFunction(context: FunctionContext, { name }: CallSyntax): void {
  const { declarations, declared, log } = context;
  if (log.isFull) return;
  if (context.names.find(name.text))
    return log.error(name.span, 'HD0125', `\`${name.text}\` is not a function`, 'only functions can be called');
  const owner = declarations.processes.find(({ functions }) => functions.has(name.text));
  const candidates = [...(declared.process?.functions.keys() ?? []), ...declarations.globalFunctions.keys()];
  const near = nearestName(name.text, [
    ...candidates,
    ...lockProcedures.keys(),
    ...promiseProcedures,
    ...updateProcedures,
    ...attempts,
  ]);
  const instead = statementInstead(name.text);
  const help = owner
    ? `process ${owner.syntax.name.text} has one; move it out of the process to share it`
    : (instead ?? (near === undefined ? undefined : `did you mean \`${near}\`?`));
  log.error(name.span, 'HD0108', `there is no function \`${name.text}\``, help);
}
