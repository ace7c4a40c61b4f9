// A thread transition diagram as a counter system: shared states are controls, local states are places, edge i is
// transition i. Threads lose their names; `scheduleThreads` gives them back.

import { markingOf, tokensAt } from '../../model/petri/marking.js';
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
  const take = tokensAt([from.local]);
  if (kind === 'spawn') return { ...ends, hurdle: take, effect: tokensAt([to.local]) };
  const give = tokensAt([to.local]);
  const effect = markingOf([
    [from.local, -1],
    [to.local, 1],
  ]);
  if (edge.passive.length === 0) return { ...ends, hurdle: take, effect };
  return { ...ends, hurdle: take, effect, broadcast: { take, give, sweeps: sweepsOf(edge) } };
}

function sweepsOf({ passive }: Edge): Sweep[] {
  const places = [...new Set(passive.map((move) => move.from))];
  return places.map((place) => ({
    place,
    to: passive.filter((move) => move.from === place).map((move) => move.to),
  }));
}
