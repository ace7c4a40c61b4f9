// Statements. Each leaves the lowering where execution goes on, or nowhere.

import { libraryObject } from '../../summaries/library.js';
import { hasError } from '../../symbols/collect-classes.js';
import { assignedType } from '../../symbols/field-facts.js';
import { plainType, readType, simpleName, withDimensions } from '../../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { evaluate } from '../expressions.js';
import { tryLockCondition } from '../locks/lock-calls.js';
import { holding, monitorOf } from '../locks/locking.js';
import { deepestNesting, type Lowering } from '../lowering.js';
import { noSources, type SharedObject, type Value } from '../shared-object.js';
import { lowerCondition } from './conditions.js';
import { lowerAnswer, lowerBreak, lowerContinue, lowerReturn, lowerYield } from './jumps.js';
import { lowerFor, lowerForEach, lowerLoop } from './loops.js';
import { lowerSwitch } from './switches.js';
import { lowerThrow } from './throws.js';
import { lowerTry } from './tries.js';

export function lowerBlock(low: Lowering, block: SyntaxNode): void {
  lowerAll(low, block.children);
  meetAgain(low, block);
}

/** The statements of a block; paths that hold different locks at its end stay apart (`low.others`). */
export function lowerAll(low: Lowering, statements: readonly SyntaxNode[]): void {
  for (const [i, statement] of statements.entries()) {
    const attempt = lockAttempt(statement);
    if (attempt && low.at !== undefined && lowerAttempt(low, attempt, statements.slice(i + 1))) return;
    lowerApart(low, statement);
    if (low.others.length > 0) return eachApart(low, statement, () => lowerAll(low, statements.slice(i + 1)));
  }
}

/** What comes next, once for each set of locks. */
export function eachApart(low: Lowering, node: SyntaxNode, next: () => void): void {
  const { others } = low;
  const met = low.meeting();
  low.others = [];
  next();
  low.jumpAll(met, node);
  for (const other of others) {
    low.enter(other);
    next();
    low.jumpAll(met, node);
  }
  low.enterApart(met);
}

function meetAgain(low: Lowering, node: SyntaxNode): void {
  if (low.others.length === 0) return;
  const met = low.target();
  low.jumpAll(met, node);
  low.enter(met);
}

interface LockAttempt {
  readonly name: string;
  readonly call: SyntaxNode;
}

/** `boolean locked = lock.tryLock();`, or without a look at the result: what follows is done with the lock, or not. */
function lockAttempt(statement: SyntaxNode): LockAttempt | undefined {
  const declarator = statement.type === 'local_variable_declaration' ? statement.field('declarator') : undefined;
  const isAlone = statement.type === 'expression_statement';
  const call = isAlone ? statement.children[0] : declarator?.field('value');
  const name = isAlone ? 'the result of tryLock' : declarator?.field('name')?.text;
  const isAttempt =
    call?.type === 'method_invocation' && /^(try(Lock|Acquire)|compareAndSet)$/.test(call.field('name')?.text ?? '');
  return isAttempt && name !== undefined ? { name, call } : undefined;
}

/** The rest of the block, once for each result: later tests of it find the one they are in. */
function lowerAttempt(low: Lowering, { name, call }: LockAttempt, rest: readonly SyntaxNode[]): boolean {
  const [yes, no, after] = [low.target(), low.target(), low.target()];
  if (!tryLockCondition(low, call, yes, no)) return false;
  for (const [target, constant] of [
    [yes, 'true'],
    [no, 'false'],
  ] as const) {
    low.enter(target);
    low.locals.set(name, { type: plainType('boolean'), sources: noSources, constant, text: name });
    lowerAll(low, rest);
    low.jumpAll(after, call);
  }
  low.enter(after);
  return true;
}

export function lowerStatement(low: Lowering, node: SyntaxNode): void {
  lowerApart(low, node);
  meetAgain(low, node);
}

function lowerApart(low: Lowering, node: SyntaxNode): void {
  if (low.at === undefined || low.isTooLarge) return;
  if (++low.nesting > deepestNesting) low.unknown(node, 'this is nested too deeply');
  else dispatch(low, node);
  low.nesting--;
}

function dispatch(low: Lowering, node: SyntaxNode): void {
  switch (node.type) {
    case 'block':
    case 'constructor_body':
      return lowerAll(low, node.children);
    case 'expression_statement':
      if (node.children[0]) evaluate(low, node.children[0], { unused: true });
      return;
    case 'local_variable_declaration':
      return lowerDeclaration(low, node);
    case 'if_statement':
      return lowerIf(low, node);
    case 'while_statement':
      return lowerLoop(low, node, { condition: node.field('condition'), body: node.field('body') });
    case 'do_statement':
      return lowerLoop(low, node, { condition: node.field('condition'), body: node.field('body'), first: 'body' });
    case 'for_statement':
      return lowerFor(low, node);
    case 'enhanced_for_statement':
      return lowerForEach(low, node);
    case 'labeled_statement':
      return lowerLabeled(low, node);
    case 'return_statement': {
      if (low.frame.sides && node.children[0]) return lowerAnswer(low, low.frame.sides, node.children[0], node);
      const value = node.children[0] && evaluate(low, node.children[0]);
      return lowerReturn(low, value, node);
    }
    case 'throw_statement':
      return lowerThrow(low, node.children[0] && evaluate(low, node.children[0]), node);
    case 'break_statement':
      return lowerBreak(low, node.children[0]?.text ?? '', node);
    case 'continue_statement':
      return lowerContinue(low, node.children[0]?.text ?? '', node);
    case 'yield_statement':
      return lowerYield(low, node.children[0] && evaluate(low, node.children[0]), node);
    case 'synchronized_statement':
      return lowerSynchronized(low, node);
    case 'try_statement':
    case 'try_with_resources_statement':
      return lowerTry(low, node);
    case 'switch_expression':
    case 'switch_statement':
      lowerSwitch(low, node, { unused: true });
      return;
    case 'assert_statement':
      if (node.children[0]) evaluate(low, node.children[0]);
      return;
    case 'explicit_constructor_invocation':
      for (const argument of node.field('arguments')?.children ?? []) evaluate(low, argument);
      return;
    case 'ERROR':
      return low.unknown(node, 'this could not be parsed');
    default:
      // Local classes declare; empty statements do nothing.
      if (hasError(node)) low.unknown(node, 'this could not be parsed');
  }
}

export function lowerDeclaration(low: Lowering, node: SyntaxNode): void {
  const written = readType(node.field('type'));
  for (const declarator of node.all('declarator')) {
    const name = declarator.field('name')?.text ?? '?';
    const initial = declarator.field('value');
    const value = initial ? evaluate(low, initial) : undefined;
    const declared = withDimensions(written, declarator.field('dimensions'));
    const isInferred = written.name === 'var';
    const made = initial && assignedType(initial, declared);
    const type =
      made && made.name !== declared.name
        ? { ...made, args: declared.args }
        : isInferred
          ? (value?.type ?? declared)
          : declared;
    const keeps = value?.object && value.type.name !== '?' ? value.type : type;
    const shared =
      value?.fresh && !value.callable && (isCaptured(declarator, name) || waitedFor.test(simpleName(type.name)))
        ? sharedLocal(low, declarator, name, type)
        : undefined;
    if (value && shared) {
      const { fresh: _, ...rest } = value;
      low.locals.set(name, { ...rest, type, object: shared });
      continue;
    }
    low.locals.set(
      name,
      value
        ? { ...value, type: keeps.dimensions > 0 ? keeps : type.name === 'var' ? value.type : keeps }
        : { type, sources: noSources, constant: 'null' },
    );
  }
}

const waitedFor = /^(CountDownLatch|CompletableFuture|FixedThreadPool|SingleThreadExecutor)$/;

/** Objects with a state that several threads can get at. */
function sharedLocal(low: Lowering, node: SyntaxNode, name: string, type: Value['type']): SharedObject | undefined {
  const { objects, project } = low.world;
  const library = libraryObject(simpleName(type.name));
  const hasState = type.dimensions > 0 || (library && library.policy !== 'immutable' && library.policy !== 'private');
  const isSignal = waitedFor.test(simpleName(type.name));
  if (!hasState && !isSignal && !project.resolve(type, low.frame.cls)) return undefined;
  return objects.local(node, name, type, low.frame.cls, low.loops.length);
}

const code = new Set(['lambda_expression', 'method_reference', 'class_body']);

/** Used inside of a lambda or anonymous class behind its declaration. */
function isCaptured(declarator: SyntaxNode, name: string): boolean {
  const block = declarator.parent?.parent;
  if (!block) return false;
  for (const node of descendants(block)) {
    if (node.type !== 'identifier' || node.text !== name || node.start < declarator.end) continue;
    const around = ancestorOf(node, code);
    if (around && around.start > declarator.start) return true;
  }
  return false;
}

function lowerIf(low: Lowering, node: SyntaxNode): void {
  const [yes, no, after] = [low.side(), low.side(), low.meeting()];
  lowerCondition(low, node.field('condition')!, yes, no);
  low.enter(yes);
  if (node.field('consequence')) lowerApart(low, node.field('consequence')!);
  low.jumpAll(after, node);
  low.enter(no);
  const otherwise = node.field('alternative');
  if (otherwise) lowerApart(low, otherwise);
  low.jumpAll(after, node);
  low.enterApart(after);
}

const loops = new Set(['while_statement', 'do_statement', 'for_statement', 'enhanced_for_statement']);

/** Loops know their label; any other statement ends where it is broken off. */
function lowerLabeled(low: Lowering, node: SyntaxNode): void {
  const inner = node.children.at(-1);
  if (!inner) return;
  if (loops.has(inner.type)) return lowerStatement(low, inner);
  const breaks = low.target();
  low.scopes.push({ kind: 'jump', label: node.children[0]?.text ?? '', breaks, is: 'block' });
  lowerStatement(low, inner);
  low.scopes.pop();
  low.jump(breaks, node);
  low.enter(breaks);
}

function lowerSynchronized(low: Lowering, node: SyntaxNode): void {
  const expression = node.child('parenthesized_expression')?.children[0];
  const value: Value | undefined = expression && evaluate(low, expression);
  const monitor = value && expression && monitorOf(low, value, expression);
  const body = node.field('body');
  if (body) holding(low, monitor, node, () => lowerBlock(low, body));
}
