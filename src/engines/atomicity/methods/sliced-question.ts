// The question as the methods that compare themselves with the default see it: the same focus, the same cone of influence
// and the same slices (theory page, step 5), so that only the decision differs.

import type { QuerySet } from '../../../logic/access-patterns/query-set.js';
import type { FlowProcess } from '../flow/flow.js';
import { coneOf } from '../reduce/cone.js';
import { FocusTable } from '../reduce/focus.js';
import { type SlicedProcess, sliceProcess } from '../slice/slice.js';

export interface SlicedQuestion {
  readonly locks: number;
  readonly first: SlicedProcess;
  readonly second: SlicedProcess;
}

export class QuestionSlicer {
  readonly #focus = new FocusTable();

  slice(
    first: FlowProcess,
    second: FlowProcess,
    variables: readonly number[],
    { boundOnly }: QuerySet,
  ): SlicedQuestion {
    const one = this.#focus.focus(first, { variables, boundOnly });
    const other = this.#focus.focus(second, { variables, boundOnly });
    const cone = coneOf(one, other, variables);
    return {
      locks: cone.locks.length,
      first: sliceProcess(one, cone).process,
      second: sliceProcess(other, cone).process,
    };
  }
}

/** Phases of the querySet's longest pattern. */
export function phasesOf({ automaton }: QuerySet): number {
  return Math.max(...automaton.states.map(({ phase }) => phase)) + 1;
}
