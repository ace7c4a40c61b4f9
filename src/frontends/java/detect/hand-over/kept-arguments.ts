// A method that is given an object and only keeps it in what it makes and gives back: the giver has it again, and nobody else.
// Every method of that name whose code is given has to be such a one.

import type { ClassInfo, MethodInfo } from '../../symbols/class-info.js';
import type { JavaProject } from '../../symbols/java-project.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';

/** `factory.create(this)`, where all that is done with `this` is `return new Made(given)`. */
export function isOnlyKept(project: JavaProject, cls: ClassInfo, call: SyntaxNode, argument: SyntaxNode): boolean {
  const name = call.field('name')?.text ?? '';
  const given = call.field('arguments')?.children ?? [];
  const index = given.indexOf(argument);
  const type = typeOf(project, cls, call.field('object'));
  if (!type || index < 0) return false;
  const named = project.classes
    .filter((one) => project.lineage(one).includes(type) || one === type)
    .flatMap(({ methods }) => methods.filter((one) => one.name === name && one.parameters.length === given.length));
  const known = named.filter(({ body }) => body !== undefined);
  return known.length > 0 && known.every((method) => keeps(project, method, method.parameters[index]!.name));
}

function typeOf(project: JavaProject, cls: ClassInfo, object: SyntaxNode | undefined): ClassInfo | undefined {
  const name = object?.text.replace(/^this\./, '');
  const field = name === undefined ? undefined : project.fieldOf(cls, name);
  return field && project.resolve(field.type, field.owner);
}

/** All that is done with the parameter: it goes into a new object, which is given back, and which only stores it. */
function keeps(project: JavaProject, { body, owner }: MethodInfo, parameter: string): boolean {
  return usesOf(body!, parameter).every((use) => {
    const made = use.parent?.parent;
    if (use.parent?.type !== 'argument_list' || made?.type !== 'object_creation_expression') return false;
    if (made.parent?.type !== 'return_statement') return false;
    const cls = project.resolveName(made.field('type')?.text.replace(/<.*/s, '') ?? '', owner);
    const at = use.parent.children.indexOf(use);
    const makers =
      cls?.constructors.filter(({ parameters }) => parameters.length === use.parent!.children.length) ?? [];
    return makers.length > 0 && makers.every((maker) => stores(maker, maker.parameters[at]!.name));
  });
}

function stores({ body }: MethodInfo, parameter: string): boolean {
  return (
    body !== undefined &&
    usesOf(body, parameter).every(
      ({ parent, text }) =>
        parent?.type === 'assignment_expression' &&
        parent.field('right')?.text === text &&
        /^(this\.)?\w+$/.test(parent.field('left')?.text ?? ''),
    )
  );
}

/** Where it is named, but for `this.name = …`. */
function usesOf(body: SyntaxNode, name: string): SyntaxNode[] {
  return [...descendants(body)].filter(
    (node) =>
      node.type === 'identifier' &&
      node.text === name &&
      !(node.parent?.type === 'field_access' && node.parent.field('field')?.start === node.start),
  );
}
