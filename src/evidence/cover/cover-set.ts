// Checks that a target is uncoverable by a coverability set: finitely many markings with omega (as many tokens as one
// likes, written -1) whose downward closure contains the initial states, is closed under transitions and does not reach
// the target. Nothing of the engine is used.

import { covers, type Marking, pairsOf } from '../../model/petri/marking.js';
import { type CounterState, type CounterSystem, hasBroadcast } from '../../translate/nets/counter-system.js';
import { accepted, type CertifyOutcome, rejected } from '../certifier.js';
import { coverCertifier, omega } from './cover-property.js';

export const coverSetCertifier = coverCertifier('coverability-set', 'set', ({ system, targets }, set) =>
  checkCoverabilitySet(system, targets, set),
);

export function checkCoverabilitySet(
  system: CounterSystem,
  targets: readonly CounterState[],
  set: readonly CounterState[],
): CertifyOutcome {
  if (hasBroadcast(system)) return rejected('coverability sets do not apply to broadcasts');
  const at = new Map<number, Marking[]>();
  for (const { control, marking } of set) at.set(control, [...(at.get(control) ?? []), marking]);
  const contains = (control: number, marking: Marking) =>
    at.get(control)?.some((element) => covers(element, marking)) ?? false;
  for (const { control, marking, unbounded } of system.initial)
    if (!contains(control, withOmega(marking, unbounded))) return rejected('an initial state is not in the set');
  for (const { control, marking } of targets) if (contains(control, marking)) return rejected('a target is in the set');
  for (const { from, to, hurdle, effect } of system.transitions)
    for (const element of at.get(from) ?? [])
      if (covers(element, hurdle) && !contains(to, afterEffect(element, effect)))
        return rejected(`the set is not closed under a transition from ${from}|${element}`);
  return accepted;
}

function withOmega(marking: Marking, unbounded: readonly number[]): Marking {
  const counts = new Map(pairsOf(marking));
  for (const place of unbounded) counts.set(place, omega);
  return [...counts].sort((a, b) => a[0] - b[0]).flat();
}

function afterEffect(marking: Marking, effect: Marking): Marking {
  const counts = new Map(pairsOf(marking));
  for (const [place, change] of pairsOf(effect)) counts.set(place, (counts.get(place) ?? 0) + change);
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort((a, b) => a[0] - b[0])
    .flat();
}
