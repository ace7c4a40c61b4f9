// How an object comes to be: the constructor of the class above, values of fields and initialisers in their order, and then the
// rest of the constructor. What it writes into the new object nobody sees; what it does to others counts.

import { type ClassInfo, has, isStatic, type MethodInfo } from '../../symbols/class-info.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { writeField } from '../accesses.js';
import { evaluate } from '../expressions.js';
import { inFrame, inlineMethod } from '../inlining.js';
import { deepestCall, type Lowering } from '../lowering.js';
import { noSources, type Value } from '../shared-object.js';
import { lowerBlock, lowerStatement } from '../statements/statements.js';

export function construct(
  low: Lowering,
  cls: ClassInfo,
  self: Value,
  values: readonly Value[],
  node: SyntaxNode,
): void {
  const maker = low.world.project.constructorOf(
    cls,
    values.length,
    values.map(({ type }) => type),
  );
  if (maker?.body) {
    inlineMethod(low, maker, self, values, node);
    return;
  }
  if (low.frames.length > deepestCall || low.frames.some(({ body }) => body === cls.node)) {
    low.assumptions.add('A10');
    return;
  }
  const { frame } = low;
  const made = {
    cls,
    method: undefined,
    title: frame.title,
    self,
    enclosing: frame.self ?? frame.enclosing,
    body: cls.node,
    building: false,
  };
  inFrame(low, made, new Map(self.captured ?? []), () => {
    // What an anonymous class is given goes to the class above.
    above(low, cls, self, cls.kind === 'anonymous' ? values : [], node);
    initialise(low, cls, self);
    if (cls.kind === 'record') keepComponents(low, cls, values);
  });
}

/** The body of a constructor; that of the object which is looked at runs before sharing, with its initialisers apart. */
export function lowerConstructor(low: Lowering, { owner, body, node }: MethodInfo, self: Value | undefined): void {
  const [first, ...rest] = body!.children;
  const call = first?.type === 'explicit_constructor_invocation' ? first : undefined;
  const values = (call?.field('arguments')?.children ?? []).map((argument) => evaluate(low, argument));
  const isDelegated = call?.field('constructor')?.type === 'this';
  if (self && isDelegated && self.fresh) construct(low, owner, self, values, call!);
  else if (self && !isDelegated) above(low, owner, self, values, call ?? node);
  if (self?.fresh && !isDelegated) initialise(low, owner, self);
  if (!call) return lowerBlock(low, body!);
  for (const statement of rest) lowerStatement(low, statement);
}

function above(low: Lowering, cls: ClassInfo, self: Value, values: readonly Value[], node: SyntaxNode): void {
  const superclass = low.world.project.superclassOf(cls);
  if (superclass && (values.length > 0 || hasEffects(low, superclass))) construct(low, superclass, self, values, node);
}

function initialise(low: Lowering, cls: ClassInfo, self: Value): void {
  const values = [...cls.fields.values()].flatMap((field) =>
    field.initialiser && !isStatic(field) ? [{ at: field.initialiser, field }] : [],
  );
  const blocks = cls.initialisers.flatMap(({ body, isStatic: isClass }) =>
    isClass ? [] : [{ at: body, field: undefined }],
  );
  for (const { at, field } of [...values, ...blocks].sort((a, b) => a.at.start - b.at.start)) {
    if (low.at === undefined) return;
    if (field) writeField(low, self, field, evaluate(low, at), at);
    else lowerBlock(low, at);
  }
}

function keepComponents(low: Lowering, cls: ClassInfo, values: readonly Value[]): void {
  const components = [...cls.fields.values()].filter((field) => field.node.type === 'formal_parameter');
  for (const [i, field] of components.entries()) low.freshFields.set(field, values[i]?.sources ?? noSources);
}

/** More than storing what it is given into its own fields. */
export function hasEffects(low: Lowering, cls: ClassInfo): boolean {
  const known = low.world.fields.makers;
  const had = known.get(cls);
  if (had !== undefined) return had;
  known.set(cls, false);
  const { project } = low.world;
  const superclass = project.superclassOf(cls);
  const parts = [
    ...[...cls.fields.values()].flatMap((field) => (isStatic(field) ? [] : (field.initialiser ?? []))),
    ...cls.initialisers.flatMap(({ body, isStatic: isClass }) => (isClass ? [] : [body])),
    ...cls.constructors.flatMap(({ body }) => body ?? []),
  ];
  const found =
    (superclass !== undefined && hasEffects(low, superclass)) ||
    parts.some((part) => [...descendants(part)].some((node) => acts(node) || looksElsewhere(low, cls, node)));
  known.set(cls, found);
  return found;
}

const acting = /^(method_invocation|throw_statement|synchronized_statement|object_creation_expression)$/;

function acts(node: SyntaxNode): boolean {
  return acting.test(node.type);
}

/** A field that others see: of the class, or of an object around. */
function looksElsewhere({ world }: Lowering, cls: ClassInfo, node: SyntaxNode): boolean {
  const field = node.type === 'identifier' ? world.fields.visibleField(cls, node.text) : undefined;
  if (!field) return false;
  return isStatic(field) ? !has(field, 'final') : !world.project.lineage(cls).includes(field.owner);
}
