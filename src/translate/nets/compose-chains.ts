// Controls that are only passed through: one transition in, one out, nothing starts there and nothing is asked there.
// Chains of them (a net's transition as a diagram moves one thread at a time) compose to a single transition. Runs between the
// other controls are the same, so an invariant of the composed system decides the question; certificates speak of it, which
// makes them smaller by the length of the chains. Linear in the system.

import { type CounterState, type CounterSystem, inSequence, type Transition } from './counter-system.js';

/** The system without its chains; controls keep their numbers. */
export function composeChains(system: CounterSystem, targets: readonly CounterState[]): CounterSystem {
  const next = passages(system, targets);
  if (next.size === 0) return system;
  const transitions: Transition[] = [];
  for (const first of system.transitions) {
    // A ring of passages is entered from nowhere: nothing starts there.
    if (next.has(first.from)) continue;
    let composed = first;
    for (let on = next.get(composed.to); on; on = next.get(composed.to)) composed = inSequence(composed, on);
    transitions.push(composed);
  }
  return { ...system, transitions };
}

/** The transition that leaves each control that is only passed through. */
export function passages(system: CounterSystem, targets: readonly CounterState[]): Map<number, Transition> {
  const kept = new Set([...system.initial, ...targets].map(({ control }) => control));
  const entering = new Int32Array(system.controls);
  const leaving = new Int32Array(system.controls);
  for (const { from, to, broadcast } of system.transitions) {
    leaving[from]!++;
    entering[to]!++;
    if (broadcast) kept.add(from).add(to);
  }
  const next = new Map<number, Transition>();
  for (const transition of system.transitions) {
    const { from } = transition;
    if (leaving[from] === 1 && entering[from] === 1 && !kept.has(from)) next.set(from, transition);
  }
  return next;
}
