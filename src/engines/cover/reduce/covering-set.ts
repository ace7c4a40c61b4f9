// A set of places that holds one token and of which every transition asks for exactly one: the control of the process that
// all others talk to. Zeros and ones by unit propagation on x . effect = 0 and x . hurdle = 1, with a little guessing: when
// there is such a set it is found whatever the order of places, which the basis of a null space (control-sets.ts) depends on.
// A candidate is only a suggestion: `oneTokenSets` checks it exactly.

import type { Problem } from '../problem.js';

/** The sum of the places' values, each with its factor. */
interface Equation {
  readonly places: readonly number[];
  readonly factors: readonly number[];
  readonly sum: number;
}

/** Looks at an equation or a place before the search is given up, per equation and place. */
const mostLooks = 60;

/** Undefined when there is none, or it takes too long. Yields the work done. */
export function* coveringSet(problem: Problem): Generator<number, number[] | undefined, void> {
  const { places, transitions, start, goal } = problem;
  const search = new ZeroOneSearch(places);
  const marked = start.marking.filter((_, i) => i % 2 === 0);
  search.add(
    marked,
    marked.map(() => 1),
    1,
  );
  for (let i = 0; i < start.marking.length; i += 2) if (start.marking[i + 1]! > 1) search.exclude(start.marking[i]!);
  for (const place of start.unbounded) search.exclude(place);
  for (const { to, hurdle, effect } of transitions) {
    if (to === goal) continue;
    const asked = hurdle.filter((_, i) => i % 2 === 0);
    search.add(
      asked,
      asked.map(() => 1),
      1,
    );
    for (let i = 0; i < hurdle.length; i += 2) if (hurdle[i + 1]! > 1) search.exclude(hurdle[i]!);
    search.add(
      effect.filter((_, i) => i % 2 === 0),
      effect.filter((_, i) => i % 2 === 1),
      0,
    );
  }
  yield transitions.length;
  const isFound = search.solve();
  yield search.looks;
  return isFound ? search.ones() : undefined;
}

const unknown = -1;

/** Values are tried in the order of places, zero first, and taken back when an equation cannot be met. */
class ZeroOneSearch {
  readonly #equations: Equation[] = [];
  readonly #of: number[][];
  readonly #values: Int8Array;
  /** Places in the order in which they got their values. */
  readonly #trail: number[] = [];
  #isImpossible = false;
  looks = 0;

  constructor(readonly places: number) {
    this.#of = Array.from({ length: places }, () => []);
    this.#values = new Int8Array(places).fill(unknown);
  }

  add(places: readonly number[], factors: readonly number[], sum: number): void {
    if (places.length === 0) this.#isImpossible ||= sum !== 0;
    for (const place of places) this.#of[place]!.push(this.#equations.length);
    this.#equations.push({ places, factors, sum });
  }

  exclude(place: number): void {
    if (this.#values[place] === unknown) this.#assign(place, 0);
  }

  ones(): number[] {
    return [...this.#values.keys()].filter((place) => this.#values[place] === 1);
  }

  solve(): boolean {
    if (this.#isImpossible) return false;
    const limit = mostLooks * (this.#equations.length + this.places);
    for (let i = 0; i < this.#equations.length; i++) if (!this.#look(i)) return false;
    /** Guesses that may be taken back: where each stands on the trail. */
    const guesses: number[] = [];
    let isRight = this.#propagate(0);
    for (let next = 0; this.looks < limit; ) {
      if (!isRight) {
        const at = guesses.pop();
        if (at === undefined) return false;
        const place = this.#trail[at]!;
        this.#takeBack(at);
        this.#assign(place, 1);
        isRight = this.#propagate(at);
        next = 0;
        continue;
      }
      for (; next < this.places && (this.#values[next] !== unknown || this.#of[next]!.length === 0); next++)
        this.looks++;
      if (next === this.places) return true;
      guesses.push(this.#trail.length);
      this.#assign(next, 0);
      isRight = this.#propagate(this.#trail.length - 1);
    }
    return false;
  }

  #assign(place: number, value: 0 | 1): void {
    this.#values[place] = value;
    this.#trail.push(place);
  }

  #takeBack(length: number): void {
    for (const place of this.#trail.splice(length)) this.#values[place] = unknown;
  }

  /** Draws the conclusions from the values on the trail from here on; false when an equation cannot be met. */
  #propagate(from: number): boolean {
    for (let at = from; at < this.#trail.length; at++)
      for (const index of this.#of[this.#trail[at]!]!) if (!this.#look(index)) return false;
    return true;
  }

  /** Gives the values that one equation leaves no choice about; false when it cannot be met. */
  #look(index: number): boolean {
    this.looks++;
    const { places, factors, sum } = this.#equations[index]!;
    let [least, most] = [0, 0];
    for (let i = 0; i < places.length; i++) {
      const value = this.#values[places[i]!]!;
      const factor = factors[i]!;
      if (value === 1 || (value === unknown && factor < 0)) least += factor;
      if (value === 1 || (value === unknown && factor > 0)) most += factor;
    }
    if (sum < least || sum > most) return false;
    for (let i = 0; i < places.length; i++) {
      if (this.#values[places[i]!] !== unknown) continue;
      const size = Math.abs(factors[i]!);
      const towardsMost = factors[i]! > 0 ? 1 : 0;
      if (least + size > sum) this.#assign(places[i]!, (1 - towardsMost) as 0 | 1);
      else if (most - size < sum) this.#assign(places[i]!, towardsMost);
    }
    return true;
  }
}
