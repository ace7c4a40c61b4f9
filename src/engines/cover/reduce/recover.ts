// Nets hide their control in places. A set of places that holds exactly one token in all, from the start and for ever, is
// a control: this splits the controls of a problem by such a set. Exact, and checked here: the start holds one token in
// the set, and every transition takes at most one from it and returns what it took.

import { coverPreimage, type Marking, pairsOf, plus, without } from '../../../model/petri/marking.js';
import type { CounterState, Transition } from '../../../translate/nets/counter-system.js';
import type { Problem } from '../problem.js';
import type { Refuter } from '../search/refuter.js';
import type { Layer } from './layer.js';
import type { OneTokenSets } from './one-token-sets.js';

/** Recovering is worth it as long as the transitions do not multiply: at one split, and over all of them. */
const mostGrowth = 2;
const mostGrowthInAll = 4;
const alwaysSmall = 200;

/** How many transitions there may be after any number of splits. */
export function splitLimit({ transitions }: Problem): number {
  return Math.max(alwaysSmall, transitions.length * mostGrowthInAll);
}

/** Splits by one of the sets, if there is one that pays. The problem must have no unbounded places in its start. */
export function* recover(
  problem: Problem,
  { sets }: OneTokenSets,
  limitInAll: number,
): Generator<number, Layer | undefined, void> {
  const limit = Math.min(limitInAll, Math.max(alwaysSmall, problem.transitions.length * mostGrowth));
  const touching = transitionsTouching(problem);
  for (const set of sets) {
    if (leastCopies(problem, set, touching) > limit) continue;
    yield problem.transitions.length;
    const layer = splitBy(problem, set, limit);
    if (layer) return layer;
  }
  return undefined;
}

/** By place: how many transitions mention it. */
function transitionsTouching({ transitions, places }: Problem): Int32Array {
  const touching = new Int32Array(places);
  for (const { hurdle, effect } of transitions)
    for (const place of new Set([...pairsOf(hurdle), ...pairsOf(effect)].map(([each]) => each))) touching[place]!++;
  return touching;
}

/** Transitions that do not touch the set are copied for each of its places. */
function leastCopies({ transitions }: Problem, set: readonly number[], touching: Int32Array): number {
  let touched = 0;
  for (const place of set) touched += touching[place]!;
  return Math.max(0, transitions.length - touched) * set.length;
}

/** Undefined when the set does not always hold one token, or there would be more than `limit` transitions. */
function splitBy(problem: Problem, set: readonly number[], limit: number): Layer | undefined {
  const split = new Split(problem, set);
  const start = split.state(problem.start);
  if (start.length !== 1 || !split.holdsOne(problem.start.marking)) return undefined;
  const transitions: Transition[] = [];
  const words: number[] = [];
  for (const [index, transition] of problem.transitions.entries()) {
    const copies = split.transition(transition);
    if (!copies || transitions.length + copies.length > limit) return undefined;
    for (const copy of copies) {
      transitions.push(copy);
      words.push(index);
    }
  }
  return {
    problem: {
      controls: split.goal + 1,
      places: problem.places,
      transitions,
      start: { ...start[0]!, unbounded: [] },
      goal: split.goal,
    },
    words,
    events: [],
    placesBefore: Array.from({ length: problem.places }, (_, place) => place),
    lift: (inner) => split.lift(inner),
    lower: (before) => split.lower(before),
    answer: undefined,
  };
}

class Split {
  readonly #digit: Int32Array;
  readonly #member: Uint8Array;
  readonly goal: number;

  constructor(
    readonly problem: Problem,
    readonly set: readonly number[],
  ) {
    this.#digit = new Int32Array(problem.places).fill(-1);
    this.#member = new Uint8Array(problem.places);
    set.forEach((place, digit) => {
      this.#digit[place] = digit;
      this.#member[place] = 1;
    });
    this.goal = problem.controls * set.length;
  }

  holdsOne(marking: Marking): boolean {
    const tokens = this.#within(marking);
    return tokens.length === 1 && tokens[0]![1] === 1;
  }

  /** A state at every digit it allows: none when it asks for two tokens of the set. */
  state({ control, marking }: CounterState): CounterState[] {
    const rest = without(marking, this.#member);
    return this.#digits(marking).map((digit) => ({ control: this.#control(control, digit), marking: rest }));
  }

  /** The transition at every digit at which it can fire; undefined when it does not keep the token. */
  transition({ from, to, hurdle, effect }: Transition): Transition[] | undefined {
    const changed = this.#within(effect);
    const [gained] = changed.filter(([, change]) => change > 0);
    const swapped = changed.length === 2 && changed[0]![1] + changed[1]![1] === 0 && gained?.[1] === 1;
    const digits = this.#digits(hurdle);
    const isLast = to === this.problem.goal;
    if (changed.length > 0 && !swapped && digits.length > 0 && !isLast) return undefined;
    const rest = { hurdle: without(hurdle, this.#member), effect: without(effect, this.#member) };
    return digits.map((digit) => ({
      from: this.#control(from, digit),
      to: this.#control(to, gained ? this.#digit[gained[0]]! : digit),
      ...rest,
    }));
  }

  /** A state without a token in the set is refuted if it is with each; one with two tokens always is. */
  lift(inner: Refuter): Refuter {
    return (control, marking) => {
      const tokens = this.#within(marking);
      if (tokens.length > 1) return [tokens[0]![0], 1, tokens[1]![0], 1];
      if (tokens.length === 1 && tokens[0]![1] > 1) return [tokens[0]![0], 2];
      let refutation: Marking = [];
      for (const state of this.state({ control, marking })) {
        const each = inner(state.control, state.marking);
        if (!each) return undefined;
        refutation = maximum(refutation, each);
      }
      return tokens.length === 0 ? refutation : plus(refutation, [tokens[0]![0], 1]);
    };
  }

  /** What is refuted without the token, or with the one that the digit stands for; the token then goes without saying. */
  lower(before: Refuter): Refuter {
    return (control, marking) => {
      if (control === this.goal) return before(this.problem.goal, marking);
      const [base, digit] = [Math.floor(control / this.set.length), control % this.set.length];
      const refutation = before(base, plus(marking, [this.set[digit]!, 1]));
      return refutation && without(refutation, this.#member);
    };
  }

  #control(control: number, digit: number): number {
    return control === this.problem.goal ? this.goal : control * this.set.length + digit;
  }

  #digits(marking: Marking): number[] {
    const tokens = this.#within(marking);
    if (tokens.length === 0) return this.set.map((_, digit) => digit);
    return tokens.length === 1 && tokens[0]![1] === 1 ? [this.#digit[tokens[0]![0]]!] : [];
  }

  #within(marking: Marking): [number, number][] {
    return pairsOf(marking).filter(([place]) => this.#member[place]);
  }
}

function maximum(a: Marking, b: Marking): Marking {
  return coverPreimage(a, b, []);
}
