// Which bodies a call runs: that of the object's own class where it is known, else any of those that are given for classes below,
// if such a body could touch what we look at.

import { type ClassInfo, has, isStatic, type MethodInfo, signature } from '../../symbols/class-info.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Lowering } from '../lowering.js';
import type { Value } from '../shared-object.js';

/** More of them are not followed. */
const most = 5;

/** The body of a constant, if the object is one. */
export function constantClass({ world }: Lowering, { object }: Value): ClassInfo | undefined {
  const node = object?.field?.node;
  return node?.type === 'enum_constant' ? world.project.classAt(node) : undefined;
}

/** Several bodies, one of which runs; nothing if there is but one, or none of them matters. */
export function bodiesOf(
  low: Lowering,
  receiver: Value,
  given: ClassInfo,
  method: MethodInfo,
  values: readonly Value[],
  node: SyntaxNode,
): readonly MethodInfo[] | undefined {
  const { project, objects, fields } = low.world;
  const { object } = receiver;
  if (isStatic(method) || has(method, 'private') || (receiver.fresh && method.body) || object?.id === 'X')
    return undefined;
  if (object?.field && given.kind === 'class' && fields.of(object.field).owned) return undefined;
  const below = project.bodiesBelow(given, method);
  const all = method.body && !below.includes(method) ? [method, ...below] : below;
  if (all.length < 2) return undefined;
  // What stands around another one of its kind is looked at for itself.
  const isWrapped = low.frames.some((frame) => frame.method && all.includes(frame.method));
  const isSeen =
    values.some((value) => value.object?.exact || value.callable) || (object?.exact === true && !isWrapped);
  if (!isSeen && !all.some(({ owner }) => owner.outer === objects.root && !has(owner, 'static'))) return undefined;
  if (all.length <= most) return all;
  low.unknown(node, `${all.length} bodies of ${signature(method)} are given`);
  return undefined;
}
