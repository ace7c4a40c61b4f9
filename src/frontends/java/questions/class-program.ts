// All units of a class as one program, for `translate`: what is shared between any two of them, without the reads that were
// only hints. What one task knows of another (started, waited for) is not in it, so it may allow more than the questions.

import type { TitledProgram } from '../../../translate/eml/program-to-eml.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { pruneHints } from '../relevance/superseded-reads.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { LocationFacts } from './location-facts.js';
import { conflicts } from './lock-scopes.js';
import { pairProgram, processNames } from './pair-program.js';
import { unknownWords } from './unknown-units.js';

export function classProgram(root: ClassInfo, all: readonly UnitGraph[]): TitledProgram[] {
  const known = all.filter(({ unknowns }) => unknowns.length === 0).map((unit) => pruneHints(unit).graph);
  const shared = sharedByAny(known);
  const ids = new Set(shared.map(({ id }) => id));
  const taking = known.filter(({ accesses }) => accesses.some(({ location }) => ids.has(location.id)));
  if (taking.length === 0) return [];
  // With read locks each thread has a lock of its own, so there are two of each instead of any number.
  const hasReaders = taking.some(({ edges }) =>
    edges.some(({ action }) => action.kind === 'acquire' && action.mode === 'shared'),
  );
  const units = hasReaders ? taking.flatMap((unit) => (unit.once ? [unit] : [unit, { ...unit }])) : taking;
  const names = processNames(units);
  const sets = new LocationFacts(all).sets(shared);
  return [
    {
      title: root.name,
      notes: all.flatMap(unknownWords),
      program: pairProgram(units, { keeps: ({ location }) => ids.has(location.id), sets }),
      unbounded: new Set(names.filter((_, i) => !hasReaders && !units[i]!.once)),
    },
  ];
}

function sharedByAny(units: readonly UnitGraph[]): SharedLocation[] {
  const found = new Map<string, SharedLocation>();
  for (const [i, a] of units.entries())
    for (const b of units.slice(i))
      for (const location of conflicts(a, b))
        if (a !== b || !a.once || location.isStatic) found.set(location.id, location);
  return [...found.values()];
}
