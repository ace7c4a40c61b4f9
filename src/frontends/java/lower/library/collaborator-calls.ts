// Calls on an object of which only the interface is given (symbols/collaborators.ts): each is one step, which reads or writes
// what it stands for.

import type { MethodInfo } from '../../symbols/class-info.js';
import { effectOf } from '../../symbols/collaborators.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { access } from '../accesses.js';
import type { Lowering } from '../lowering.js';
import { noSources, type Sources, union, type Value } from '../shared-object.js';

/** The read that the result comes from, if it is one. */
export function collaboratorAccess(
  low: Lowering,
  { object }: Value,
  method: MethodInfo | undefined,
  values: readonly Value[],
  node: SyntaxNode,
): Sources {
  if (!method || object?.library?.name !== 'Collaborator') return noSources;
  const effect = effectOf(method);
  const location = low.world.objects.contentLocation(object);
  if (!effect || !location) return noSources;
  low.assumptions.add('A16');
  const data = effect === 'write' ? union(...values.map(({ sources }) => sources)) : noSources;
  const id = access(low, effect, location, node, { data, atomic: true });
  return effect === 'read' ? new Set([id]) : noSources;
}
