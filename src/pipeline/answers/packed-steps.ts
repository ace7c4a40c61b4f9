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
  readonly #later: (() => readonly WitnessStep[])[] = [];

  add(steps: readonly WitnessStep[]): void {
    for (const step of steps) this.#steps.push(step);
  }

  /** Steps that are read when somebody asks for a way. */
  addLater(steps: () => readonly WitnessStep[]): void {
    this.#later.push(steps);
  }

  along(way: Way | undefined): readonly WitnessStep[] {
    for (const steps of this.#later.splice(0)) this.add(steps());
    if (!Array.isArray(way) || !way.every((stretch) => this.#isStretch(stretch))) return [];
    if (way.reduce((sum, [from, to]) => sum + to - from + 1, 0) > mostSteps) return [];
    // There may be thousands of ways with thousands of steps each: half the time of who receives them goes here.
    const steps: WitnessStep[] = [];
    for (const [from, to] of way) for (let number = from; number <= to; number++) steps.push(this.#steps[number]!);
    return steps;
  }

  #isStretch(stretch: unknown): boolean {
    if (!Array.isArray(stretch) || stretch.length !== 2 || !stretch.every(Number.isSafeInteger)) return false;
    const [from, to] = stretch;
    return from >= 0 && from <= to && to < this.#steps.length;
  }
}
