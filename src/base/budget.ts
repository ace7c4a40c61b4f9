// How much a run may use. Engines stay free of clocks: they account for large allocations with `reserve` and yield
// now and then; whoever drives them asks `check` at each yield and tells them to stop.

export interface Limits {
  /** For the whole command. */
  readonly milliseconds?: number;
  /** The moment when that time is over, where several runs share it; otherwise it begins with each run. */
  readonly until?: number;
  readonly millisecondsPerQuestion?: number;
  readonly bytes?: number;
  /** Steps that checkers may make for one question; as many on every machine. */
  readonly certifyingSteps?: number;
}

/** Why a run was told to stop; the text goes into the verdict `unknown`. */
export interface Stop {
  /** `question`: only the question at hand has used up its time, the run goes on with the next. */
  readonly scope: 'run' | 'question';
  readonly message: string;
}

/**
 * A run that is told to stop, and whoever checks what it hands in, may take so much longer: a twentieth of the limit, and
 * half a second at least.
 */
export function graceOf({ milliseconds = 0 }: Limits): number {
  return Math.max(500, milliseconds / 20);
}

/** The limits of those who check what a run has handed in. */
export function withGrace(limits: Limits, now: number): Limits {
  const { milliseconds, until = now + (milliseconds ?? 0) } = limits;
  return milliseconds === undefined ? {} : { milliseconds, until: until + graceOf(limits) };
}

/** What tables may take together: their places are numbers of 31 bits, and they double. */
const mostOfTables = 6 * 2 ** 30;

export class Budget {
  readonly #started: number;
  #questionStarted: number;
  #reserved = 0;
  #observed = 0;
  readonly #said = new Set<string>();
  #shortage: string | undefined;

  constructor(
    readonly limits: Limits,
    readonly now: () => number,
  ) {
    this.#started = now();
    this.#questionStarted = this.#started;
  }

  /** The clock of `millisecondsPerQuestion` starts anew. */
  nextQuestion(): void {
    this.#questionStarted = this.now();
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

  /** What the surroundings measured; the limit applies to it as to what was reserved. A shortage ends the run without one. */
  observe(bytes: number, shortage?: string): void {
    this.#observed = bytes;
    this.#shortage ??= shortage;
  }

  check(): Stop | undefined {
    const stop = this.#reached();
    if (stop) this.#said.add(stop.message);
    return stop;
  }

  /** Do these words begin with what `check` has said? */
  hasSaid(words: string): boolean {
    return [...this.#said].some((message) => words.startsWith(message));
  }

  #reached(): Stop | undefined {
    const { milliseconds, millisecondsPerQuestion, bytes } = this.limits;
    if (milliseconds !== undefined && this.now() > (this.limits.until ?? this.#started + milliseconds))
      return { scope: 'run', message: `time limit of ${milliseconds / 1000} s reached` };
    if (bytes !== undefined && Math.max(this.#reserved, this.#observed) > bytes)
      return { scope: 'run', message: `memory limit of ${Math.round(bytes / 2 ** 20)} MB reached` };
    if (this.#reserved > mostOfTables)
      return {
        scope: 'run',
        message: `memory limit of ${mostOfTables / 2 ** 20} MB reached (for the tables of one run)`,
      };
    if (this.#shortage !== undefined) return { scope: 'run', message: this.#shortage };
    if (millisecondsPerQuestion !== undefined && this.now() - this.#questionStarted > millisecondsPerQuestion)
      return { scope: 'question', message: `query time limit of ${millisecondsPerQuestion / 1000} s reached` };
    return undefined;
  }
}

/** For those who are not in a hurry. */
export const unlimited = new Budget({}, () => 0);
