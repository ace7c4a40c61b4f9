// Several initial states (paper 002, App. A): those that differ in the shared state only form a box, all of whose
// combinations are initial, and are searched in one run; every box is a run of its own.

import { sameMarking } from '../../../model/petri/marking.js';
import type { InitialState } from '../../../translate/nets/counter-system.js';

export interface Box extends Omit<InitialState, 'control'> {
  /** By shared state: which initial state it belongs to. */
  readonly controls: ReadonlyMap<number, number>;
}

export function boxesOf(initial: readonly InitialState[]): Box[] {
  const boxes: (Box & { readonly controls: Map<number, number> })[] = [];
  for (const [index, { control, marking, unbounded }] of initial.entries()) {
    const box = boxes.find((each) => sameMarking(each.marking, marking) && sameMarking(each.unbounded, unbounded));
    if (box) box.controls.set(control, index);
    else boxes.push({ controls: new Map([[control, index]]), marking, unbounded });
  }
  return boxes;
}
