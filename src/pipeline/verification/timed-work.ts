// What checkers may do: a number of steps, the same on every machine, and none once the time of the command is over or there
// is no memory left.

import type { Budget } from '../../base/budget.js';
import type { Work } from '../../evidence/certifier.js';
import type { Platform } from '../job.js';

/** Looks at the clock are rarer than steps. */
const stepsPerLook = 1024;
/** And looks at the memory, in milliseconds. */
const memoryEvery = 100;

export class TimedWork implements Work {
  #left: number;
  #untilLook = stepsPerLook;
  #memorySeen = 0;

  constructor(
    steps: number,
    readonly budget: Budget,
    readonly platform: Pick<Platform, 'now' | 'memoryInUse' | 'memoryShortage'>,
  ) {
    this.#left = steps;
  }

  get left(): number {
    if (--this.#untilLook > 0) return this.#left;
    this.#untilLook = stepsPerLook;
    if (this.budget.check() || this.#isMemoryShort()) this.#left = 0;
    return this.#left;
  }

  #isMemoryShort(): boolean {
    const { platform } = this;
    if (!platform.memoryShortage || platform.now() - this.#memorySeen < memoryEvery) return false;
    this.#memorySeen = platform.now();
    return platform.memoryShortage(platform.memoryInUse()) !== undefined;
  }

  set left(steps: number) {
    this.#left = Math.min(steps, this.#left);
  }
}
