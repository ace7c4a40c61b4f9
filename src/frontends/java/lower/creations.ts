// `new`: what is made is ours until it is stored. Constructors run before sharing, but they may read objects handed to
// them; library constructors that take a collection read its content.

import { libraryObject } from '../summaries/library.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { plainType, readType, simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { construct, hasEffects } from './bodies/constructions.js';
import { evaluate } from './expressions.js';
import { keptByMaker } from './hand-overs.js';
import { contentRead } from './library/iterations.js';
import type { Lowering } from './lowering.js';
import { noSources, union, type Value } from './shared-object.js';

export function lowerCreation(low: Lowering, node: SyntaxNode): Value {
  const made = low.newSource();
  low.handOvers.made.set(made, [...low.loops]);
  return { ...create(low, node), made };
}

function create(low: Lowering, node: SyntaxNode): Value {
  if (node.type !== 'object_creation_expression') return lowerArray(low, node);
  const type = readType(node.field('type'));
  const values = (node.field('arguments')?.children ?? []).map((argument) => evaluate(low, argument));
  const sources = union(...values.map((value) => value.sources));
  const anonymous = node.child('class_body') && low.world.project.classAt(node);
  if (anonymous) return lowerAnonymous(low, node, type.name, values, { ...anonymousBase(low), anonymous });
  const handed = values.find((value) => value.callable);
  if (simpleName(type.name) === 'Thread') {
    const run = handed ?? values.find((value) => value.object || value.fresh);
    return { type, sources, fresh: true, ...(handed?.callable ? { callable: handed.callable } : run ? {} : {}) };
  }
  const cls = low.world.project.resolve(type, low.frame.cls);
  if (!cls) {
    for (const [i, value] of values.entries())
      if (value.object && libraryObject(simpleName(type.name)))
        contentRead(low, value, node.field('arguments')!.children[i]!, false);
    return {
      type,
      sources: withReads(low, values, sources),
      fresh: true,
      ...(handed?.callable && !libraryObject(simpleName(type.name)) ? { callable: handed.callable } : {}),
    };
  }
  const maker = low.world.project.constructorOf(
    cls,
    values.length,
    values.map((value) => value.type),
  );
  const wraps = keptByMaker(low, cls, maker, values);
  const loaded = values.find((value) => value.loaded)?.loaded;
  const fresh: Value = {
    type: plainType(cls.name),
    sources,
    fresh: true,
    ...(wraps.size > 0 ? { wraps } : {}),
    ...(loaded ? { loaded } : {}),
    ...(isLocal(cls) ? { captured: new Map(low.locals) } : {}),
  };
  if (values.some((value) => value.object || value.callable) || hasEffects(low, cls))
    construct(low, cls, fresh, values, node);
  return fresh;
}

/** What the constructor read of its arguments is in what it made. */
function withReads(low: Lowering, values: readonly Value[], sources: ReadonlySet<number>): ReadonlySet<number> {
  const last = low.accesses.at(-1);
  return values.some((value) => value.object) && last?.kind === 'read' ? union(sources, new Set([last.id])) : sources;
}

/** Declared inside of a method, whose locals it sees. */
function isLocal({ node, kind }: ClassInfo): boolean {
  return kind !== 'anonymous' && node.parent?.type === 'block';
}

function anonymousBase(low: Lowering) {
  const { cls, self, enclosing } = low.frame;
  return { node: low.frame.method?.node ?? cls.node, cls, self, enclosing, locals: new Map(low.locals) };
}

function lowerAnonymous(
  low: Lowering,
  node: SyntaxNode,
  name: string,
  values: readonly Value[],
  callable: NonNullable<Value['callable']> & { readonly anonymous: ClassInfo },
): Value {
  const { anonymous, locals } = callable;
  const self: Value = { type: plainType(anonymous.name), sources: noSources, fresh: true, captured: locals };
  if (values.length > 0 || hasEffects(low, anonymous)) construct(low, anonymous, self, values, node);
  return {
    type: plainType(name),
    sources: union(),
    fresh: true,
    callable: { ...callable, node, self: low.frame.self },
  };
}

function lowerArray(low: Lowering, node: SyntaxNode): Value {
  const written = readType(node.field('type'));
  const values = node.children
    .filter(({ type }) => type !== 'dimensions' && !type.endsWith('_type') && type !== 'type_identifier')
    .map((child) => evaluate(low, child.type === 'dimensions_expr' ? (child.children[0] ?? child) : child));
  const sources = union(...values.map((value) => value.sources));
  const [code, ...others] = values.flatMap(({ callable }) => callable ?? []);
  return {
    ...(code ? { callable: { ...code, or: others } } : {}),
    type: { ...written, dimensions: written.dimensions + Math.max(1, node.all('dimensions').length) },
    sources,
    fresh: true,
  };
}
