// A few events of a trace, asked about in the order of the trace: a pass over millions of events pays one comparison each.

export class ChosenEvents {
  readonly #sorted: Float64Array;
  #at = 0;
  /** The first chosen event from the one last asked about on. */
  #next: number;

  constructor(events: Iterable<number>) {
    this.#sorted = Float64Array.from(new Set(events)).sort();
    this.#next = this.#sorted[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Is it one of them? Asked with events that never decrease. */
  has(event: number): boolean {
    return event >= this.#next && this.#reaches(event);
  }

  #reaches(event: number): boolean {
    while (this.#next < event) this.#next = this.#sorted[++this.#at] ?? Number.POSITIVE_INFINITY;
    return this.#next === event;
  }
}
