// What checkers may do: a number of steps, the same on every machine, and none once the time of the command is over.

import type { Budget } from '../../base/budget.js';
import type { Work } from '../../evidence/certifier.js';

/** Looks at the clock are rarer than steps. */
const stepsPerLook = 1024;

export class TimedWork implements Work {
  #left: number;
  #untilLook = stepsPerLook;

  constructor(
    steps: number,
    readonly budget: Budget,
  ) {
    this.#left = steps;
  }

  get left(): number {
    if (--this.#untilLook > 0) return this.#left;
    this.#untilLook = stepsPerLook;
    if (this.budget.check()) this.#left = 0;
    return this.#left;
  }

  set left(steps: number) {
    this.#left = Math.min(steps, this.#left);
  }
}
