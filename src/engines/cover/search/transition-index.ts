// Which transitions to try at a state: nets have one control with all transitions, and trying each of them at every state
// would be quadratic. Forward, a transition is found under one place of its hurdle; backward, a loop is found under the places
// it adds to, since elsewhere its cover preimage lies above the state itself.

import type { Marking } from '../../../model/petri/marking.js';
import type { Transition } from '../../../translate/nets/counter-system.js';
import type { Problem } from '../problem.js';

interface Entry {
  /** Transitions that are always candidates. */
  readonly always: number[];
  readonly byPlace: Map<number, number[]>;
}

/** Below this many transitions at a control a list is faster. */
const fewTransitions = 16;

class TransitionIndex {
  readonly #entries: Entry[];

  /** `placesOf`: the places of which one must be marked; none when the transition is always a candidate. */
  constructor(
    { controls, transitions }: Problem,
    controlOf: (transition: Transition) => number,
    placesOf: (transition: Transition) => readonly number[],
  ) {
    this.#entries = Array.from({ length: controls }, () => ({ always: [], byPlace: new Map() }));
    const counts = new Int32Array(controls);
    for (const transition of transitions) counts[controlOf(transition)]!++;
    transitions.forEach((transition, index) => {
      const control = controlOf(transition);
      const { always, byPlace } = this.#entries[control]!;
      const places = counts[control]! > fewTransitions ? placesOf(transition) : [];
      if (places.length === 0) always.push(index);
      for (const place of places) {
        const known = byPlace.get(place);
        if (known) known.push(index);
        else byPlace.set(place, [index]);
      }
    });
  }

  /** Ascending. */
  candidates(control: number, marking: Marking): readonly number[] {
    const { always, byPlace } = this.#entries[control]!;
    if (byPlace.size === 0) return always;
    const found = new Set(always);
    for (let i = 0; i < marking.length; i += 2) for (const index of byPlace.get(marking[i]!) ?? []) found.add(index);
    return [...found].sort((a, b) => a - b);
  }
}

/** The transitions that may be enabled at a state. */
export function enabledIndex(problem: Problem): TransitionIndex {
  const users = new Int32Array(problem.places);
  for (const { hurdle } of problem.transitions) for (let i = 0; i < hurdle.length; i += 2) users[hurdle[i]!]!++;
  return new TransitionIndex(
    problem,
    ({ from }) => from,
    ({ hurdle }) => rarest(hurdle, users),
  );
}

function rarest(hurdle: Marking, users: Int32Array): number[] {
  let best: number | undefined;
  for (let i = 0; i < hurdle.length; i += 2)
    if (best === undefined || users[hurdle[i]!]! < users[best]!) best = hurdle[i]!;
  return best === undefined ? [] : [best];
}

/** The transitions whose cover preimages of a state may lie outside of what is above it. */
export function gainIndex(problem: Problem): TransitionIndex {
  return new TransitionIndex(
    problem,
    ({ to }) => to,
    ({ from, to, effect, broadcast }) => {
      if (from !== to || broadcast) return [];
      return effect.filter((_, i) => i % 2 === 0 && effect[i + 1]! > 0);
    },
  );
}
