// Fields that hold a part of a lock: its read or write side, or a condition. The lock itself is another field, or a local
// or parameter of the constructor that made the parts: then its declaration stands for it.

import type { FieldInfo } from '../../symbols/class-info.js';
import { readType } from '../../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { readField } from '../accesses.js';
import type { Lowering } from '../lowering.js';
import { noSources, type SharedObject, type Value } from '../shared-object.js';

/** `private final Lock read = rw.readLock();` is a view of another lock; a condition belongs to its lock. */
export function lockView(low: Lowering, owner: Value | undefined, field: FieldInfo): Value | undefined {
  const [built] = low.world.fields.of(field).built;
  const part = built?.type === 'method_invocation' ? (built.field('name')?.text ?? '') : '';
  const holder = built?.field('object');
  if (!built || !holder || !/^(readLock|writeLock|asReadLock|asWriteLock|newCondition)$/.test(part)) return undefined;
  const object = lockIn(low, owner, field, holder, built);
  if (!object) return undefined;
  return {
    type: { name: part === 'newCondition' ? 'Condition' : 'Lock', args: [], dimensions: 0 },
    sources: noSources,
    lock: { object, mode: /^(readLock|asReadLock)$/.test(part) ? 'shared' : 'exclusive' },
    text: field.name,
  };
}

function lockIn(
  low: Lowering,
  owner: Value | undefined,
  field: FieldInfo,
  holder: SyntaxNode,
  built: SyntaxNode,
): SharedObject | undefined {
  const local = holder.type === 'identifier' ? declarationOf(holder) : undefined;
  const name = holder.type === 'field_access' ? holder.field('field')?.text : holder.text;
  const of = local ? fieldWith(low, field, local) : low.world.fields.visibleField(field.owner, name ?? '');
  const lock = of && of !== field ? readField(low, owner, of, built) : undefined;
  if (lock) return lock.lock?.object ?? lock.object;
  const isOnly = low.world.fields.of(field).built.length === 1;
  return local && isOnly ? low.world.objects.behind(owner?.object, field, local, lockType(local)) : undefined;
}

const bodies = new Set(['constructor_declaration', 'block', 'static_initializer']);
const binders = new Set(['variable_declarator', 'formal_parameter']);

/** The local or parameter that a name means in a constructor or initialiser, if it has one value throughout. */
function declarationOf(use: SyntaxNode): SyntaxNode | undefined {
  for (let body = ancestorOf(use, bodies); body; body = ancestorOf(body, bodies)) {
    const nodes = [...descendants(body)];
    const found = nodes.find((node) => binders.has(node.type) && node.field('name')?.text === use.text);
    if (!found) continue;
    const isChanged = nodes.some(
      (node) => node.type === 'assignment_expression' && node.field('left')?.text === use.text,
    );
    return isChanged ? undefined : found;
  }
  return undefined;
}

/** `this.rw = lock`: the local is in a field too. */
function fieldWith(low: Lowering, { owner }: FieldInfo, local: SyntaxNode): FieldInfo | undefined {
  return [...owner.fields.values()].find((field) =>
    low.world.fields
      .of(field)
      .built.some((value) => value.type === 'identifier' && declarationOf(value)?.start === local.start),
  );
}

function lockType(local: SyntaxNode) {
  const made = local.field('value');
  return readType((made?.type === 'object_creation_expression' ? made : (local.parent ?? local)).field('type'));
}
