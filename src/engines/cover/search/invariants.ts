// The refuters that come out of the analyses and searches.

import type { Marking } from '../../../model/petri/marking.js';
import { type Problem, transitionsOutOf } from '../problem.js';
import { type MarkablePlaces, markablePlaces } from '../reduce/markable.js';
import type { Antichain, Entry } from './antichain.js';
import { entryOf } from './antichain.js';
import type { KarpMiller } from './karp-miller.js';
import type { Refuter } from './refuter.js';

export function markableOf(problem: Problem): MarkablePlaces {
  const { controls, places, start, transitions } = problem;
  const out = transitionsOutOf(problem);
  const marked = start.marking.filter((_, i) => i % 2 === 0).concat(start.unbounded);
  return markablePlaces(controls, places, { control: start.control, marked }, (control) =>
    out[control]!.map((index) => transitions[index]!),
  );
}

export function refuteUnmarkable(markable: MarkablePlaces): Refuter {
  return (control, marking) => {
    if (!markable.isReached(control)) return [];
    for (let i = 0; i < marking.length; i += 2) if (!markable.has(control, marking[i]!)) return [marking[i]!, 1];
    return undefined;
  };
}

export function refuteByBasis(basis: Antichain<Entry>): Refuter {
  return (control, marking) => basis.below(control, entryOf(marking))?.marking;
}

/** What a finished forward search does not cover, made as small as it stays uncovered. */
export function refuteByCoverabilitySet(forward: KarpMiller): Refuter {
  const covered = (control: number, marking: Marking) => forward.covering(control, marking) !== undefined;
  return (control, marking) => {
    if (covered(control, marking)) return undefined;
    const small = [...marking];
    // Invariant: `small` is not covered; each place in turn goes as low as that allows.
    for (let i = 1; i < small.length; i += 2) {
      small[i] = 0;
      while (covered(control, small)) small[i]!++;
    }
    return small.filter((_, i) => small[i | 1]! > 0);
  };
}
