// All histories of two units with a few accesses each to two locations, and whether a serial order explains them.

import { type AccessKind, kindsConflict } from '../pattern.js';

export interface HistoryAccess {
  readonly unit: 'u' | 'v';
  readonly kind: AccessKind;
  readonly variable: 'x' | 'y';
}

export type UnitHistory = readonly HistoryAccess[];

/** Up to `most` accesses per unit (at least one), in every interleaving. */
export function* histories(most: number): Generator<UnitHistory> {
  const open: HistoryAccess[][] = [[]];
  for (let history = open.pop(); history; history = open.pop()) {
    const count = (unit: 'u' | 'v') => history.filter((access) => access.unit === unit).length;
    if (count('u') > 0 && count('v') > 0) yield history;
    for (const unit of ['u', 'v'] as const) {
      if (count(unit) === most) continue;
      for (const kind of ['R', 'W'] as const)
        for (const variable of ['x', 'y'] as const) open.push([...history, { unit, kind, variable }]);
    }
  }
}

/** Conflict serializability of two units: conflicts do not point both ways. */
export function isSerializable(history: UnitHistory): boolean {
  const directions = new Set<string>();
  history.forEach((a, i) => {
    for (const b of history.slice(i + 1))
      if (a.unit !== b.unit && a.variable === b.variable && kindsConflict(a.kind, b.kind)) directions.add(a.unit);
  });
  return directions.size < 2;
}
