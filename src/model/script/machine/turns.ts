// Turns and when two executions are the same. A turn is what happens between two choices of the outside world: an external
// event with all the microtasks behind it. Turns that touch nothing in common commute; executions that differ only in the
// order of such turns are one trace (Mazurkiewicz), reach the same state and have the same future: docs/theory/async.md.
// Whatever code can tell apart and change has to be touched here: variables, properties, promises, locks, timers,
// generators. What a turn makes is numbered by its label, so that equivalent executions name it alike.

import type { Asked } from './choices.js';

/** Names that the executions of one search share: what equivalent executions make gets equal numbers. */
export class Names {
  readonly #ids = new Map<string, number[]>();
  #last = 0;

  /** The number of what a turn makes as its n-th. */
  idOf(turn: string, n: number): number {
    let made = this.#ids.get(turn);
    if (!made) {
      made = [];
      this.#ids.set(turn, made);
    }
    made[n] ??= ++this.#last;
    return made[n];
  }
}

/** What a turn touches: true where it changes it. */
export type Touches = ReadonlyMap<string, boolean>;

export function areDependent(one: Touches, other: Touches): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const [object, changes] of few) {
    const also = many.get(object);
    if (also !== undefined && (changes || also)) return true;
  }
  return false;
}

/** One turn of an execution, as far as its order with others matters. */
export interface Turn {
  readonly label: string;
  /** Its operation, or the entry that is called: turns of one source have a fixed order. */
  readonly source: string;
  /** Which choice it was; absent where there was none. */
  readonly at?: number;
  /** Labels of what could have happened instead, it included. */
  readonly among: readonly string[];
  readonly touches: Touches;
  /** Conditions on the unknown decided in it. */
  readonly decides: boolean;
  /** Timers that it has kept from firing. */
  readonly prevents: readonly string[];
  /** Whose turn it is, and what was asked, where it is an answer or a failure. */
  readonly asked: Asked;
  /** What was asleep when it was chosen. */
  readonly asleep: ReadonlyMap<string, Touches>;
}

export class Turns {
  #label = '';
  #made = 0;
  #begun = 0;
  /** Objects of the current turn: was it changed? */
  #touched = new Map<string, boolean>();
  #prevented: string[] = [];

  constructor(readonly names: Names) {}

  nextId(): number {
    return this.names.idOf(this.#label, this.#made++);
  }

  /** A label for something that the outside will do later. */
  nextLabel(): string {
    return `${this.#label}/${this.#begun++}`;
  }

  begin(label: string): void {
    this.#label = label;
    this.#made = 0;
    this.#begun = 0;
    this.#touched = new Map();
    this.#prevented = [];
  }

  touch(object: string, changes: boolean): void {
    if (changes || !this.#touched.has(object)) this.#touched.set(object, changes);
  }

  /** A timer that will not fire. */
  prevent(label: string): void {
    this.#prevented.push(label);
  }

  /** What the current turn has touched, and kept from happening. */
  get current(): { readonly touches: Touches; readonly prevents: readonly string[] } {
    return { touches: this.#touched, prevents: this.#prevented };
  }
}
