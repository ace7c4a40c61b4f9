// How much a run may use. Engines stay free of clocks: they account for large allocations with `reserve` and yield
// now and then; whoever drives them asks `check` at each yield and tells them to stop.

export interface Limits {
  readonly milliseconds?: number;
  readonly bytes?: number;
}

/** Why a run was told to stop; the text goes into the verdict `unknown`. */
export interface Stop {
  readonly kind: 'time' | 'memory' | 'interrupted';
  readonly message: string;
}

export class Budget {
  readonly #started: number;
  #reserved = 0;

  constructor(
    readonly limits: Limits,
    readonly now: () => number,
  ) {
    this.#started = now();
  }

  get elapsed(): number {
    return this.now() - this.#started;
  }

  get reserved(): number {
    return this.#reserved;
  }

  /** Accounts for `bytes` of typed arrays (negative when they are given back). */
  reserve(bytes: number): void {
    this.#reserved += bytes;
  }

  check(): Stop | undefined {
    const { milliseconds, bytes } = this.limits;
    if (milliseconds !== undefined && this.elapsed > milliseconds)
      return { kind: 'time', message: `time limit of ${milliseconds / 1000} s reached` };
    if (bytes !== undefined && this.#reserved > bytes)
      return { kind: 'memory', message: `memory limit of ${Math.round(bytes / 2 ** 20)} MB reached` };
    return undefined;
  }
}
