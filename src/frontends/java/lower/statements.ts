// Statements. Each leaves the lowering where execution goes on, or nowhere.

import { libraryObject } from '../summaries/library.js';
import { hasError } from '../symbols/collect-classes.js';
import { assignedPlace, assignedType } from '../symbols/field-facts.js';
import { elementType, plainType, readType, simpleName, withDimensions } from '../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import { elementOf } from './accesses.js';
import { lowerCondition } from './conditions.js';
import { evaluate } from './expressions.js';
import { lowerBreak, lowerContinue, lowerReturn, lowerThrow, mayThrow } from './jumps.js';
import { contentRead } from './library-calls.js';
import { tryLockCondition } from './lock-calls.js';
import { holding, monitorOf } from './locking.js';
import { deepestNesting, type Lowering, type Scope } from './lowering.js';
import { noSources, type SharedObject, type Value } from './shared-object.js';
import { lowerSwitch } from './switches.js';
import { lowerTry } from './tries.js';

export function lowerBlock(low: Lowering, block: SyntaxNode): void {
  lowerAll(low, block.children);
}

function lowerAll(low: Lowering, statements: readonly SyntaxNode[]): void {
  for (const [i, statement] of statements.entries()) {
    const attempt = lockAttempt(statement);
    if (attempt && low.at !== undefined && lowerAttempt(low, attempt, statements.slice(i + 1))) return;
    lowerStatement(low, statement);
  }
}

interface LockAttempt {
  readonly name: string;
  readonly call: SyntaxNode;
}

/** `boolean locked = lock.tryLock();`: what follows is done with the lock, or without it. */
function lockAttempt(statement: SyntaxNode): LockAttempt | undefined {
  const declarator = statement.type === 'local_variable_declaration' ? statement.field('declarator') : undefined;
  const call = declarator?.field('value');
  const name = declarator?.field('name')?.text;
  const isAttempt = call?.type === 'method_invocation' && /^try(Lock|Acquire)$/.test(call.field('name')?.text ?? '');
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
    low.jump(after, call);
  }
  low.enter(after);
  return true;
}

export function lowerStatement(low: Lowering, node: SyntaxNode): void {
  if (low.at === undefined || low.isTooLarge) return;
  if (++low.nesting > deepestNesting) low.unknown(node, 'this is nested too deeply');
  else dispatch(low, node);
  low.nesting--;
}

function dispatch(low: Lowering, node: SyntaxNode): void {
  switch (node.type) {
    case 'block':
    case 'constructor_body':
      return lowerBlock(low, node);
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
      const value = node.children[0] && evaluate(low, node.children[0]);
      return lowerReturn(low, value, node);
    }
    case 'throw_statement':
      if (node.children[0]) evaluate(low, node.children[0]);
      return lowerThrow(low, node);
    case 'break_statement':
      return lowerBreak(low, node.children[0]?.text ?? '', node);
    case 'continue_statement':
      return lowerContinue(low, node.children[0]?.text ?? '', node);
    case 'yield_statement':
      if (node.children[0]) evaluate(low, node.children[0]);
      return lowerBreak(low, '', node);
    case 'synchronized_statement':
      return lowerSynchronized(low, node);
    case 'try_statement':
    case 'try_with_resources_statement':
      return lowerTry(low, node);
    case 'switch_expression':
    case 'switch_statement':
      lowerSwitch(low, node);
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

function lowerDeclaration(low: Lowering, node: SyntaxNode): void {
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
      value?.fresh && !value.callable && isCaptured(declarator, name)
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

/** Objects with a state that several threads can get at. */
function sharedLocal(low: Lowering, node: SyntaxNode, name: string, type: Value['type']): SharedObject | undefined {
  const { objects, project } = low.world;
  const library = libraryObject(simpleName(type.name));
  const hasState = type.dimensions > 0 || (library && library.policy !== 'immutable' && library.policy !== 'private');
  if (!hasState && !project.resolve(type, low.frame.cls)) return undefined;
  return objects.local(node, name, type, low.frame.cls, low.loops.length);
}

const code = new Set(['lambda_expression', 'class_body']);

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
  const [yes, no, after] = [low.target(), low.target(), low.target()];
  lowerCondition(low, node.field('condition')!, yes, no);
  low.enter(yes);
  if (node.field('consequence')) lowerStatement(low, node.field('consequence')!);
  low.jump(after, node);
  low.enter(no);
  const otherwise = node.field('alternative');
  if (otherwise) lowerStatement(low, otherwise);
  low.jump(after, node);
  low.enter(after);
}

interface LoopParts {
  readonly condition?: SyntaxNode | undefined;
  readonly body: SyntaxNode | undefined;
  readonly first?: 'body';
  readonly update?: readonly SyntaxNode[];
  readonly label?: string;
  /** Runs before each round, in place of a condition. */
  readonly each?: () => void;
  /** Rounds belong together whatever they do. */
  readonly joined?: boolean;
}

function lowerLoop(low: Lowering, node: SyntaxNode, parts: LoopParts): void {
  const loop = low.newLoop();
  const carried = startRounds(low, node);
  const firstRead = low.accesses.length;
  const head = low.at!;
  const wasLocked = low.isLocked;
  const [body, breaks, continues] = [low.target(), low.target(), low.target()];
  const scope: Scope = { kind: 'jump', label: parts.label ?? labelOf(node), breaks, continues, isLoop: true };
  low.loops.push(loop);
  low.scopes.push(scope);
  if (parts.first === 'body') low.jump(body, node);
  else test(low, node, parts, body, breaks);
  low.enter(body);
  if (parts.body) lowerStatement(low, parts.body);
  low.jump(continues, node);
  low.enter(continues);
  for (const update of parts.update ?? []) evaluate(low, update, { unused: true });
  if (parts.first === 'body') {
    const again = low.target();
    test(low, node, parts, again, breaks);
    low.enter(again);
  }
  endRound(low, node, {
    head,
    carried,
    firstRead,
    wasLocked,
    joined: parts.joined ?? false,
    endless: isEndless(parts),
  });
  low.scopes.pop();
  low.loops.pop();
  low.enter(breaks);
}

function test(
  low: Lowering,
  node: SyntaxNode,
  parts: LoopParts,
  yes: ReturnType<Lowering['target']>,
  no: ReturnType<Lowering['target']>,
): void {
  if (parts.each) {
    parts.each();
    low.branch(noSources, node, yes, no);
  } else if (parts.condition) lowerCondition(low, parts.condition, yes, no);
  else low.jump(yes, node);
}

function isEndless({ condition }: LoopParts): boolean {
  return (
    condition !== undefined &&
    /^\(?\s*(true|!?\w*([rR]unning|[sS]topped|[dD]one|[cC]losed|isInterrupted\(\)|[aA]live)\w*(\(\))?.*)\s*\)?$/.test(
      condition.text,
    )
  );
}

/** Locals that the loop assigns stand for the values of all rounds. */
function startRounds(low: Lowering, node: SyntaxNode): Map<string, number> {
  const carried = new Map<string, number>();
  low.emit({ kind: 'skip' }, node);
  for (const inner of descendants(node)) {
    const place = assignedPlace(inner);
    const value = place?.type === 'identifier' ? low.locals.get(place.text) : undefined;
    if (!value || !place || carried.has(place.text)) continue;
    const name = low.newSource();
    low.derived.set(name, value.sources);
    low.carried.add(name);
    carried.set(place.text, name);
    const { constant: _constant, text: _text, fresh: _fresh, made: _made, ...rest } = value;
    low.locals.set(place.text, { ...rest, sources: new Set([name]) });
  }
  return carried;
}

interface Round {
  readonly head: number;
  readonly carried: ReadonlyMap<string, number>;
  readonly firstRead: number;
  readonly wasLocked: boolean;
  readonly joined: boolean;
  readonly endless: boolean;
}

/** Back to the head. Rounds that hand nothing on to the next are units of their own, if no lock is held between them. */
function endRound(low: Lowering, node: SyntaxNode, round: Round): void {
  if (low.at === undefined) return;
  const inside = new Set(low.accesses.slice(round.firstRead).map(({ id }) => id));
  let handsOn = false;
  for (const [local, name] of round.carried) {
    const sources = low.locals.get(local)?.sources ?? noSources;
    low.derived.set(name, new Set([...(low.derived.get(name) ?? []), ...sources]));
    handsOn ||= comesFrom(low, sources, inside) && isLookedAt(low, name);
  }
  const isApart = !low.isLocked && !round.wasLocked && !round.joined && inside.size > 0 && (!handsOn || round.endless);
  if (isApart) {
    low.assumptions.add('A9');
    low.emit({ kind: 'boundary' }, node);
  }
  low.edges.push({ from: low.at, to: round.head, action: { kind: 'skip' }, node });
  low.at = undefined;
}

function comesFrom(low: Lowering, sources: ReadonlySet<number>, inside: ReadonlySet<number>): boolean {
  const pending = [...sources];
  const seen = new Set(pending);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (inside.has(id)) return true;
    for (const next of low.derived.get(id) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return false;
}

/** The value of an earlier round is put to some use, if only as part of the next one's. */
function isLookedAt(low: Lowering, name: number): boolean {
  return (
    low.uses.has(name) ||
    [...low.derived].some(([other, sources]) => other !== name && sources.has(name) && low.uses.has(other)) ||
    [...low.locals.values()].some(({ sources }) => sources.has(name))
  );
}

function lowerFor(low: Lowering, node: SyntaxNode): void {
  for (const init of node.all('init')) {
    if (init.type === 'local_variable_declaration') lowerDeclaration(low, init);
    else evaluate(low, init, { unused: true });
  }
  const condition = node.field('condition');
  lowerLoop(low, node, { condition, body: node.field('body'), update: node.all('update') });
}

/** Over a collection: each round looks at the content again, unless iteration works on a snapshot. */
function lowerForEach(low: Lowering, node: SyntaxNode): void {
  const over = evaluate(low, node.field('value')!);
  const name = node.field('name')?.text ?? '?';
  const value: Value = { type: elementTypeOf(over, node), sources: over.sources, text: `each of ${over.text ?? '?'}` };
  const element = over.object && elementOf(low, over.object, `each of ${over.text ?? '?'}`);
  const isFailFast = over.object?.library?.iteration === 'fail-fast' && over.object.library.policy !== 'immutable';
  const isArray = over.object !== undefined && over.type.dimensions > 0;
  let first: Value | undefined;
  if (over.object) first = contentRead(low, over, node.field('value')!, false);
  const bound = {
    ...value,
    sources: new Set([...value.sources, ...(first?.sources ?? [])]),
    ...(element ? { object: element } : {}),
  };
  lowerLoop(low, node, {
    body: node.field('body'),
    joined: isFailFast || isArray,
    each: () => {
      const next =
        over.object && (isFailFast || isArray) ? contentRead(low, over, node.field('value')!, isFailFast) : undefined;
      low.locals.set(name, next ? { ...bound, sources: new Set([...bound.sources, ...next.sources]) } : bound);
      if (!over.object) mayThrow(low, node);
    },
  });
}

function elementTypeOf(over: Value, node: SyntaxNode): Value['type'] {
  const written = readType(node.field('type'));
  return written.name === 'var' ? elementType(over.type) : written;
}

function lowerLabeled(low: Lowering, node: SyntaxNode): void {
  const inner = node.children.at(-1);
  if (inner) lowerStatement(low, inner);
}

function labelOf(node: SyntaxNode): string {
  return node.parent?.type === 'labeled_statement' ? (node.parent.children[0]?.text ?? '') : '';
}

function lowerSynchronized(low: Lowering, node: SyntaxNode): void {
  const expression = node.child('parenthesized_expression')?.children[0];
  const value: Value | undefined = expression && evaluate(low, expression);
  const monitor = value && expression && monitorOf(low, value, expression);
  const body = node.field('body');
  if (body) holding(low, monitor, node, () => lowerBlock(low, body));
}
