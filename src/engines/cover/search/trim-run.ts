// A run without detours. From its end on, the rest of the run demands some tokens at some control; where an earlier state
// demands no less than a later one at the same control, what lies between them is left out. Linear, with a bounded look back.

import { coverPreimage, covers, type Marking, signatureOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';

const farthestLook = 64;

interface Demand {
  readonly marking: Marking;
  readonly signature: number;
  /** How many letters follow. */
  readonly rest: number;
}

/** `letters` end in the goal. */
export function trimRun({ transitions }: Problem, letters: readonly number[]): number[] {
  const reversed: number[] = [];
  /** By control, the demands of the letters kept so far, the earliest state last; and for each of these letters its list. */
  const known = new Map<number, Demand[]>();
  const lists: Demand[][] = [];
  let demand: Marking = [];
  for (let i = letters.length - 1; i >= 0; i--) {
    const { from, hurdle, effect } = transitions[letters[i]!]!;
    const marking = coverPreimage(hurdle, demand, effect);
    const here = known.get(from) ?? [];
    known.set(from, here);
    const signature = signatureOf(marking);
    const later = coveredBy(marking, signature, here);
    if (later) {
      // What is left out demands nothing any more, at whatever control.
      while (lists.length > later.rest) lists.pop()!.pop();
      reversed.length = later.rest;
      demand = later.marking;
    } else {
      reversed.push(letters[i]!);
      here.push({ marking, signature, rest: reversed.length });
      lists.push(here);
      demand = marking;
    }
  }
  return reversed.reverse();
}

/** The latest state that demands no more. */
function coveredBy(marking: Marking, signature: number, demands: readonly Demand[]): Demand | undefined {
  const first = Math.max(0, demands.length - farthestLook);
  for (let i = first; i < demands.length; i++) {
    const each = demands[i]!;
    if ((each.signature & ~signature) === 0 && covers(marking, each.marking)) return each;
  }
  return undefined;
}
