// The choices of a run, in order: which external event comes next, how a condition on the unknown turns out. A run is a
// function of its choices; beyond the given ones it takes the first option each time.

export interface Choice {
  readonly taken: number;
  readonly among: number;
}

export class Choices {
  readonly made: Choice[] = [];

  constructor(readonly given: readonly number[]) {}

  choose(among: number): number {
    const wanted = this.given[this.made.length] ?? 0;
    const taken = wanted < among ? wanted : 0;
    this.made.push({ taken, among });
    return taken;
  }
}

export const tooLong = 'a run takes too many steps';

/** The run cannot go on: a bound was reached, or something is not modelled. */
export class Abandoned extends Error {}
