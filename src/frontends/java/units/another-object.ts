// The same method on another object of the class: what all objects share, static fields, is not protected by the locks that
// each has of its own.

import type { Surroundings } from '../lower/frames.js';
import { lowerUnit, type UnitSpec } from '../lower/lower-unit.js';
import type { Value } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { type ClassInfo, has } from '../symbols/class-info.js';

/** Locks of one object do not protect what all objects of its class share: the method is called on another one as well. */
export function onAnotherObject(world: Surroundings, root: ClassInfo, spec: UnitSpec, graph: UnitGraph): UnitGraph[] {
  if (spec.cls !== root || graph.unknowns.length > 0 || isMadeOnce(root) || !graph.accesses.some(isGuardedByInstance))
    return [];
  const other = ofAnotherObject(spec, (self) => ({ ...self, object: world.objects.opaque(self.type, root, 'this') }));
  if (!other) return [];
  const lowered = lowerUnit(world, { ...other, name: `${spec.name} of another object` });
  // Everything else about it has been said for the first object.
  return [{ ...lowered.graph, ...nothingToSay, handed: undefined, isOnAnotherObject: true }];
}

/** A task of another object has that object's executor, and what it took along was found there. */
function ofAnotherObject(spec: UnitSpec, another: (self: Value) => Value): UnitSpec | undefined {
  const { self, code } = spec;
  const isIsolated = (value: Value | undefined) => value?.object?.id === 'X';
  if (code.kind === 'method' && isIsolated(self) && code.values.size === 0) return { ...spec, self: another(self!) };
  if (code.kind !== 'task' || !isIsolated(code.callable.self)) return undefined;
  const { callable, confinedTo } = code;
  const locals = new Map([...callable.locals].map(([name, { object: _, ...value }]) => [name, value]));
  const ofOther = { ...callable, self: another(callable.self!), locals };
  const isOwn = confinedTo !== undefined && /^X\b/.test(confinedTo.id);
  return { ...spec, code: { ...code, callable: ofOther, confinedTo: isOwn ? undefined : confinedTo } };
}

export const nothingToSay = {
  orders: [],
  waits: [],
  blocking: [],
  joins: [],
  signals: [],
  permits: [],
  waysOut: [],
  surplus: [],
  repeated: [],
  nested: [],
  leaks: [],
} satisfies Partial<UnitGraph>;

function isGuardedByInstance({ location, held }: UnitGraph['accesses'][number]): boolean {
  return location.isStatic && held.some(({ object }) => /^X\b/.test(object.id));
}

/** Nobody else can make an object: a singleton. */
function isMadeOnce({ constructors, kind }: ClassInfo): boolean {
  return kind === 'enum' || (constructors.length > 0 && constructors.every((maker) => has(maker, 'private')));
}
