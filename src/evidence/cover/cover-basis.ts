// Checks that a target is uncoverable by a finite basis of an upward-closed set of states: the set contains the target, it
// contains with a state all its predecessors (cover preimages of the basis lie above the basis), and no initial state is
// in it. So no run from an initial state ever enters it. Nothing of the engine is used.

import { covers, type Marking, sumOf } from '../../model/petri/marking.js';
import {
  type CounterState,
  type CounterSystem,
  initiallyCovered,
  preimages,
} from '../../translate/nets/counter-system.js';
import { accepted, type CertifyOutcome, rejected } from '../certifier.js';
import { coverCertifier } from './cover-property.js';

export const coverBasisCertifier = coverCertifier('upward-closed-basis', 'basis', ({ system, targets }, basis) =>
  checkBasis(system, targets, basis),
);

/** The heart of the checker: three conditions. */
export function checkBasis(
  system: CounterSystem,
  targets: readonly CounterState[],
  basis: readonly CounterState[],
): CertifyOutcome {
  const set = new UpwardClosedSet(basis);
  for (const target of targets) if (!set.has(target)) return rejected('the target is not in the set');
  const into: CounterSystem['transitions'][number][][] = Array.from({ length: system.controls }, () => []);
  for (const transition of system.transitions) into[transition.to]!.push(transition);
  for (const state of basis) {
    if (system.initial.some((initial) => initiallyCovered(initial, state)))
      return rejected(`an initial state is above ${state.control}|${state.marking}`);
    for (const transition of into[state.control]!)
      for (const marking of preimages(transition, state.marking))
        if (!set.has({ control: transition.from, marking }))
          return rejected(`a predecessor of ${state.control}|${state.marking} is not in the set`);
  }
  return accepted;
}

class UpwardClosedSet {
  readonly #byControl = new Map<number, { marking: Marking; sum: number }[]>();

  constructor(basis: readonly CounterState[]) {
    for (const { control, marking } of basis) {
      const list = this.#byControl.get(control) ?? [];
      this.#byControl.set(control, list);
      list.push({ marking, sum: sumOf(marking) });
    }
    for (const list of this.#byControl.values()) list.sort((a, b) => a.sum - b.sum);
  }

  has({ control, marking }: CounterState): boolean {
    const sum = sumOf(marking);
    for (const entry of this.#byControl.get(control) ?? []) {
      if (entry.sum > sum) return false;
      if (covers(marking, entry.marking)) return true;
    }
    return false;
  }
}
