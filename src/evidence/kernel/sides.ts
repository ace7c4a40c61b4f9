// Sides: what one thread sees of a pattern, its own accesses with `|` where the pattern changes role. All sides of a
// question share one trie; a position in it is how far a thread has come.

/** `|`, or an access by its code; `bound` to one unit with the others if there are several, of which it may be the last. */
export type Step = '|' | { readonly code: number; readonly bound: boolean; readonly isLast: boolean };

export interface Position {
  readonly next: { readonly key: string; readonly step: Step; readonly to: number }[];
  readonly phase: number;
  /** Between the first and the last access of a unit (K10). */
  readonly isInside: boolean;
  /** Reached by an access, so the execution may be cut right after it: the thread need not be where it can stop. */
  readonly endsAnywhere: boolean;
  isComplete: boolean;
}

export class Sides {
  readonly positions: Position[] = [];

  constructor(endsAnywhere = false) {
    this.positions.push({ next: [], phase: 0, isInside: false, endsAnywhere, isComplete: false });
  }

  /** A trie of the one side that is complete at this position; there it is the last. */
  alone(position: number): Sides {
    const steps: Step[] = [];
    for (let at = position; at !== 0; ) {
      const before = this.positions.findIndex(({ next }) => next.some(({ to }) => to === at));
      steps.unshift(this.positions[before]!.next.find(({ to }) => to === at)!.step);
      at = before;
    }
    const sides = new Sides(this.positions[0]!.endsAnywhere);
    sides.add(steps);
    return sides;
  }

  /** The position at which the side is complete. */
  add(side: readonly Step[]): number {
    let at = 0;
    for (const step of side) {
      const key = JSON.stringify(step);
      const { next, phase, isInside } = this.positions[at]!;
      const known = next.find((one) => one.key === key);
      at = known?.to ?? this.positions.length;
      if (known) continue;
      next.push({ key, step, to: at });
      const after = step === '|' ? { phase: phase + 1, isInside } : { phase, isInside: step.bound && !step.isLast };
      this.positions.push({ next: [], ...after, endsAnywhere: step !== '|', isComplete: false });
    }
    this.positions[at]!.isComplete = true;
    return at;
  }
}
