// Reads parts of parsed JSON by hand, with messages that name the part: `results[2].witness.steps must be a list`.
// A wrong shape is thrown as ShapeError inside the reader and turned into a value at its border.

import type { Json, JsonObject } from '../../base/json.js';

export class ShapeError extends Error {}

/** A part of a JSON document with the path that leads to it. */
export class Part {
  constructor(
    readonly value: Json | undefined,
    readonly path: string,
  ) {}

  at(key: string): Part {
    const object = this.object();
    return new Part(
      Object.hasOwn(object, key) ? object[key] : undefined,
      this.path === '' ? key : `${this.path}.${key}`,
    );
  }

  get isPresent(): boolean {
    return this.value !== undefined;
  }

  object(): JsonObject {
    return isObject(this.value) ? this.value : this.#mustBe('an object');
  }

  list(): readonly Part[] {
    if (!isList(this.value)) return this.#mustBe('a list');
    return this.value.map((element, index) => new Part(element, `${this.path}[${index}]`));
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.#mustBe('a text');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.#mustBe('true or false');
  }

  number(): number {
    return typeof this.value === 'number' ? this.value : this.#mustBe('a number');
  }

  /** A whole number that is at least `least`. */
  integer(least: number): number {
    const number = this.number();
    return Number.isSafeInteger(number) && number >= least ? number : this.#mustBe(`a whole number >= ${least}`);
  }

  oneOf<T extends string>(...choices: readonly T[]): T {
    return choices.find((choice) => choice === this.value) ?? this.#mustBe(choices.join(' or '));
  }

  fail(message: string): never {
    throw new ShapeError(`${this.path} ${message}`);
  }

  #mustBe(what: string): never {
    return this.fail(this.value === undefined ? `is missing: it must be ${what}` : `must be ${what}`);
  }
}

/** The field under its name if it is there, nothing otherwise: for spreading into an object with optional fields. */
export function optional<K extends string, T>(part: Part, key: K, read: (field: Part) => T): { [P in K]?: T } {
  const field = part.at(key);
  const fields: { [P in K]?: T } = {};
  if (field.isPresent) fields[key] = read(field);
  return fields;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
