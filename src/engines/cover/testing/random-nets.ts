// Small random nets, for comparing methods and reductions.

import type { Rng } from '../../../base/rng.js';
import { markingOf } from '../../../model/petri/marking.js';
import type { PetriNet } from '../../../model/petri/net.js';

/** Nets around a token that wanders, so that there are controls to recover, and counters beside it. */
export function randomNet(rng: Rng): PetriNet {
  const places = rng.between(3, 6);
  const some = (most: number) =>
    Array.from({ length: rng.below(most + 1) }, () => [rng.below(places), 1] as [number, number]);
  return {
    kind: 'petri',
    placeNames: Array.from({ length: places }, (_, i) => `p${i}`),
    transitions: Array.from({ length: rng.between(2, 7) }, (_, i) => {
      const wanders = rng.chance(0.6);
      const take = markingOf([...(wanders ? [[rng.below(3), 1] as const] : []), ...some(1)]);
      const give = markingOf([...(wanders ? [[rng.below(3), 1] as const] : []), ...some(2)]);
      return { name: `t${i}`, guard: markingOf(some(1)), take, give, transfers: [] };
    }),
    initial: { marking: markingOf([[0, 1], ...some(2)]), unbounded: rng.chance(0.3) ? [places - 1] : [] },
    targets: [{ markings: Array.from({ length: rng.between(1, 2) }, () => markingOf([[0, 1], ...some(3)])) }],
  };
}
