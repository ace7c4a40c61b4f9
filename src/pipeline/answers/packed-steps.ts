// The steps of many executions, each once: an execution is then a few stretches of numbers.

import type { WitnessStep } from '../../verdict/witness.js';

/** Stretches of numbers, first and last. */
export type Way = readonly (readonly [from: number, to: number])[];

export class PackedSteps {
  readonly #numbers = new Map<WitnessStep, number>();

  /** The steps that were not packed before, and the way of each execution. */
  pack(executions: readonly (readonly WitnessStep[])[]): { steps: WitnessStep[]; ways: Way[] } {
    const fresh: WitnessStep[] = [];
    const ways = executions.map((steps) => {
      const way: [number, number][] = [];
      for (const step of steps) {
        const number = this.#numbers.get(step) ?? this.#numbers.size;
        if (number === this.#numbers.size) {
          this.#numbers.set(step, number);
          fresh.push(step);
        }
        const last = way[way.length - 1];
        if (last && last[1] === number - 1) last[1] = number;
        else way.push([number, number]);
      }
      return way;
    });
    return { steps: fresh, ways };
  }
}

/** No execution that anybody tells has more steps. */
const mostSteps = 10_000_000;

/** What comes back may come from anywhere: a way that is none has no steps. */
export class UnpackedSteps {
  readonly #steps: WitnessStep[] = [];

  add(steps: readonly WitnessStep[]): void {
    for (const step of steps) this.#steps.push(step);
  }

  along(way: Way | undefined): readonly WitnessStep[] {
    if (!Array.isArray(way) || !way.every((stretch) => this.#isStretch(stretch))) return [];
    if (way.reduce((sum, [from, to]) => sum + to - from + 1, 0) > mostSteps) return [];
    return way.flatMap(([from, to]) => this.#steps.slice(from, to + 1));
  }

  #isStretch(stretch: unknown): boolean {
    if (!Array.isArray(stretch) || stretch.length !== 2 || !stretch.every(Number.isSafeInteger)) return false;
    const [from, to] = stretch;
    return from >= 0 && from <= to && to < this.#steps.length;
  }
}
