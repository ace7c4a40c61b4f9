// Which accesses of two units can happen at the same time, where one hands code over that the other is: before it starts,
// and after it was waited for, there is nothing to disturb; nor after a latch or promise that it fulfils when it is done. Locals
// that tasks share belong to one call. A class that shows no lock and nothing volatile, only tasks of its own, is taken to be
// called by one thread at a time.

import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';

/** No sign that several threads call the methods of the class: only what it starts runs beside them. */
export function hasOneCaller(units: readonly UnitGraph[]): boolean {
  return units.some(({ handed }) => handed !== undefined) && hasNoSynchronisation(units);
}

export function hasNoSynchronisation(units: readonly UnitGraph[]): boolean {
  return units.every(({ accesses, waits }) => waits.length === 0 && accesses.every(isBare));
}

function isBare({ held, location }: Access): boolean {
  return !location.isSafe && held.every(({ isPermit }) => isPermit);
}

/** The unit, with only those accesses that can happen while the other one runs. */
export function besideOf(unit: UnitGraph, other: UnitGraph, oneCaller: boolean): UnitGraph {
  if (unit === other) return unit;
  const node = other.handed?.node;
  const isStarter = node !== undefined && unit.spawns.has(node);
  const isOrdered = (access: Access): boolean => {
    if (isAfterSignal(access, other)) return true;
    if (!node) return false;
    const { location, running, over } = access;
    return isStarter && (oneCaller || location.object.local !== undefined)
      ? !running.has(node)
      : over.has(node) && (other.once || oneCaller);
  };
  if (!unit.accesses.some(isOrdered)) return unit;
  return {
    ...unit,
    accesses: unit.accesses.filter((access) => !isOrdered(access)),
    edges: unit.edges.map((edge) =>
      edge.action.kind === 'access' && isOrdered(edge.action.access) ? { ...edge, action: { kind: 'skip' } } : edge,
    ),
  };
}

/** Behind a wait for a latch or promise that the other unit fulfils once it has done all that it does to the same place. */
function isAfterSignal({ heard, kind, location }: Access, other: UnitGraph): boolean {
  if (heard.size === 0 || other.signals.length === 0) return false;
  const last = Math.max(...other.signals.map(({ id, object }) => (heard.has(object.id) ? id : -1)));
  return (
    last >= 0 &&
    other.accesses.every(
      (access) => access.location.id !== location.id || (kind === 'read' && access.kind === 'read') || access.id < last,
    )
  );
}

/** Is something left out because of a latch or promise that could be fulfilled by several calls? */
export function trustsSignals(unit: UnitGraph, other: UnitGraph): boolean {
  return (
    unit !== other &&
    [[unit, other] as const, [other, unit] as const].some(
      ([one, two]) => !two.once && one.accesses.some((access) => isAfterSignal(access, two)),
    )
  );
}

/** Can the two units meet at this location at all? */
export function canMeet(
  location: SharedLocation,
  a: UnitGraph,
  b: UnitGraph,
  units: readonly UnitGraph[],
  oneCaller: boolean,
): boolean {
  const { local } = location.object;
  if (a !== b) return !local || a.handed !== undefined || b.handed !== undefined;
  if (local) return a.handed !== undefined && a.handed.loops > local.loops;
  if (a.once) return location.isStatic;
  return !(oneCaller && isWaitedFor(a, units));
}

/** Started once by each call, which waits for it. */
function isWaitedFor({ handed }: UnitGraph, units: readonly UnitGraph[]): boolean {
  if (!handed || handed.loops > 0) return false;
  const starters = units.filter(({ spawns }) => spawns.has(handed.node));
  return starters.length > 0 && starters.every(({ waitsForAll }) => waitsForAll);
}
