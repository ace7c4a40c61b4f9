// Gives equal keys the same small integer, so that hot loops compare and index by number.

export class Interner<T> {
  readonly #ids = new Map<string, number>();
  readonly #values: T[] = [];

  /** `keyOf` must be injective: two values with one key are the same value from then on. */
  constructor(readonly keyOf: (value: T) => string) {}

  get size(): number {
    return this.#values.length;
  }

  intern(value: T): number {
    const key = this.keyOf(value);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#values.length;
    this.#ids.set(key, id);
    this.#values.push(value);
    return id;
  }

  find(value: T): number | undefined {
    return this.#ids.get(this.keyOf(value));
  }

  value(id: number): T {
    const value = this.#values[id];
    if (value === undefined) throw new RangeError(`no interned value ${id}`);
    return value;
  }

  values(): readonly T[] {
    return this.#values;
  }
}

export function internStrings(): Interner<string> {
  return new Interner((text) => text);
}
