// `this` handed out by the constructor of a class above: fields of the class itself are set and filled after that, whatever its own
// constructor looks like. What the code handed out comes to, through methods that the class overrides, finds them empty.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import { type ClassInfo, type FieldInfo, has, isStatic } from '../../symbols/class-info.js';
import { assignedPlace, type FieldTable } from '../../symbols/field-facts.js';
import type { JavaProject } from '../../symbols/java-project.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { escapeIn, escapeInquiry, identifiersIn, type Late, namesGivenThis } from './escapes.js';

export function escapesAbove(project: JavaProject, fields: FieldTable, cls: ClassInfo): Inquiry[] {
  if (cls.kind !== 'class' && cls.kind !== 'anonymous') return [];
  const [, ...above] = project.lineage(cls).filter(({ kind }) => kind === 'class');
  for (const parent of above)
    for (const maker of parent.constructors) {
      const wayOut = wayOutOf(project, parent, maker.body?.children ?? []);
      const late = wayOut && firstLate(fields, cls, reachedBy(project, cls, wayOut));
      if (late) return [escapeInquiry(cls, maker, wayOut, late)];
    }
  return [];
}

function wayOutOf(project: JavaProject, cls: ClassInfo, statements: readonly SyntaxNode[]): SyntaxNode | undefined {
  const threads = new Set<string>();
  for (const statement of statements) {
    for (const name of namesGivenThis(cls, statement)) threads.add(name);
    const wayOut = escapeIn(project, cls, statement, threads);
    if (wayOut) return wayOut;
  }
  return undefined;
}

/** Names in the code that others can run from there: what is handed out, and all that it calls of the object. */
function reachedBy(project: JavaProject, cls: ClassInfo, wayOut: SyntaxNode): ReadonlySet<string> {
  const methods = project.lineage(cls).flatMap((at) => at.methods);
  const own = new Set(cls.methods);
  const isWhole = [...descendants(wayOut)].some(isWholeObject) || wayOut.field('name')?.text === 'start';
  const first = isWhole ? methods.filter((method) => own.has(method) && isFromAbove(project, cls, method.name)) : [];
  const names = new Set([...identifiersIn(wayOut), ...first.map(({ name }) => name)]);
  for (const name of names)
    for (const method of methods)
      if (method.name === name && method.body) for (const inner of identifiersIn(method.body)) names.add(inner);
  return names;
}

/** `this` as itself, not in `this::method` or `this.field`. */
function isWholeObject({ type, parent }: SyntaxNode): boolean {
  return type === 'this' && /^(argument_list|assignment_expression)$/.test(parent?.type ?? '');
}

function isFromAbove(project: JavaProject, cls: ClassInfo, name: string): boolean {
  const [, ...above] = project.lineage(cls);
  return (
    above.some(({ methods }) => methods.some((method) => method.name === name)) ||
    /^(run|call|accept|apply)$/.test(name)
  );
}

function firstLate(fields: FieldTable, cls: ClassInfo, used: ReadonlySet<string>): Late | undefined {
  for (const field of cls.fields.values()) {
    if (isStatic(field) || !used.has(field.name)) continue;
    const node = setAt(field, cls);
    if (node && fields.of(field).built.length > 0)
      return { node, name: field.name, done: 'set', finds: 'null or zero, even if it is final' };
  }
  return undefined;
}

/** A constant is there from the beginning, and what is zero anyway looks the same. */
function setAt({ initialiser, name, ...field }: FieldInfo, cls: ClassInfo): SyntaxNode | undefined {
  if (initialiser) {
    const isConstant = /_literal$/.test(initialiser.type) && has(field, 'final');
    return isConstant || /^(0[lLfFdD]?|0\.0|false|null)$/.test(initialiser.text) ? undefined : initialiser;
  }
  for (const { body } of cls.constructors)
    for (const node of body ? descendants(body) : []) {
      const place = assignedPlace(node);
      const target = place?.type === 'field_access' ? place.field('field') : place;
      if (target?.text === name) return node;
    }
  return undefined;
}
