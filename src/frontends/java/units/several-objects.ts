// Classes of which the given code makes several objects: what these were given by the same hand, they have in common, and each has
// a monitor and locks of its own.

import { derived } from '../../../base/derived.js';
import type { ClassInfo } from '../symbols/class-info.js';
import type { FieldTable } from '../symbols/field-facts.js';
import type { JavaProject } from '../symbols/java-project.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';

const repeats = new Set([
  'for_statement',
  'enhanced_for_statement',
  'while_statement',
  'do_statement',
  'lambda_expression',
  'array_initializer',
]);

/** How often `new C(…)` stands in the code, in a loop twice. */
const creationsOf = derived((project: JavaProject): ReadonlyMap<ClassInfo, number> => {
  const counts = new Map<ClassInfo, number>();
  for (const info of project.classes) {
    if (info.outer) continue;
    for (const node of descendants(info.node)) {
      const made = node.type === 'object_creation_expression' ? project.resolveName(typeNameOf(node), info) : undefined;
      if (made) counts.set(made, (counts.get(made) ?? 0) + (ancestorOf(node, repeats) ? 2 : 1));
    }
  }
  return counts;
});

function typeNameOf(node: SyntaxNode): string {
  return node.field('type')?.text.replace(/<.*/s, '') ?? '';
}

/** Its constructors were handed such an object, and there is more than one that may have been handed the same. */
export function areSeveralHolders(
  project: JavaProject,
  fields: FieldTable,
  holder: ClassInfo,
  info: ClassInfo,
): boolean {
  const isHandedIn = [...holder.fields.values()].some((field) => {
    const { owned, injected, stable } = fields.of(field);
    return stable && injected && !owned && project.resolve(field.type, holder) === info;
  });
  return isHandedIn && (creationsOf(project).get(holder) ?? 0) > 1;
}

export function hasSeveralHolders(project: JavaProject, fields: FieldTable, info: ClassInfo): boolean {
  return project.classes.some((cls) => areSeveralHolders(project, fields, cls, info));
}
