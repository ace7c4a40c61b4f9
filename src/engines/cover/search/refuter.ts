// What refutes states, in one shape. The complement of what a refuter refutes is an invariant: upward closed outside, and
// closed under cover preimages, which is what certificates are made of.

import type { Marking } from '../../../model/petri/marking.js';

/** An element below this one that no reachable state covers; undefined when none is known. */
export type Refuter = (control: number, marking: Marking) => Marking | undefined;

export const refuteNothing: Refuter = () => undefined;

export function firstOf(...refuters: readonly Refuter[]): Refuter {
  return (control, marking) => {
    for (const refute of refuters) {
      const refutation = refute(control, marking);
      if (refutation) return refutation;
    }
    return undefined;
  };
}
