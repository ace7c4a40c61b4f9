// Texts that two states of a program share iff they are the same state, everything that a step can look at included. The
// parts of a state (threads, heap objects) are numbered by their own texts first; steps share the parts that they do not
// change, so most of them are known by identity and a state's text is a few numbers long. No hash decides anything.

import type { HeapObject, State, Thread } from '../../model/program/state.js';

export class StateKeys {
  readonly #threads = new Numbering<Thread>(threadText);
  readonly #objects = new Numbering<HeapObject>(objectText);

  keyOf({ shared, heap, threads, running, ...turns }: State): string {
    const numbers = [running, shared.length, ...shared, threads.length];
    for (const list of [turns.callers, turns.microtasks, turns.lockWaiters]) numbers.push(list.length, ...list);
    for (const thread of threads) numbers.push(this.#threads.numberOf(thread));
    for (const object of heap) numbers.push(this.#objects.numberOf(object));
    return packed(numbers);
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

/** Without the name, which no step looks at but to name other threads. */
function threadText({ process, frames, status, held, unitDepth, children, ...promise }: Thread): string {
  const stack = frames.map((frame) => [frame.function, frame.node, frame.result ?? -1, ...frame.locals]);
  const { settled = null, waiters, isDeferred = false } = promise;
  return JSON.stringify([process, stack, status, held, unitDepth, children, settled, waiters, isDeferred]);
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
