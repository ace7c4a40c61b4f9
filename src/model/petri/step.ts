// The concrete semantics of a net.

import { covers, type Marking, markingOf, negated, pairsOf, plus } from './marking.js';
import type { NetTransition } from './net.js';

/** The marking after the transition; undefined when it is not enabled. */
export function fire(transition: NetTransition, marking: Marking): Marking | undefined {
  if (!covers(marking, transition.guard) || !covers(marking, transition.take)) return undefined;
  const left = plus(marking, negated(transition.take));
  return plus(transferred(left, transition), transition.give);
}

function transferred(marking: Marking, { transfers }: NetTransition): Marking {
  if (transfers.length === 0) return marking;
  const moved = pairsOf(marking).flatMap(([place, count]): [number, number][] => {
    const transfer = transfers.find(({ from }) => from === place);
    if (!transfer) return [[place, count]];
    return transfer.to === undefined ? [] : [[transfer.to, count]];
  });
  return markingOf(moved);
}
