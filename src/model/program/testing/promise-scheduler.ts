// Runs asynchronous JavaScript on the promises of Node itself, once for every order in which external events can come:
// each time the microtasks have run out, one pending event (an external completion, the start of an entry) is let through.

export type Outcome = string;

interface Deferred extends Promise<number> {
  settle(value: number): void;
  reject(reason: number): void;
}

interface Running {
  readonly entries: readonly (() => Promise<number>)[];
  readonly values: () => readonly number[];
}

/**
 * All outcomes; undefined if there are more than `most` orders. The code is the body of a function of `world` that answers
 * its entries and a way to look at its variables.
 */
export async function outcomesOfJavaScript(javascript: string, most: number): Promise<Set<Outcome> | undefined> {
  const start = new Function('world', javascript);
  const outcomes = new Set<Outcome>();
  let orders = 0;
  for (let choices: number[] | undefined = []; choices; ) {
    if (++orders > most) return undefined;
    const run: Execution = new Execution(choices);
    outcomes.add(await run.finish((world) => start(world) as Running));
    choices = run.nextChoices();
  }
  return outcomes;
}

class Execution {
  readonly #pending: (() => void)[] = [];
  readonly #sizes: number[] = [];

  constructor(readonly choices: number[]) {}

  async finish(start: (world: object) => Running): Promise<Outcome> {
    const { entries, values } = start(this.#world());
    const ends = entries.map(() => 'pending');
    entries.forEach((entry, i) => {
      this.#pending.push(() => {
        entry().then(
          (value) => (ends[i] = `returned ${value}`),
          (reason) => (ends[i] = `failed ${reason}`),
        );
      });
    });
    for (let step = 0; this.#pending.length > 0; step++) {
      const [event] = this.#pending.splice(this.#choose(step), 1);
      event!();
      await new Promise((resolve) => setImmediate(resolve)); // all microtasks run before this
    }
    return [...values(), ...ends].join();
  }

  #choose(step: number): number {
    this.#sizes.push(this.#pending.length);
    this.choices[step] ??= 0;
    return this.choices[step];
  }

  /** The next sequence of choices in lexicographic order. */
  nextChoices(): number[] | undefined {
    const choices = this.choices.slice(0, this.#sizes.length);
    for (let last = choices.pop(); last !== undefined; last = choices.pop())
      if (last + 1 < this.#sizes[choices.length]!) return [...choices, last + 1];
    return undefined;
  }

  #world() {
    const waiting: (() => void)[] = [];
    let isLocked = false;
    return {
      external: () => new Promise<void>((resolve) => this.#pending.push(() => resolve())),
      tracked,
      deferred,
      lock: () => {
        if (isLocked) return new Promise<void>((resolve) => waiting.push(resolve));
        isLocked = true;
        return undefined;
      },
      unlock: () => {
        const next = waiting.shift();
        if (next) next();
        else isLocked = false;
      },
    };
  }
}

/** A rejection that nobody handles is an outcome like others here. */
function tracked<T extends Promise<unknown>>(promise: T): T {
  promise.catch(() => {});
  return promise;
}

function deferred(): Deferred {
  const parts: Partial<Deferred> = {};
  const promise = new Promise<number>((resolve, reject) => {
    parts.settle = resolve;
    parts.reject = reject;
  });
  return tracked(Object.assign(promise, parts) as Deferred);
}
