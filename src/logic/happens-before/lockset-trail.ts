// How the lockset of one access evolves, and why: for explanations. Keeps two views of the same set. The normal form
// (lockset.ts) with, for every element, the event that brought it in and the element it came from: following these
// causes back gives the chain of synchronisation that orders two events. And the form in which paper 001 prints it
// (Fig. 4), which also shows the locks that threads of the set hold: normal form plus held(t) for each thread t in it.

/** Threads and synchronisation objects in one numbering. */
export type Element = number;

export function threadElement(thread: number): Element {
  return 2 * thread;
}

export function syncElement(sync: number): Element {
  return 2 * sync + 1;
}

/** One element's way into the set: the step that brought it, because of the element that was there. */
export interface Entry<Step> {
  readonly element: Element;
  /** Absent for the thread of the access itself. */
  readonly step?: Step;
  readonly cause?: Entry<Step>;
}

/** A step after which the printed set is larger. */
export interface Growth<Step> {
  readonly step: Step;
  readonly lockset: readonly Element[];
}

export class LocksetTrail<Step> {
  readonly #entries = new Map<Element, Entry<Step>>();
  readonly #shown = new Set<Element>();
  readonly #growths: Growth<Step>[] = [];

  constructor(thread: number, held: Iterable<number>) {
    const element = threadElement(thread);
    this.#entries.set(element, { element });
    this.#show(thread, held);
  }

  /** The set as the paper prints it, in the order in which the elements came. */
  get lockset(): readonly Element[] {
    return [...this.#shown];
  }

  get growths(): readonly Growth<Step>[] {
    return this.#growths;
  }

  /** All elements but the first, in the order in which they came. */
  get entries(): readonly Entry<Step>[] {
    return [...this.#entries.values()].filter((entry) => entry.step !== undefined);
  }

  /** Does what `thread` does next happen after the access? */
  knows(thread: number): boolean {
    return this.#entries.has(threadElement(thread));
  }

  /** A synchronisation by `thread`, which holds `held` after it: whoever knew through `from`, now knows through `to`. */
  flow(from: Element, to: Element, step: () => Step, thread: number, held: Iterable<number>): void {
    const cause = this.#entries.get(from);
    const known = this.#entries.has(to);
    if (cause !== undefined && !known) this.#entries.set(to, { element: to, step: step(), cause });
    if (!this.knows(thread) && cause === undefined) return;
    const size = this.#shown.size;
    if (this.#entries.has(to)) this.#shown.add(to);
    if (this.knows(thread)) this.#show(thread, held);
    if (this.#shown.size > size) this.#growths.push({ step: step(), lockset: this.lockset });
  }

  /** The steps that lead from the access to `thread`, first to last; undefined when nothing does. */
  chain(thread: number): readonly Step[] | undefined {
    const steps: Step[] = [];
    let entry = this.#entries.get(threadElement(thread));
    if (entry === undefined) return undefined;
    for (; entry?.step !== undefined; entry = entry.cause) steps.unshift(entry.step);
    return steps;
  }

  #show(thread: number, held: Iterable<number>): void {
    this.#shown.add(threadElement(thread));
    for (const lock of held) this.#shown.add(syncElement(lock));
  }
}
