// Units that have to do with how objects come to be: constructors, written or not, which may run in several threads at once, and
// the bodies of constants, whose objects are there once for all.

import type { Surroundings } from '../lower/frames.js';
import type { UnitSpec } from '../lower/lower-unit.js';
import { noSources, type Value } from '../lower/shared-object.js';
import { type ClassInfo, has, isStatic, signature } from '../symbols/class-info.js';
import { isolated, methodSpec } from './unit-specs.js';

/** A constant with a body is an object of a class of its own. */
export function constantUnits(root: ClassInfo, self: Value): UnitSpec[] {
  return root.nested.flatMap((cls) =>
    cls.node.type !== 'enum_constant'
      ? []
      : cls.methods
          .filter((method) => method.body && !has(method, 'private'))
          .map((method) => ({
            ...methodSpec(cls, method, isStatic(method) ? undefined : self, new Map()),
            name: `${cls.name}.${signature(method)}`,
          })),
  );
}

/** Objects may be made by several threads at once: what making one does to static fields is shared. */
export function makerSpecs(world: Surroundings, root: ClassInfo): UnitSpec[] {
  const { type } = isolated(world, root);
  const self: Value = { type, sources: noSources, fresh: true, object: world.objects.opaque(type, root, 'this') };
  const written = root.constructors.filter(({ body }) => body !== undefined);
  if (written.length > 0) return written.map((maker) => methodSpec(root, maker, self, new Map()));
  if (root.kind !== 'class' && root.kind !== 'record') return [];
  const origin = root.node.field('name') ?? root.node;
  const code = { kind: 'creation' } as const;
  return [{ name: `${root.name}()`, cls: root, origin, self, code, once: false, rank: 'normal', isTask: false }];
}
