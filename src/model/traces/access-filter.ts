// Which accesses a pass is about: those of a few variables, and a few events. Others are not told to the visitor; they order
// nothing, so an analysis that would not look at them misses nothing.

import { ChosenEvents } from './chosen-events.js';

export class AccessFilter {
  readonly #isWatched: Uint8Array;
  readonly #events: ChosenEvents;

  constructor(variables: Iterable<number>, events: Iterable<number>) {
    const watched = [...variables].filter((variable) => variable >= 0);
    this.#isWatched = new Uint8Array(watched.reduce((most, variable) => Math.max(most, variable + 1), 0));
    for (const variable of watched) this.#isWatched[variable] = 1;
    this.#events = new ChosenEvents(events);
  }

  /** Asked in the order of the events. */
  passes(variable: number, event: number): boolean {
    return (variable < this.#isWatched.length && this.#isWatched[variable] === 1) || this.#events.has(event);
  }
}
