// Texts that two states of a program share iff they are the same state, everything that a step can look at included. The
// parts of a state (threads, heap objects) are numbered by their own texts first; steps share the parts that they do not
// change, so most of them are known by identity and a state's text is a few numbers long. No hash decides anything.

import type { HeapObject, State, Thread } from '../../model/program/state.js';

export class StateKeys {
  readonly #threads = new Numbering<Thread>(threadText);
  readonly #objects = new Numbering<HeapObject>(objectText);

  keyOf({ shared, heap, threads, ...turns }: State): string {
    const numbers = [shared.length, ...shared, threads.length];
    for (const thread of threads) numbers.push(this.#threads.numberOf(thread));
    for (const object of heap) numbers.push(this.#objects.numberOf(object));
    return packed(numbers) + JSON.stringify(turns);
  }
}

/** Equal texts have equal numbers; what was seen before is known by identity. */
class Numbering<T extends object> {
  readonly #seen = new WeakMap<T, number>();
  readonly #byText = new Map<string, number>();

  constructor(readonly textOf: (part: T) => string) {}

  numberOf(part: T): number {
    const known = this.#seen.get(part);
    if (known !== undefined) return known;
    const text = this.textOf(part);
    const number = this.#byText.get(text) ?? this.#byText.size;
    this.#byText.set(text, number);
    this.#seen.set(part, number);
    return number;
  }
}

/** Whatever a thread has, but for its name, which no step looks at but to name other threads. */
function threadText({ name: _, ...thread }: Thread): string {
  return JSON.stringify(thread);
}

function objectText(object: HeapObject): string {
  return JSON.stringify(object);
}

const small = 0xfff0;

/** One character per number where it is small; others are marked and take two. */
function packed(numbers: readonly number[]): string {
  let text = '';
  for (const number of numbers)
    text +=
      number >= 0 && number < small
        ? String.fromCharCode(number)
        : String.fromCharCode(0xffff, (number >>> 16) & 0xffff, number & 0xffff);
  return text;
}
