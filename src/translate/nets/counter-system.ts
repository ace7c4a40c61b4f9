// Counter systems: what diagrams and nets have in common. A control (shared state), a number of tokens per place (threads
// per local state), and transitions that need `hurdle`, change the tokens by `effect`, and perhaps sweep whole places.
// Transition i of a system stands for edge i of the diagram, or transition i of the net, it was made from.

import { coverPreimage, type Marking, markingOf, pairsOf, plus } from '../../model/petri/marking.js';

/** Every token that is in `place` after the transition took its own moves to one of `to`. */
export interface Sweep {
  readonly place: number;
  readonly to: readonly number[];
}

/** For broadcast and transfer: take, sweep all that is left, give. Then `effect` is give - take. */
export interface Broadcast {
  readonly take: Marking;
  readonly give: Marking;
  readonly sweeps: readonly Sweep[];
}

export interface Transition {
  readonly from: number;
  readonly to: number;
  readonly hurdle: Marking;
  readonly effect: Marking;
  readonly broadcast?: Broadcast;
}

export interface CounterState {
  readonly control: number;
  readonly marking: Marking;
}

/** Also any number of tokens in the `unbounded` places. */
export interface InitialState extends CounterState {
  readonly unbounded: readonly number[];
}

export interface CounterSystem {
  readonly controls: number;
  readonly places: number;
  readonly transitions: readonly Transition[];
  readonly initial: readonly InitialState[];
}

export function hasBroadcast(system: { readonly transitions: readonly Transition[] }): boolean {
  return system.transitions.some((transition) => transition.broadcast !== undefined);
}

/** Two plain transitions as one. */
export function inSequence(first: Transition, second: Transition): Transition {
  return {
    from: first.from,
    to: second.to,
    hurdle: coverPreimage(first.hurdle, second.hurdle, first.effect),
    effect: plus(first.effect, second.effect),
  };
}

/** Does an initial state cover `state`? */
export function initiallyCovered(initial: InitialState, state: CounterState): boolean {
  if (initial.control !== state.control) return false;
  const available = new Map(pairsOf(initial.marking));
  return pairsOf(state.marking).every(
    ([place, count]) => initial.unbounded.includes(place) || (available.get(place) ?? 0) >= count,
  );
}

/** The minimal markings from which `transition` leads to at least `marking`: one, but for broadcasts. */
export function preimages(transition: Transition, marking: Marking): readonly Marking[] {
  const { hurdle, effect, broadcast } = transition;
  if (!broadcast) return [coverPreimage(hurdle, marking, effect)];
  const { take, give, sweeps } = broadcast;
  const afterSweep = coverPreimage([], marking, give);
  return unswept(afterSweep, sweeps).map((before) => coverPreimage(hurdle, plus(before, take), []));
}

/** All minimal markings that the sweeps can turn into at least `marking`. */
function unswept(marking: Marking, sweeps: readonly Sweep[]): readonly Marking[] {
  let partial: Marking[] = [[]];
  for (const [place, count] of pairsOf(marking)) {
    const sources = sourcesOf(place, sweeps);
    const shares = distributions(count, sources);
    partial = partial.flatMap((before) => shares.map((share) => plus(before, share)));
  }
  return partial;
}

function sourcesOf(place: number, sweeps: readonly Sweep[]): number[] {
  const swept = sweeps.some((sweep) => sweep.place === place);
  const sources = sweeps.filter((sweep) => sweep.to.includes(place)).map((sweep) => sweep.place);
  return swept ? sources : [place, ...sources];
}

/** All ways to spread `count` tokens over the places. */
function distributions(count: number, places: readonly number[]): Marking[] {
  let partial: { pairs: [number, number][]; left: number }[] = [{ pairs: [], left: count }];
  places.forEach((place, i) => {
    const last = i === places.length - 1;
    partial = partial.flatMap(({ pairs, left }) =>
      Array.from({ length: last ? 1 : left + 1 }, (_, k) => {
        const here = last ? left : k;
        return { pairs: [...pairs, [place, here] as [number, number]], left: left - here };
      }),
    );
  });
  return places.length === 0 ? [] : partial.map(({ pairs }) => markingOf(pairs));
}
