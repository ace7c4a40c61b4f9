// Turns and when two executions are the same. A turn is what happens between two choices of the outside world: an external
// event with all the microtasks behind it. Turns that touch nothing in common commute; executions that differ only in the
// order of such turns are one trace (Mazurkiewicz), reach the same state and have the same future: docs/theory/async.md.
// A trace is the set of its turns, each known by its label, what it found out, and the turns that it comes after; all
// names are interned, so that equal numbers mean equal traces, not equal hashes. Whatever code can tell apart and change
// has to be touched here: variables, properties, promises, locks, timers, generators.

/** Names that the executions of one search share: what equivalent executions make gets equal numbers. */
export class Names {
  readonly #ids = new Map<string, number[]>();
  readonly #known = new Map<string, number>();
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

  intern(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = this.#known.size + 1;
    this.#known.set(text, made);
    return made;
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
  /** What was asleep when it was chosen. */
  readonly asleep: ReadonlyMap<string, Touches>;
}

interface Touched {
  /** The turn that changed it last; 0 is the setup. */
  changed: number;
  /** Turns that have looked at it since. */
  seen: number[];
}

export class Turns {
  readonly #objects = new Map<string, Touched>();
  readonly #done: number[] = [];
  #label = '';
  #made = 0;
  #begun = 0;
  /** Objects of the current turn: was it changed? */
  readonly #touched = new Map<string, boolean>();
  readonly #facts = new Set<string>();
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
    this.#touched.clear();
    this.#facts.clear();
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
    return { touches: new Map(this.#touched), prevents: this.#prevented };
  }

  /** Who asks first does not matter, only what is true. */
  learn(fact: string): void {
    this.#facts.add(fact);
  }

  end(): void {
    const behind = [...this.#touched].map(([object, changes]) => this.#behind(object, changes)).sort();
    const turn = this.names.intern(`${this.#label}|${[...this.#facts].sort().join()}|${behind.join()}`);
    for (const [object, changes] of this.#touched) this.#record(object, changes, turn);
    this.#done.push(turn);
    this.#touched.clear();
    this.#facts.clear();
  }

  #behind(object: string, changes: boolean): string {
    const known = this.#objects.get(object);
    const seen = changes && known ? [...known.seen].sort((a, b) => a - b).join('.') : '';
    return `${object}${changes ? '!' : '?'}${known?.changed ?? 0}:${seen}`;
  }

  #record(object: string, changes: boolean, turn: number): void {
    const known = this.#objects.get(object);
    if (changes) this.#objects.set(object, { changed: turn, seen: [] });
    else if (known) known.seen.push(turn);
    else this.#objects.set(object, { changed: 0, seen: [turn] });
  }

  /** The trace so far. */
  get trace(): number {
    return this.names.intern([...this.#done].sort((a, b) => a - b).join(' '));
  }
}
