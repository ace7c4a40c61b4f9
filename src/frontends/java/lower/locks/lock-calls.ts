// `lock`, `unlock`, `tryLock`, views of read-write locks, stamped locks, semaphores of one permit; `wait`, `notify` and
// conditions. A wait gives its lock back and takes it again: what comes after is a new unit of work.

import { plainType, simpleName } from '../../symbols/java-type.js';
import { ancestorOf, type SyntaxNode } from '../../syntax/syntax-node.js';
import { access } from '../accesses.js';
import { evaluate } from '../expressions.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { type LockMode, noSources, type SharedObject, type Value } from '../shared-object.js';
import { nothing } from '../statements/jumps.js';
import { mayThrow } from '../statements/throws.js';
import type { Access } from '../unit-graph.js';
import { acquire, isLockType, isReadWriteLockType, release } from './locking.js';

interface LockPart {
  readonly object: SharedObject;
  readonly mode: LockMode;
  readonly isPermit?: boolean;
}

function lockPart(low: Lowering, receiver: Value): LockPart | undefined {
  if (receiver.lock && receiver.type.name !== 'Condition') return receiver.lock;
  const name = low.world.project.libraryName(receiver.type, low.frame.cls);
  if (name === 'Semaphore' && receiver.object && !isMutexSemaphore(low, receiver))
    return { object: unheld(receiver.object, 'permit'), mode: 'exclusive', isPermit: true };
  if (!isLockType(name) && name !== 'Semaphore') return undefined;
  return {
    object: receiver.object ?? low.world.objects.opaque(receiver.type, low.frame.cls, receiver.text),
    mode: 'exclusive',
  };
}

/** Stands for a permit or stamp of the object: taken and given back, but nobody is kept out by it. */
function unheld(object: SharedObject, what: string): SharedObject {
  return { ...object, id: `${object.id} ${what}`, exact: false, orderKey: '' };
}

/** `new Semaphore(1)` is a lock; with more permits it excludes nobody in particular. */
function isMutexSemaphore(low: Lowering, { type, object }: Value): boolean {
  if (simpleName(type.name) !== 'Semaphore' || !object?.field) return false;
  const [built] = low.world.fields.of(object.field).built;
  return built?.field('arguments')?.children[0]?.text === '1';
}

export function lockCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value | undefined {
  if (isDeclared(low, receiver, name, values.length)) return undefined;
  const view = readWriteView(receiver, name);
  if (view) return view;
  const stamped = stampedCall(low, receiver, name, node);
  if (stamped) return stamped;
  const monitor = monitorCall(low, receiver, name, values, node);
  if (monitor) return monitor;
  const part = lockPart(low, receiver);
  if (!part) return undefined;
  switch (name) {
    case 'lock':
    case 'lockInterruptibly':
    case 'acquire':
    case 'acquireUninterruptibly':
      if (part.isPermit) waitForPermit(low, receiver.object, node);
      acquire(low, part.object, part.mode, node, { explicit: true, ...permitOptions(part) });
      return nothing;
    case 'unlock':
    case 'release':
      if (part.isPermit && receiver.object && low.at !== undefined)
        low.permits.push({ id: low.newSource(), object: receiver.object, node, held: low.held });
      release(low, part.object, part.mode, node);
      return nothing;
    case 'tryLock':
    case 'tryAcquire':
      // Its result is looked at later: from here on both are possible.
      low.unknown(node, `the result of ${name} is not tested where it is called`);
      return { type: plainType('boolean'), sources: noSources };
    case 'newCondition':
      return { type: plainType('Condition'), sources: noSources, lock: part, text: node.text };
    default:
      return { type: plainType('?'), sources: noSources };
  }
}

/** A method of a given class, whatever its name: `wait(lock, duration)`, or `lock()` of a lock of one's own. */
function isDeclared(low: Lowering, { type, object }: Value, name: string, count: number): boolean {
  const given = object?.cls ?? low.world.project.resolve(type, low.frame.cls);
  return given !== undefined && low.world.project.methodOf(given, name, count) !== undefined;
}

function permitOptions({ isPermit = false }: LockPart): { readonly tries?: true; readonly isPermit: boolean } {
  return isPermit ? { isPermit, tries: true } : { isPermit };
}

function waitForPermit(low: Lowering, object: SharedObject | undefined, node: SyntaxNode): void {
  if (object && low.at !== undefined)
    low.blocking.push({ what: 'acquire', object, node, method: low.frame.title, held: low.held });
  mayThrow(low, node);
  if (!low.isLocked) low.emit({ kind: 'boundary' }, node);
}

function readWriteView(receiver: Value, name: string): Value | undefined {
  const base = receiver.object ?? receiver.lock?.object;
  if (!base || !/^(readLock|writeLock|asReadLock|asWriteLock)$/.test(name) || !isReadWriteLockType(receiver.type.name))
    return undefined;
  if (simpleName(receiver.type.name) === 'StampedLock' && !name.startsWith('as')) return undefined;
  const mode = /[rR]eadLock$/.test(name) ? 'shared' : 'exclusive';
  return {
    type: plainType('Lock'),
    sources: noSources,
    lock: { object: base, mode },
    text: `${receiver.text ?? '?'}.${name}()`,
  };
}

/** An optimistic read that validates behaves as if the read lock had been held; one that does not reads again. */
function stampedCall(low: Lowering, receiver: Value, name: string, node: SyntaxNode): Value | undefined {
  const { object } = receiver;
  if (!object || simpleName(receiver.type.name) !== 'StampedLock') return undefined;
  const stamp: Value = { type: plainType('long'), sources: noSources, text: 'stamp' };
  if (name === 'writeLock' || name === 'readLock')
    acquire(low, object, name === 'writeLock' ? 'exclusive' : 'shared', node, { explicit: true });
  else if (name === 'tryOptimisticRead')
    acquire(low, unheld(object, 'stamp'), 'shared', node, { explicit: false, tries: true, isPermit: true });
  else if (name === 'validate') validateReads(low, object, node);
  else if (/^unlock/.test(name))
    release(low, object, /Write/.test(name) || !low.holds(object, 'shared') ? 'exclusive' : 'shared', node);
  else if (name === 'tryConvertToWriteLock') return { ...stamp, converts: object };
  else low.unknown(node, `StampedLock.${name} is not modelled`);
  return stamp;
}

/** `if (lock.tryConvertToWriteLock(stamp) != 0)`: the shared side becomes the exclusive one, and nobody comes between. */
export function conversionCondition(low: Lowering, node: SyntaxNode, yes: Target, no: Target): boolean {
  const operator = node.type === 'binary_expression' ? node.field('operator')?.text : undefined;
  const [left, right] = [node.field('left'), node.field('right')];
  if (!left || !right || (operator !== '==' && operator !== '!=') || !/^0[lL]?$/.test(right.text)) return false;
  if (!/^\w+$|tryConvertToWriteLock/.test(left.text) || !couldConvert(low, left)) return false;
  const { converts } = evaluate(low, left);
  if (!converts) return false;
  const [failed, done] = operator === '==' ? [yes, no] : [no, yes];
  const before = low.snapshot();
  const from = low.at;
  low.branch(noSources, node, failed, undefined);
  low.restore(before, from);
  exchange(low, converts, node);
  low.jump(done, node, { kind: 'branch', tests: noSources, side: 'then' });
  return true;
}

function couldConvert(low: Lowering, node: SyntaxNode): boolean {
  return node.type === 'identifier' ? low.locals.get(node.text)?.converts !== undefined : true;
}

function exchange(low: Lowering, object: SharedObject, node: SyntaxNode): void {
  if (!low.holds(object, 'shared')) {
    if (!low.holds(object, 'exclusive')) acquire(low, object, 'exclusive', node, { explicit: true, tries: true });
    return;
  }
  if (object.exact) low.emit({ kind: 'acquire', object, mode: 'exclusive', inner: false, upgrades: true }, node);
  low.held = low.held.map((held) => (held.object.id === object.id ? { ...held, mode: 'exclusive' } : held));
}

/** `if (!lock.validate(stamp))`: reads made since count as locked on one side; on the other they may be of different times. */
export function validateCondition(low: Lowering, node: SyntaxNode, yes: Target, no: Target): boolean {
  const written = node.type === 'method_invocation' ? node.field('object') : undefined;
  if (!written || node.field('name')?.text !== 'validate') return false;
  const { object, type } = evaluate(low, written);
  const stamp = object && simpleName(type.name) === 'StampedLock' ? unheld(object, 'stamp') : undefined;
  const scope = low.held.find((held) => held.object.id === stamp?.id)?.scope;
  if (!object || !stamp || scope === undefined) return false;
  const reads = low.accesses.filter(({ held }) => held.some((lock) => lock.scope === scope));
  validateReads(low, object, node);
  const before = low.snapshot();
  const from = low.at;
  low.jump(yes, node, { kind: 'branch', tests: noSources, side: 'then' });
  low.restore(before, from);
  readAgain(low, reads);
  low.jump(no, node, { kind: 'branch', tests: noSources, side: 'else' });
  return true;
}

/** What locals still hold of reads that were not validated. */
function readAgain(low: Lowering, reads: readonly Access[]): void {
  for (const { id, location, node } of reads) {
    const kept = [...low.locals].filter(([, { sources }]) => sources.has(id));
    if (kept.length === 0) continue;
    const stale = access(low, 'read', location, node, { atomic: true });
    low.unvalidated.add(stale);
    for (const [name, value] of kept)
      low.locals.set(name, { ...value, sources: new Set([...value.sources, stale].filter((one) => one !== id)) });
  }
}

/** Reads made since the stamp was drawn count only if it is still good; else they are made again. */
function validateReads(low: Lowering, object: SharedObject, node: SyntaxNode): void {
  const stamp = unheld(object, 'stamp');
  const scope = low.held.find((held) => held.object.id === stamp.id)?.scope;
  low.forget((access) => access.held.some((held) => held.scope === scope));
  release(low, stamp, 'shared', node);
}

/** `if (lock.tryLock())`: held on one side only. Waiting a while for a lock cannot be part of a deadlock. */
export function tryLockCondition(low: Lowering, node: SyntaxNode, yes: Target, no: Target): boolean {
  const object = node.field('object');
  if (!object || !/^try(Lock|Acquire)$/.test(node.field('name')?.text ?? '')) return false;
  const part = lockPart(low, evaluate(low, object));
  if (!part) return false;
  const before = low.snapshot();
  const from = low.at;
  low.branch(noSources, node, no, undefined);
  low.restore(before, from);
  acquire(low, part.object, part.mode, node, { explicit: true, ...permitOptions(part), tries: true });
  low.jump(yes, node, { kind: 'branch', tests: noSources, side: 'then' });
  return true;
}

const waits: Readonly<Record<string, 'wait' | 'notify' | 'notifyAll'>> = {
  wait: 'wait',
  notify: 'notify',
  notifyAll: 'notifyAll',
};
const conditions: Readonly<Record<string, 'wait' | 'notify' | 'notifyAll'>> = {
  await: 'wait',
  awaitNanos: 'wait',
  awaitUntil: 'wait',
  awaitUninterruptibly: 'wait',
  signal: 'notify',
  signalAll: 'notifyAll',
};

function monitorCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value | undefined {
  const isCondition = receiver.type.name === 'Condition';
  const kinds = isCondition ? conditions : waits;
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind || (!isCondition && values.length > (kind === 'wait' ? 2 : 0))) return undefined;
  const object = isCondition ? receiver.lock?.object : receiver.object;
  if (!object) return kind === 'wait' ? waitUnknown(low, node) : nothing;
  recordWait(
    low,
    kind,
    object,
    isCondition ? (receiver.text ?? '') : '',
    values.length > 0 || name === 'awaitNanos',
    node,
  );
  if (kind === 'wait') waitOn(low, object, node);
  return { type: plainType('boolean'), sources: noSources };
}

function waitUnknown(low: Lowering, node: SyntaxNode): Value {
  mayThrow(low, node);
  return nothing;
}

function recordWait(
  low: Lowering,
  kind: 'wait' | 'notify' | 'notifyAll',
  object: SharedObject,
  condition: string,
  timed: boolean,
  node: SyntaxNode,
): void {
  const lock = low.held.find((held) => held.object.id === object.id);
  const inLoop = lock !== undefined && low.loops.length > lock.loops.length && isTested(node);
  low.waits.push({
    kind,
    object,
    condition,
    node,
    method: low.frame.title,
    held: low.held,
    isHeld: lock !== undefined,
    inLoop,
    timed,
    control: low.control,
  });
  if (kind !== 'wait') low.given = new Set([...low.given, `notified ${object.id} ${condition}`]);
}

const loops = new Set(['while_statement', 'do_statement', 'for_statement', 'method_declaration', 'lambda_expression']);

/** The loop around a wait tests something, or is left from within. */
function isTested(node: SyntaxNode): boolean {
  const loop = ancestorOf(node, loops);
  return loop?.type.endsWith('_statement') === true;
}

/** Gives the lock back as often as it was taken, and takes it again; the unit of work before it is over. */
function waitOn(low: Lowering, object: SharedObject, node: SyntaxNode): void {
  if (low.at === undefined) return;
  mayThrow(low, node);
  const taken = low.held.filter((held) => held.object.id === object.id);
  if (!object.exact) return;
  for (const { mode } of taken) low.emit({ kind: 'release', object, mode, inner: false }, node);
  low.emit({ kind: 'boundary' }, node);
  for (const { mode } of taken) low.emit({ kind: 'acquire', object, mode, inner: false }, node);
  const scope = low.newScope();
  low.held = low.held.map((held) => (held.object.id === object.id ? { ...held, scope } : held));
}
