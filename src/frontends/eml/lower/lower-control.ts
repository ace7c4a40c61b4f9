// Control flow: branches, loops, jumps, and the blocks that hold something (a unit, a lock) until they are left, on
// whichever way: the undos of the blocks that a jump leaves run innermost first.

import type { Recursion } from '../../../base/recursion.js';
import type { Span } from '../../../base/source-text.js';
import type { Action, Expression, NodeId } from '../../../model/program/program.js';
import type { BlockSyntax, ExpressionSyntax, IfSyntax, StatementSyntax, TestSyntax } from '../syntax/syntax.js';
import type { DeclaredFunction } from './declarations.js';
import type { FunctionContext, Undo } from './function-context.js';
import { checkShared, evaluateLock, lowerAttempt } from './lower-calls.js';
import { evaluate, evaluateAs, negate } from './lower-expressions.js';
import { closeScope, lowerBlock, lowerStatement, reportDead } from './lower-statements.js';
import { boolType, lockType } from './types.js';

type ChooseSyntax = StatementSyntax & { readonly kind: 'choose' };
type AtomicSyntax = StatementSyntax & { readonly kind: 'atomic' };
type UnitSyntax = StatementSyntax & { readonly kind: 'unit' };
type SynchronizedSyntax = StatementSyntax & { readonly kind: 'synchronized' };
type ReturnSyntax = StatementSyntax & { readonly kind: 'return' };
type JumpSyntax = StatementSyntax & { readonly kind: 'skip' | 'break' | 'continue' };

/** Both ways out of a test: a node, and whether executions get there. */
interface Outcome {
  readonly node: NodeId;
  readonly live: boolean;
}

export function* lowerIf(context: FunctionContext, { arms, otherwise }: IfSyntax): Recursion<void> {
  const join = context.builder.node();
  const wasLive = context.live;
  let joined = false;
  for (const { test, body } of arms) {
    const { live } = context;
    const [yes, no] = lowerTest(context, test, ['then', 'else']);
    if (live && !yes.live) reportDead(context, body);
    yield lowerPath(context, yes, body, join);
    joined ||= context.live;
    context.at = no.node;
    context.live = no.live;
  }
  const rest = { node: context.at, live: context.live };
  if (otherwise && wasLive && !rest.live) reportDead(context, otherwise);
  yield lowerPath(context, rest, otherwise, join);
  joined ||= context.live;
  context.at = join;
  context.live = joined;
}

/** A body on a path of its own that goes on at `target`, if it goes on. */
export function* lowerPath(
  context: FunctionContext,
  start: Outcome,
  body: StatementSyntax | undefined,
  target: NodeId,
): Recursion<void> {
  context.at = start.node;
  context.live = start.live;
  context.names.enter();
  const nested = body && lowerStatement(context, body);
  if (nested) yield nested;
  closeScope(context);
  context.mergeInto(target);
}

/** Two edges, or one if the condition is a literal: then nothing is read and nothing can go the other way. */
export function lowerTest(
  context: FunctionContext,
  { condition, span }: TestSyntax,
  [yes, no]: readonly [string, string],
): readonly [Outcome, Outcome] {
  const { live, builder } = context;
  const [ifTrue, ifFalse] = lowerCondition(context, condition);
  const from = context.at;
  const branch = (action: Action | undefined, name: string): Outcome => {
    const node = builder.node();
    if (action) builder.edge(from, node, action, span, name);
    return { node, live: live && action !== undefined };
  };
  return [branch(ifTrue, yes), branch(ifFalse, no)];
}

/** The actions of the two branches; none for one that is impossible. */
function lowerCondition(
  context: FunctionContext,
  condition: ExpressionSyntax | undefined,
): readonly [Action | undefined, Action | undefined] {
  const skip: Action = { kind: 'skip' };
  if (condition === undefined) return [skip, skip];
  const attempted = lowerAttempt(context, condition);
  if (attempted) return attempted;
  if (condition.kind === 'boolean') return condition.value ? [skip, undefined] : [undefined, skip];
  const { value } = evaluateAs(context, condition, boolType);
  return [
    { kind: 'assume', condition: value },
    { kind: 'assume', condition: negate(value) },
  ];
}

export function* lowerChoose(context: FunctionContext, { branches }: ChooseSyntax): Recursion<void> {
  const { at: fork, live, builder } = context;
  const join = builder.node();
  let joined = false;
  for (const [i, { body, span }] of branches.entries()) {
    const node = builder.step(fork, { kind: 'skip' }, span, `branch ${i + 1}`);
    yield lowerPath(context, { node, live }, body, join);
    joined ||= context.live;
  }
  context.at = join;
  context.live = joined;
}

export function* lowerUnit(context: FunctionContext, { name, body, span }: UnitSyntax): Recursion<void> {
  const word: Span = { start: span.start, end: span.start + 'unit'.length };
  context.emit({ kind: 'begin-unit', ...(name ? { name: name.text } : {}) }, word);
  yield lowerHolding(context, { kind: 'end-unit' }, body);
}

/** All atomic blocks hold one lock, which nothing else does. */
export function* lowerAtomicBlock(context: FunctionContext, { body, span }: AtomicSyntax): Recursion<void> {
  const word: Span = { start: span.start, end: span.start + 'atomic'.length };
  const lock: Expression = { kind: 'lock', lock: context.declarations.lockOfAtomicBlocks(word) };
  context.emit({ kind: 'acquire', lock }, word);
  yield lowerHolding(context, { kind: 'release', lock }, body);
}

export function* lowerSynchronized(
  context: FunctionContext,
  { lock, shared, body, header }: SynchronizedSyntax,
): Recursion<void> {
  yield lowerHolding(context, acquireLock(context, lock, header, shared), body);
}

/** The lock's expression is evaluated once: what is acquired here is what the undo releases. */
export function acquireLock(context: FunctionContext, syntax: ExpressionSyntax, origin: Span, shared = false): Undo {
  const { type, value } = evaluateLock(context, syntax);
  const changeable = syntax.kind === 'place' && value.kind === 'local' && context.assigned.has(syntax.name.text);
  const keptType = type.kind === 'class' || type.kind === 'array' ? type : lockType;
  const lock = changeable ? context.assignTemporary(keptType, value, syntax.span) : value;
  const mode = shared ? { shared: true as const } : {};
  if (shared) checkShared(context, origin);
  context.emit({ kind: 'acquire', lock, ...mode }, origin);
  return { kind: 'release', lock, ...mode };
}

/** A block at whose end, at the closing brace, something is undone. */
export function* lowerHolding(context: FunctionContext, undo: Undo, body: BlockSyntax): Recursion<void> {
  context.undos.push(undo);
  yield lowerBlock(context, body);
  context.undos.pop();
  context.emit(undo, closingBrace(body));
}

export function closingBrace({ span }: BlockSyntax): Span {
  return { start: span.end - 1, end: span.end };
}

export function lowerReturn(context: FunctionContext, syntax: ReturnSyntax): void {
  const value = lowerReturnValue(context, syntax);
  undoDownTo(context, 0, syntax.span);
  const { at, builder } = context;
  builder.edge(at, builder.exit, { kind: 'return', ...(value ? { value } : {}) }, syntax.span);
  context.leave();
}

function lowerReturnValue(context: FunctionContext, { value, span }: ReturnSyntax): Expression | undefined {
  const { returnType, syntax, isAnonymous } = context.declared;
  const text = describeFunction(context.declared);
  if (value === undefined) {
    if (returnType) context.log.error(span, 'HD0114', `${text} returns a value, but none is given`);
    return undefined;
  }
  if (returnType) return evaluateAs(context, value, returnType).value;
  const { type } = evaluate(context, value);
  if (type.kind === 'function') {
    context.log.error(span, 'HD0122', 'functions cannot be returned', 'take a function as a parameter, and call it');
    return undefined;
  }
  const header = isAnonymous ? '(…): int => { … }' : `${syntax.name.text}(…): int { … }`;
  context.log.error(span, 'HD0114', `${text} returns no value`, `give it a return type: \`${header}\``);
  return undefined;
}

export function describeFunction({ syntax, isAnonymous }: DeclaredFunction): string {
  return isAnonymous ? 'this function' : `\`${syntax.name.text}\``;
}

export function lowerJump(context: FunctionContext, { kind, span }: JumpSyntax): void {
  const loop = context.loops.at(-1);
  if (loop === undefined) {
    context.log.error(span, 'HD0113', `\`${kind}\` outside of a loop`);
    return;
  }
  undoDownTo(context, loop.undoDepth, span);
  context.mergeInto(kind === 'break' ? loop.after : loop.head);
  loop.left ||= kind === 'break' && context.live;
  context.leave();
}

/** Ends the thread: what this function holds is given back first. */
export function lowerFail(context: FunctionContext, reason: Expression | undefined, origin: Span): void {
  undoDownTo(context, 0, origin);
  const { at, builder } = context;
  builder.edge(at, builder.exit, { kind: 'fail', ...(reason ? { reason } : {}) }, origin);
  context.leave();
}

function undoDownTo(context: FunctionContext, depth: number, origin: Span): void {
  for (let i = context.undos.length - 1; i >= depth; i--) context.emit(context.undos[i]!, origin);
}
