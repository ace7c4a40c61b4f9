// A net as a counter system with a single control; transition i stays transition i.

import { coverPreimage, type Marking, negated, plus } from '../../model/petri/marking.js';
import type { NetTransition, PetriNet } from '../../model/petri/net.js';
import type { CounterState, CounterSystem, Transition } from './counter-system.js';

export function netToCounters(net: PetriNet): CounterSystem {
  return {
    controls: 1,
    places: net.placeNames.length,
    transitions: net.transitions.map(netTransition),
    initial: [{ control: 0, ...net.initial }],
  };
}

export function markingToCounters(marking: Marking): CounterState {
  return { control: 0, marking };
}

function netTransition({ guard, take, give, transfers }: NetTransition): Transition {
  const hurdle = coverPreimage(guard, take, []);
  const effect = plus(give, negated(take));
  const base = { from: 0, to: 0, hurdle, effect };
  if (transfers.length === 0) return base;
  const sweeps = transfers.map(({ from, to }) => ({ place: from, to: to === undefined ? [] : [to] }));
  return { ...base, broadcast: { take, give, sweeps } };
}
