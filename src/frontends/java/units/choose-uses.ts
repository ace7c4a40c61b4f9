// The units of a class that its users lock: what the classes that were given such an object do with it, each holder with its own
// monitor. Of a class of which there are several objects, another one may have been given the same object.

import type { Surroundings } from '../lower/frames.js';
import { type LoweredUnit, lowerUnit, type UnitSpec } from '../lower/lower-unit.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { nothingToSay } from './another-object.js';
import { type ChosenUnits, distinctNames, lowerAll } from './choose-units.js';
import { clientUnits } from './client-units.js';
import { areSeveralHolders } from './several-objects.js';

/** What the classes that were given such an object do with it, each holder with its own monitor. */
export function chooseUses(world: Surroundings, root: ClassInfo): ChosenUnits {
  const { lowered, left } = lowerAll(
    world,
    clientUnits(world, root, (cls) => world.objects.holder(cls)),
  );
  // Locks and waits of the users are said when it is their turn.
  const units = lowered.flatMap(({ graph }) => (graph.accesses.length > 0 ? [{ ...graph, ...nothingToSay }] : []));
  return { units: distinctNames([...units, ...usesByOthers(world, root, lowered)]), preludes: [], left };
}

/** Another object of the same user, that was given the same object: its locks are others. */
function usesByOthers(
  world: Surroundings,
  root: ClassInfo,
  lowered: readonly (LoweredUnit & { readonly spec: UnitSpec })[],
): UnitGraph[] {
  return clientUnits(world, root)
    .filter(({ cls }) => areSeveralHolders(world.project, world.fields, cls, root))
    .flatMap((spec) => {
      const own = lowered.find((unit) => unit.spec.name === spec.name && unit.spec.cls === spec.cls)?.graph;
      if (!own?.accesses.some(({ held }) => held.some(({ object }) => object.id.startsWith('holder ')))) return [];
      const { graph } = lowerUnit(world, { ...spec, name: `${spec.name} of another ${spec.cls.name}` });
      return [{ ...graph, ...nothingToSay, handed: undefined, isOnAnotherObject: true as const }];
    });
}
