// What other classes do with an object of this class: those that are handed one, or load one that others may have too.

import { derived } from '../../../base/derived.js';
import type { Surroundings } from '../lower/frames.js';
import type { UnitSpec } from '../lower/lower-unit.js';
import { noSources, type SharedObject, type Value } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { type ClassInfo, has, isStatic, signature } from '../symbols/class-info.js';
import { plainType } from '../symbols/java-type.js';
import { descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import { isolated, isRun, methodSpec } from './unit-specs.js';

/** Simple names of the types of fields and parameters: most classes have nothing to do with most others. */
const typeNamesOf = derived((cls: ClassInfo): ReadonlySet<string> => {
  const types = [
    ...[...cls.fields.values()].map(({ type }) => type),
    ...cls.methods.flatMap(({ parameters }) => parameters.map(({ type }) => type)),
  ];
  return new Set(types.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)));
});

/** Methods of other classes that are handed an object of this class, or load one that others may have too. */
export function clientUnits(
  world: Surroundings,
  root: ClassInfo,
  holder = (cls: ClassInfo): SharedObject =>
    cls === root.outer && !has(root, 'static')
      ? world.objects.holder(cls)
      : world.objects.opaque(plainType(cls.name), cls, 'this'),
): UnitSpec[] {
  const self = isolated(world, root);
  const { project, fields } = world;
  return project.classes.flatMap((cls) => {
    const namesStatics = hasOpenStatics(root) && namedClasses(cls).has(root.name);
    if (!typeNamesOf(cls).has(root.name) && !namesStatics) return [];
    if (
      cls === root ||
      cls.kind === 'interface' ||
      project.lineage(root).includes(cls) ||
      project.lineage(cls).includes(root)
    )
      return [];
    const holds =
      namesStatics ||
      [...cls.fields.values()].some((field) => project.resolve(field.type, cls) === root && !fields.of(field).owned);
    const other: Value = { type: plainType(cls.name), sources: noSources, object: holder(cls) };
    const outer = has(cls, 'static') ? undefined : cls.outer;
    const enclosing: Value | undefined = outer && {
      type: plainType(outer.name),
      sources: noSources,
      object: holder(outer),
    };
    return cls.methods.flatMap((method): UnitSpec[] => {
      if (!method.body || has(method, 'private') || method.name === 'main') return [];
      const handed = method.parameters.filter(({ type }) => project.resolve(type, cls) === root);
      const name = `${cls.name}.${signature(method)}`;
      const isTask = isRun(world, cls, method);
      const around = { name, isTask, ...(enclosing ? { enclosing } : {}) };
      const specs = handed.map((parameter) => ({
        ...methodSpec(cls, method, other, new Map([[parameter.name, self]])),
        ...around,
      }));
      if (specs.length === 0 && holds) specs.push({ ...methodSpec(cls, method, other, new Map()), ...around });
      return specs;
    });
  });
}

export function isClientOf(spec: UnitSpec, root: ClassInfo): boolean {
  return spec.cls !== root && spec.cls.outer !== root;
}

/** Reads or writes fields of the class itself, without a method of the class that does so. */
export function touchesFields({ project }: Surroundings, root: ClassInfo, graph: UnitGraph): boolean {
  const own = project.lineage(root).map(({ node }) => node);
  const isInside = ({ node }: { readonly node: SyntaxNode }) =>
    own.some((cls) => cls.source === node.source && cls.start <= node.start && node.end <= cls.end);
  return graph.accesses.some(
    (access) =>
      !access.location.isContent &&
      (access.location.object.id === 'X' || access.location.field?.owner === root) &&
      !isInside(access),
  );
}

/** Classes whose static fields the text of a class names. */
const namedClasses = derived((cls: ClassInfo): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const node of descendants(cls.node)) {
    const object = node.type === 'field_access' ? node.field('object') : undefined;
    if (object?.type === 'identifier') names.add(object.text);
  }
  return names;
});

const hasOpenStatics = derived(({ fields }: ClassInfo): boolean =>
  [...fields.values()].some((field) => isStatic(field) && !has(field, 'final') && !has(field, 'private')),
);

/** More than one step on the object: a single call is covered by the method it calls. */
export function isCompound(graph: UnitGraph): boolean {
  const mine = graph.accesses.filter(({ location }) => location.id.startsWith('X'));
  if (mine.length === 0) return false;
  const scopes = new Set(mine.map(({ held }) => held.find(({ object }) => object.id === 'X')?.scope ?? -1));
  return scopes.size > 1 || (scopes.has(-1) && mine.length > 1);
}
