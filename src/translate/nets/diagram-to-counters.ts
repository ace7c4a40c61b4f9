// A thread transition diagram as a counter system: shared states are controls, local states are places, edge i is
// transition i. Threads lose their names; `scheduleThreads` gives them back.

import { type Marking, noTokens, tokensAt } from '../../model/petri/marking.js';
import type { Configuration, Edge, ThreadDiagram } from '../../model/threads/diagram.js';
import type { CounterState, CounterSystem, InitialState, Sweep, Transition } from './counter-system.js';

export function diagramToCounters(diagram: ThreadDiagram): CounterSystem {
  return {
    controls: diagram.sharedCount,
    places: diagram.localCount,
    transitions: diagram.edges.map(edgeToTransition),
    initial: diagram.initial.map(initialToCounters),
  };
}

export function configurationToCounters({ shared, bounded }: Configuration): CounterState {
  return { control: shared, marking: tokensAt(bounded) };
}

function initialToCounters(configuration: Configuration): InitialState {
  return { ...configurationToCounters(configuration), unbounded: configuration.unbounded };
}

function edgeToTransition(edge: Edge): Transition {
  const { kind, from, to } = edge;
  const ends = { from: from.shared, to: to.shared };
  if (kind === 'transfer') {
    const sweeps = from.local === to.local ? [] : [{ place: from.local, to: [to.local] }];
    return { ...ends, hurdle: [], effect: [], broadcast: { take: [], give: [], sweeps } };
  }
  const take = [from.local, 1];
  const give = [to.local, 1];
  if (kind === 'spawn') return { ...ends, hurdle: take, effect: give };
  const effect = moveOne(from.local, to.local);
  if (edge.passive.length === 0) return { ...ends, hurdle: take, effect };
  return { ...ends, hurdle: take, effect, broadcast: { take, give, sweeps: sweepsOf(edge) } };
}

/** Written out, since large diagrams have hundreds of thousands of them. */
function moveOne(from: number, to: number): Marking {
  if (from === to) return noTokens;
  return from < to ? [from, -1, to, 1] : [to, 1, from, -1];
}

function sweepsOf({ passive }: Edge): Sweep[] {
  const places = [...new Set(passive.map((move) => move.from))];
  return places.map((place) => ({
    place,
    to: passive.filter((move) => move.from === place).map((move) => move.to),
  }));
}
