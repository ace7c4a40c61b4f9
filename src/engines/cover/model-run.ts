// A run in terms of the model: which initial state, how many tokens there, and the model's own transitions in order. The
// frame of the problem (choice of an initial state, arrivals, the step into the goal) falls away.

import { coverPreimage, type Marking, markingOf, pairsOf } from '../../model/petri/marking.js';
import type { FramedProblem } from './problem.js';
import type { Run } from './search/run-builder.js';

export interface ModelRun {
  /** Index among the initial states. */
  readonly initial: number;
  readonly tokens: Marking;
  readonly transitions: readonly number[];
  /** For runs with broadcasts: what the rest demands before each transition, and at the end. */
  readonly demands?: readonly Marking[];
}

export function modelRun(problem: FramedProblem, { letters, demands }: Run): ModelRun {
  const { system, chooses } = problem;
  const own = letters.flatMap((letter, i) => (letter < system.transitions.length ? [i] : []));
  const initial = letters.map((letter) => chooses.get(letter)).find((index) => index !== undefined) ?? 0;
  const transitions = own.map((i) => letters[i]!);
  const goal = problem.transitions[letters.at(-1)!]!.hurdle;
  const { marking, unbounded } = system.initial[initial]!;
  const asked = demands ? (own.length > 0 ? demands[own[0]!]! : goal) : demandOf(problem, transitions, goal);
  const extra = pairsOf(asked).filter(([place]) => unbounded.includes(place));
  const given = pairsOf(marking).filter(([place]) => !unbounded.includes(place));
  const most = pairsOf(marking).filter(([place]) => unbounded.includes(place));
  const tokens = coverPreimage(markingOf([...given, ...extra]), markingOf(most), []);
  if (!demands) return { initial, tokens, transitions };
  return { initial, tokens, transitions, demands: [...own.map((i) => demands[i]!), goal] };
}

/** What plain transitions demand at their start to end above `goal`. */
function demandOf({ transitions }: FramedProblem, letters: readonly number[], goal: Marking): Marking {
  const demand = new Map(pairsOf(goal));
  for (let i = letters.length - 1; i >= 0; i--) {
    const { hurdle, effect } = transitions[letters[i]!]!;
    for (const [place, change] of pairsOf(effect)) demand.set(place, Math.max(0, (demand.get(place) ?? 0) - change));
    for (const [place, count] of pairsOf(hurdle)) demand.set(place, Math.max(count, demand.get(place) ?? 0));
  }
  return markingOf(demand);
}
