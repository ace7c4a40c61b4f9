// What the units of one class put into its collections: code that runs where it is taken out and called, and objects
// that the one who put them there goes on changing, so that they are not the taker's alone.

import type { Callable, SharedObject } from './shared-object.js';

export class StoredValues {
  readonly #code = new Map<string, Callable[]>();
  readonly #called = new Set<string>();
  readonly #kept = new Map<string, SharedObject>();

  keepCode(element: string, callable: Callable): void {
    const known = this.#code.get(element) ?? [];
    if (!known.some(({ node }) => node === callable.node)) this.#code.set(element, [...known, callable]);
  }

  /** The code that a call of the element runs, one of these. */
  call(element: string): readonly Callable[] {
    const found = this.#code.get(element) ?? [];
    if (found.length > 0) this.#called.add(element);
    return found;
  }

  markCalled(keeper: string): void {
    this.#called.add(keeper);
  }

  isCalled(element: string): boolean {
    return this.#called.has(element);
  }

  /** Whoever put the element there still uses it, as this object. */
  keepHold(element: string, object: SharedObject): void {
    this.#kept.set(element, object);
  }

  heldOn(element: string): SharedObject | undefined {
    return this.#kept.get(element);
  }

  get hasHeldOn(): boolean {
    return this.#kept.size > 0;
  }
}
