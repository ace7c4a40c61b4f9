// Sets of places that never hold more than one token in all, checked exactly: the start holds one, and no transition that
// can fire adds to their sum. Two tokens in one of them refute a state; transitions that ask for these are dead. On safe nets
// this is most of what there is to know, at a cost that is linear in the net.

import { type Marking, pairsOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import { firstOf, type Refuter } from '../search/refuter.js';
import { controlSets } from './control-sets.js';
import { coveringSet } from './covering-set.js';
import type { Layer } from './layer.js';

export class OneTokenSets {
  /** By place: the sets it is in, as indices. */
  readonly #of = new Map<number, number[]>();

  constructor(readonly sets: readonly (readonly number[])[]) {
    sets.forEach((set, index) => {
      for (const place of set) {
        const known = this.#of.get(place);
        if (known) known.push(index);
        else this.#of.set(place, [index]);
      }
    });
  }

  /** Two tokens of the marking that are never together. */
  refute(marking: Marking): Marking | undefined {
    const holder = new Map<number, number>();
    for (let i = 0; i < marking.length; i += 2) {
      const place = marking[i]!;
      for (const set of this.#of.get(place) ?? []) {
        const other = holder.get(set);
        if (other !== undefined) return [other, 1, place, 1];
        if (marking[i + 1]! > 1) return [place, 2];
        holder.set(set, place);
      }
    }
    return undefined;
  }
}

/** Yields the work done. */
export function* oneTokenSets(problem: Problem): Generator<number, OneTokenSets, void> {
  const covering = yield* coveringSet(problem);
  const others = yield* controlSets(problem);
  const candidates = covering ? [covering, ...others.filter((set) => set.join() !== covering.join())] : others;
  const check = new SetCheck(problem);
  yield problem.transitions.length;
  return new OneTokenSets(candidates.filter((set) => set.length > 1 && check.holdsOne(set)));
}

class SetCheck {
  /** By place: the transitions that change it, with the change. */
  readonly #changes = new Map<number, [transition: number, change: number][]>();
  readonly #tokens: ReadonlyMap<number, number>;

  constructor(readonly problem: Problem) {
    this.#tokens = new Map(pairsOf(problem.start.marking));
    problem.transitions.forEach(({ to, effect }, index) => {
      if (to === problem.goal) return;
      for (const [place, change] of pairsOf(effect)) {
        const known = this.#changes.get(place);
        if (known) known.push([index, change]);
        else this.#changes.set(place, [[index, change]]);
      }
    });
  }

  holdsOne(set: readonly number[]): boolean {
    const { start, transitions } = this.problem;
    const sums = new Map<number, number>();
    let tokens = 0;
    for (const place of set) {
      tokens += this.#tokens.get(place) ?? 0;
      if (start.unbounded.includes(place)) return false;
      for (const [index, change] of this.#changes.get(place) ?? []) sums.set(index, (sums.get(index) ?? 0) + change);
    }
    if (tokens !== 1) return false;
    const members = new Set(set);
    for (const [index, sum] of sums) if (sum > 0 && asksFor(transitions[index]!.hurdle, members) < 2) return false;
    return true;
  }
}

/** How many tokens of the set a transition needs. */
function asksFor(hurdle: Marking, members: ReadonlySet<number>): number {
  let sum = 0;
  for (const [place, count] of pairsOf(hurdle)) if (members.has(place)) sum += count;
  return sum;
}

/** The problem without the transitions that the sets refute; undefined when there are none. */
export function withoutRefuted(problem: Problem, sets: OneTokenSets): Layer | undefined {
  const words: number[] = [];
  problem.transitions.forEach(({ hurdle }, index) => {
    if (!sets.refute(hurdle)) words.push(index);
  });
  if (words.length === problem.transitions.length) return undefined;
  const refute: Refuter = (_, marking) => sets.refute(marking);
  return {
    problem: { ...problem, transitions: words.map((index) => problem.transitions[index]!) },
    words,
    events: [],
    placesBefore: Array.from({ length: problem.places }, (_, place) => place),
    lift: (inner) => firstOf(inner, refute),
    lower: (before) => before,
    answer: undefined,
  };
}
