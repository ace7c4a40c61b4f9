// The question in the form that all searches share: is the control `goal` reachable from `start`? The targets'
// tokens became hurdles of transitions into `goal`, and several initial states became transitions out of a fresh start
// that choose one and let its unbounded threads arrive, so nothing after this file knows of either.

import { noTokens } from '../../model/petri/marking.js';
import type { CounterState, CounterSystem, InitialState, Transition } from '../../translate/nets/counter-system.js';

export interface Problem {
  readonly controls: number;
  readonly places: number;
  readonly transitions: readonly Transition[];
  readonly start: InitialState;
  readonly goal: number;
}

/** A problem whose transitions 0..n-1 are those of the system it asks about; the rest is the frame around them. */
export interface FramedProblem extends Problem {
  readonly system: CounterSystem;
  /** Which initial state a transition of the frame chooses. */
  readonly chooses: ReadonlyMap<number, number>;
}

/** Reaching any of the targets counts. */
export function frameProblem(system: CounterSystem, targets: readonly CounterState[]): FramedProblem {
  const transitions = [...system.transitions];
  const goal = system.controls;
  for (const { control, marking } of targets)
    transitions.push({ from: control, to: goal, hurdle: marking, effect: noTokens });
  const base = { system, places: system.places, transitions, goal };
  const [only, ...others] = system.initial;
  if (only && others.length === 0) return { ...base, controls: goal + 1, start: only, chooses: new Map() };
  const start = goal + 1;
  const chooses = new Map<number, number>();
  system.initial.forEach(({ control, marking, unbounded }, i) => {
    const arriving = start + 1 + i;
    chooses.set(transitions.length, i);
    transitions.push({ from: start, to: arriving, hurdle: noTokens, effect: marking });
    for (const place of unbounded)
      transitions.push({ from: arriving, to: arriving, hurdle: noTokens, effect: [place, 1] });
    transitions.push({ from: arriving, to: control, hurdle: noTokens, effect: noTokens });
  });
  return {
    ...base,
    controls: start + 1 + system.initial.length,
    start: { control: start, marking: noTokens, unbounded: [] },
    chooses,
  };
}

/** The transitions out of each control, as indices. */
export function transitionsOutOf(problem: Problem): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: problem.controls }, () => []);
  problem.transitions.forEach(({ from }, i) => {
    lists[from]!.push(i);
  });
  return lists;
}
