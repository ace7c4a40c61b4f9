// `setX(x) { this.x = x; }`, perhaps after a look at a flag (`checkIfSealed()`): configuration, told once the rest is in
// order (section 8.5 of the design).

import { type Access, readsBehind, type UnitGraph } from '../lower/unit-graph.js';

export function isPlainSet(graph: UnitGraph, access: Access): boolean {
  const { kind, location, method, data, constant, fresh, held } = access;
  return (
    kind === 'write' &&
    !location.isContent &&
    /^set[A-Z]/.test(method) &&
    data.size === 0 &&
    constant === undefined &&
    !fresh &&
    held.length === 0 &&
    isDecidedByFlags(graph, access)
  );
}

/** Nothing but booleans decided that we get here. */
export function isDecidedByFlags(graph: UnitGraph, { control }: Access): boolean {
  if (control.size === 0) return true;
  const flags = new Set(graph.accesses.filter(isFlagRead).map(({ id }) => id));
  return [...readsBehind(graph, control)].every((id) => flags.has(id));
}

function isFlagRead({ kind, location }: Access): boolean {
  return kind === 'read' && !location.isContent && /^([Bb]oolean|AtomicBoolean)$/.test(location.type.name);
}
