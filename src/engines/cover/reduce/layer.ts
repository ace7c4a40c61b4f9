// A problem made simpler, with the way back: runs become longer, refutations are read over the problem before. Layers stack.

import type { Problem } from '../problem.js';
import type { Refuter } from '../search/refuter.js';
import type { Word } from './arc.js';
import type { StartEvent } from './workspace.js';

export interface Layer {
  /** The simpler problem. */
  readonly problem: Problem;
  /** What each of its transitions stands for, in transitions of the problem before. */
  readonly words: readonly Word[];
  /** What a run does before it starts. */
  readonly events: readonly StartEvent[];
  /** Which place of the problem before each place is. */
  readonly placesBefore: readonly number[];
  /** A refuter of the simpler problem as one of the problem before. */
  lift(refute: Refuter): Refuter;
  /** A refuter of the problem before as one of the simpler problem. */
  lower(refute: Refuter): Refuter;
  /** The simplification itself may decide the question. */
  readonly answer:
    | { readonly kind: 'covered' }
    /** `refute` speaks of the problem before. */
    | { readonly kind: 'uncoverable'; readonly refute: Refuter }
    | undefined;
}
