// Random phase automata, and what they accept by full exploration: a monitor that runs along the graph of global states.

import type { Rng } from '../../../../base/rng.js';
import type { PhaseAutomaton, StayRestriction } from '../../../../logic/access-patterns/phase-automaton.js';
import type { Program } from '../../../../model/program/program.js';
import type { GlobalStep } from '../../testing/interleaving-graph.js';

/** Can the processes P0, P1, … of the graph drive the automaton to its end? */
export function acceptable(
  graph: readonly (readonly GlobalStep[])[],
  model: Program,
  automaton: PhaseAutomaton,
): boolean {
  const width = automaton.transitions.length + 1;
  const seen = new Set([0]);
  const nameOf = (variable: number) => model.variables[variable]!.name;
  for (const key of seen) {
    const state = key % width;
    if (state === width - 1) return true;
    const transition = automaton.transitions[state]!;
    for (const { process, observation, to } of graph[Math.floor(key / width)]!) {
      const who = `P${process}`;
      const forbids = (stay: StayRestriction) =>
        stay.state === state &&
        stay.process === who &&
        stay.events.some((event) => {
          if (event.kind === 'end-unit') return observation.kind === 'end-unit';
          if (observation.kind !== 'access') return false;
          return event.access === observation.access && event.variable === nameOf(observation.variable);
        });
      if (!automaton.stays.some(forbids)) seen.add(to * width + state);
      if (transition.process !== who) continue;
      if (!('variable' in transition) && observation.kind === transition.kind) seen.add(to * width + state + 1);
      if (observation.kind !== 'access' || !('variable' in transition)) continue;
      if (transition.kind !== observation.access || transition.variable !== nameOf(observation.variable)) continue;
      if (observation.inUnit || !transition.inUnit) seen.add(to * width + state + 1);
    }
  }
  return false;
}

/** `unitEvents`: how often a transition is on a unit. */
export function randomAutomaton(rng: Rng, variables: number, unitEvents = 0, processes = 2): string {
  const process = () => `P${rng.below(processes)}`;
  const access = () => `${rng.pick(['R', 'W'])} x${rng.below(variables)}`;
  const lines = Array.from({ length: rng.between(2, 4) }, () => {
    const stay = rng.chance(0.4) ? [`stay ${process()} not ${rng.pick(['end-unit', access()])}`] : [];
    const way = () =>
      rng.chance(unitEvents)
        ? `${process()} ${rng.pick(['begin-unit', 'end-unit'])}`
        : `${process()} ${access()} ${rng.pick(['in-unit', 'any'])}`;
    return [...stay, Array.from({ length: rng.chance(0.3) ? 2 : 1 }, way).join(' or ')].join('\n');
  });
  return ['automaton random', ...lines].join('\n');
}
