// Which lock an expression stands for (section 4 of the design), and taking and giving back locks. A monitor is left on
// every way out of its block; what `lock()` takes stays until `unlock()`, and is a leak where the unit ends before.

import { isBoxed, simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Lowering } from '../lowering.js';
import type { LockMode, SharedObject, Value } from '../shared-object.js';
import type { HeldLock } from '../unit-graph.js';

/** The monitor of a value: undefined when nothing is known of it, or it is not the same object each time. */
export function monitorOf(low: Lowering, value: Value, node: SyntaxNode): SharedObject | undefined {
  // One of two objects in an order that all agree on: the second time it is the other one.
  const object = value.object ?? value.choices?.find((choice) => !low.holds(choice));
  if (!object) return undefined;
  if (value.isPerhaps) {
    low.unstable.push({ node, because: `${node.text} may be an object that was made for this call` });
    return low.world.objects.opaque(object.type, low.frame.cls, node.text);
  }
  if (value.isView) {
    low.unstable.push({ node, because: `${node.text} is a view of ${object.name} with a monitor of its own` });
    return low.world.objects.opaque(object.type, low.frame.cls, node.text);
  }
  const { field } = object;
  if (!field || object.id.includes('*')) return object;
  const facts = low.world.fields.of(field);
  if (facts.stable && !isBoxed(facts.type)) return object;
  const why = facts.stable
    ? 'is a boxed or interned value, which unrelated code may share'
    : 'is assigned again while it is in use';
  low.unstable.push({ node, because: `the lock ${object.name} ${why}` });
  return low.world.objects.opaque(object.type, low.frame.cls, object.name);
}

export function acquire(
  low: Lowering,
  object: SharedObject,
  mode: LockMode,
  node: SyntaxNode,
  options: { readonly explicit: boolean; readonly tries?: boolean; readonly isPermit?: boolean },
): void {
  if (low.at === undefined) return;
  recordOrders(low, object, mode, node, options.tries ?? false);
  const isInside = mode === 'shared' && low.holds(object, 'exclusive');
  if (object.exact && !isInside) low.emit({ kind: 'acquire', object, mode, inner: false }, node);
  const held: HeldLock = {
    object,
    mode,
    scope: scopeOf(low, object),
    explicit: options.explicit,
    node,
    loops: [...low.loops],
    isPermit: options.isPermit ?? false,
  };
  low.held = [...low.held, held];
  low.taken = new Set([...low.taken, object.id]);
}

/** Taking a lock again is still the same scope. */
function scopeOf(low: Lowering, object: SharedObject): number {
  return low.held.find((lock) => lock.object.id === object.id)?.scope ?? low.newScope();
}

export function recordOrders(
  low: Lowering,
  object: SharedObject,
  mode: LockMode,
  node: SyntaxNode,
  tries: boolean,
): void {
  if (tries) return;
  for (const held of low.held) {
    if (held.object.id === object.id && (held.mode === mode || held.mode === 'exclusive')) continue;
    if (low.held.some((lock) => lock.object.id === object.id && lock.mode === 'exclusive')) continue;
    const all = low.held;
    low.orders.push({
      held,
      object,
      mode,
      node,
      method: low.frame.title,
      all,
      ordered: low.isOrdered(held.object, object),
    });
  }
}

export function release(low: Lowering, object: SharedObject, mode: LockMode, node: SyntaxNode): void {
  if (low.at === undefined) return;
  const index = takenAt(low, object, mode);
  if (index < 0) {
    low.gives.add(object.id);
    if (!low.taken.has(object.id))
      low.surplus.push({ object, isPermit: object.orderKey === '', node, method: low.frame.title });
    return;
  }
  low.held = low.held.filter((_, i) => i !== index);
  // Who has both sides gives the exclusive one back and keeps the other.
  const downgrades = mode === 'exclusive' && low.holds(object, 'shared') && !low.holds(object, 'exclusive');
  const isInside = mode === 'shared' && low.holds(object, 'exclusive');
  if (object.exact && !isInside) low.emit({ kind: 'release', object, mode, inner: false, downgrades }, node);
  low.released.add(object.id);
}

/** Of objects that are not followed, the same field of the same class means the lock that was taken last. */
function takenAt(low: Lowering, object: SharedObject, mode: LockMode): number {
  const index = low.held.findLastIndex((lock) => lock.object.id === object.id && lock.mode === mode);
  if (index >= 0 || object.exact || object.orderKey === '') return index;
  return low.held.findLastIndex(
    (lock) => !lock.object.exact && lock.explicit && lock.object.orderKey === object.orderKey && lock.mode === mode,
  );
}

/** A block that holds a monitor and gives it back on whichever way it is left. */
export function holding(low: Lowering, object: SharedObject | undefined, node: SyntaxNode, body: () => void): void {
  if (!object) {
    body();
    return;
  }
  acquire(low, object, 'exclusive', node, { explicit: false });
  low.scopes.push({ kind: 'lock', object, node, taken: true });
  body();
  low.scopes.pop();
  release(low, object, 'exclusive', node);
}

/** Where a unit ends while a lock taken by `lock()` is held, though another way gives it back. */
export function recordLeaks(low: Lowering, exit: SyntaxNode, how: 'return' | 'exception'): void {
  if (low.at === undefined) return;
  low.waysOut.push({ node: exit, how, given: low.given });
  for (const held of low.held) if (held.explicit) low.leaks.push({ held, exit, how });
}

export function isLockType(name: string): boolean {
  return (
    /^(Lock|ReentrantLock|ReadLock|WriteLock|ReentrantReadWriteLock\.(Read|Write)Lock)$/.test(name) ||
    /^(ReadLock|WriteLock)$/.test(simpleName(name))
  );
}

export function isReadWriteLockType(name: string): boolean {
  return /^(ReadWriteLock|ReentrantReadWriteLock|StampedLock)$/.test(simpleName(name));
}
