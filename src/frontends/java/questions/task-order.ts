// Which accesses of two units can happen at the same time, where one hands code over that the other is: before it starts,
// and after it was waited for, there is nothing to disturb. Locals that tasks share belong to one call. A class that
// shows no lock and nothing volatile, only tasks of its own, is taken to be called by one thread at a time.

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
  const node = other.handed?.node;
  if (!node || unit === other) return unit;
  const isStarter = unit.spawns.has(node);
  const isOrdered = ({ location, running, over }: Access): boolean =>
    isStarter && (oneCaller || location.object.local !== undefined)
      ? !running.has(node)
      : over.has(node) && (other.once || oneCaller);
  if (!unit.accesses.some(isOrdered)) return unit;
  return {
    ...unit,
    accesses: unit.accesses.filter((access) => !isOrdered(access)),
    edges: unit.edges.map((edge) =>
      edge.action.kind === 'access' && isOrdered(edge.action.access) ? { ...edge, action: { kind: 'skip' } } : edge,
    ),
  };
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
