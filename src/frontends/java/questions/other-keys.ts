// A lock per key, index or element excludes those who use the same one. What lies inside of the element is theirs; but a plain map,
// a list or a field that all keys have in common is reached under another lock by each. So two calls are asked about once
// more, for different keys: then the elements are not shared, and their locks keep nobody out.

import { derived } from '../../../base/derived.js';
import type { SharedLocation, SharedObject } from '../lower/shared-object.js';
import type { Access, HeldLock, UnitAction, UnitGraph } from '../lower/unit-graph.js';

/** The unit as it is for those who use another key; undefined if it has nothing that such a lock seems to protect. */
export const underAnotherKey = derived((unit: UnitGraph): UnitGraph | undefined => {
  const cells = new Set(unit.accesses.filter(isCell).map(({ location }) => `${location.object.id}.*`));
  const isKeyed = ({ id, exact, key }: SharedObject) => exact && isOfElement(id, cells) && !isFixed(key);
  const isShared = ({ location }: Access) => !location.object.id.includes('*') && !isKept(location);
  if (!unit.accesses.some((access) => isShared(access) && access.held.some(({ object }) => isKeyed(object))))
    return undefined;
  const without = (held: readonly HeldLock[]) => held.filter(({ object }) => !isKeyed(object));
  const accesses = new Map(
    unit.accesses.filter(isShared).map((access) => [access, { ...access, held: without(access.held) }]),
  );
  const kept = (action: UnitAction): UnitAction => {
    if (action.kind === 'access') {
      const access = accesses.get(action.access);
      return access ? { kind: 'access', access } : { kind: 'skip' };
    }
    return (action.kind === 'acquire' || action.kind === 'release') && isKeyed(action.object)
      ? { kind: 'skip' }
      : action;
  };
  return {
    ...unit,
    accesses: [...accesses.values()],
    edges: unit.edges.map((edge) => ({ ...edge, action: kept(edge.action) })),
  };
});

/** The content of a reference or future: its element is the same for all. */
function isCell({ location: { isContent, type, object } }: Access): boolean {
  return isContent && /^Atomic(?!\w*Array)|Reference$|Future$|^Optional/.test(object.type.name || type.name);
}

function isOfElement(id: string, cells: ReadonlySet<string>): boolean {
  return id.includes('.*') && ![...cells].some((cell) => id === cell || id.startsWith(`${cell}.`));
}

/** `locks[0]`: the same for all. */
function isFixed(key: string | undefined): boolean {
  return key !== undefined && /^(\d+|"[^"]*"|[A-Z][A-Z0-9_.]*)$/.test(key);
}

/** Different keys are different places, and each is safe: arrays, concurrent maps. */
function isKept({ isContent, object, isSafe, type }: SharedLocation): boolean {
  return (
    isContent && (object.type.dimensions > 0 || type.dimensions > 0 || (isSafe && /Map$|Array$/.test(object.type.name)))
  );
}
