// Relations over finite sets as Boolean functions: an element is a number below the size of its domain, written in
// binary, most significant bit first, over the domain's own variables. `DomainLayout` hands out variables before the
// `Bdd` exists; copies of a domain get alternating variables, so that equality between them stays linear in the bits
// and renaming one copy to another keeps the order. Union is `or`, intersection `and`, equality `===`, emptiness
// `=== FALSE`, projection `exists`; `RelationAlgebra` adds composition. Like every operation, all may return a failure.

import type { Bdd } from './bdd.js';
import type { Renaming, VariableSet } from './chosen.js';
import { type Edge, FALSE, isFailure, TRUE } from './edge.js';

export interface Domain {
  readonly size: number;
  /** Ascending; the first is the most significant bit. */
  readonly variables: readonly number[];
}

/** Assigns variables to domains, from the top of the order downwards. */
export class DomainLayout {
  #variableCount = 0;

  get variableCount(): number {
    return this.#variableCount;
  }

  /** Interleaved copies of a domain with `size` elements. */
  add(size: number, copies: number): readonly Domain[] {
    const bits = size > 1 ? 32 - Math.clz32(size - 1) : 0;
    const first = this.#variableCount;
    this.#variableCount += bits * copies;
    return Array.from({ length: copies }, (_, copy) => ({
      size,
      variables: Array.from({ length: bits }, (_, bit) => first + bit * copies + copy),
    }));
  }
}

/** The set that holds one tuple: `values[i]` in `domains[i]`. */
export function tuple(bdd: Bdd, domains: readonly Domain[], values: readonly number[]): Edge {
  const bits = new Map<number, boolean>();
  domains.forEach((domain, i) => {
    const value = values[i] ?? -1;
    if (!(value >= 0 && value < domain.size)) throw new RangeError(`${value} is not below ${domain.size}`);
    domain.variables.forEach((variable, bit) => {
      bits.set(variable, ((value >> (domain.variables.length - 1 - bit)) & 1) === 1);
    });
  });
  return bdd.cube(bits);
}

/** The relation with these tuples. Joined pairwise, so that large operands meet late. */
export function relation(bdd: Bdd, domains: readonly Domain[], tuples: Iterable<readonly number[]>): Edge {
  let parts = Array.from(tuples, (values) => tuple(bdd, domains, values));
  while (parts.length > 1) {
    parts = Array.from({ length: Math.ceil(parts.length / 2) }, (_, i) =>
      bdd.or(parts[2 * i]!, parts[2 * i + 1] ?? FALSE),
    );
  }
  return parts[0] ?? FALSE;
}

/** All elements of the domain: its bits read as a number are below its size. */
export function members(bdd: Bdd, domain: Domain): Edge {
  const largest = domain.size - 1;
  const width = domain.variables.length;
  let atMost = domain.size === 0 ? FALSE : TRUE;
  for (let bit = 0; bit < width; bit++) {
    const variable = bdd.variable(domain.variables[width - 1 - bit]!);
    const zero = bdd.not(variable);
    atMost = ((largest >> bit) & 1) === 1 ? bdd.or(zero, atMost) : bdd.and(zero, atMost);
  }
  return atMost;
}

/** The identity relation between two copies of a domain. */
export function identity(bdd: Bdd, left: Domain, right: Domain): Edge {
  let equal = members(bdd, left);
  for (let bit = left.variables.length - 1; bit >= 0; bit--) {
    equal = bdd.and(equal, bdd.iff(bdd.variable(left.variables[bit]!), bdd.variable(right.variables[bit]!)));
  }
  return equal;
}

/** The variables of these domains, to quantify them away. */
export function variablesOf(bdd: Bdd, domains: readonly Domain[]): VariableSet {
  return bdd.variableSet(domains.flatMap((domain) => domain.variables));
}

/** Reads `from[i]` as `to[i]`, a domain of the same size. */
export function moving(bdd: Bdd, from: readonly Domain[], to: readonly Domain[]): Renaming {
  const images = new Map<number, number>();
  from.forEach((domain, i) => {
    domain.variables.forEach((variable, bit) => {
      images.set(variable, to[i]!.variables[bit]!);
    });
  });
  return bdd.renaming(images);
}

/** The tuples of a relation that depends on no other variables. Protect it if garbage is collected meanwhile. */
export function* tuples(bdd: Bdd, domains: readonly Domain[], f: Edge): Generator<number[]> {
  const set = variablesOf(bdd, domains);
  const position = new Map(set.variables.map((variable, i) => [variable, i]));
  const positions = domains.map((domain) => domain.variables.map((variable) => position.get(variable)!));
  for (const values of bdd.assignments(f, set)) {
    yield positions.map((bits) => bits.reduce((value, at) => value * 2 + values[at]!, 0));
  }
}

/** Binary relations between tuples of domains: composition, identity, image. Needs three interleaved copies. */
export class RelationAlgebra {
  readonly identity: Edge;
  readonly #middle: VariableSet;
  readonly #source: VariableSet;
  readonly #afterToMiddle: Renaming;
  readonly #beforeToMiddle: Renaming;
  readonly #afterToBefore: Renaming;

  /** Relations are over (before, after); `middle` is for composition only. The identity is protected. */
  constructor(
    readonly bdd: Bdd,
    readonly before: readonly Domain[],
    readonly middle: readonly Domain[],
    readonly after: readonly Domain[],
  ) {
    this.#middle = variablesOf(bdd, middle);
    this.#source = variablesOf(bdd, before);
    this.#afterToMiddle = moving(bdd, after, middle);
    this.#beforeToMiddle = moving(bdd, before, middle);
    this.#afterToBefore = moving(bdd, after, before);
    const equalities = before.map((domain, i) => identity(bdd, domain, after[i]!));
    this.identity = bdd.protect(equalities.reduce((f, g) => bdd.and(f, g), TRUE));
  }

  fromPairs(pairs: Iterable<readonly [before: readonly number[], after: readonly number[]]>): Edge {
    const flat = Array.from(pairs, ([before, after]) => [...before, ...after]);
    return relation(this.bdd, [...this.before, ...this.after], flat);
  }

  /** First `r`, then `s`: some middle is the after of `r` and the before of `s`. */
  compose(r: Edge, s: Edge): Edge {
    const { bdd } = this;
    return bdd.andExists(bdd.rename(r, this.#afterToMiddle), bdd.rename(s, this.#beforeToMiddle), this.#middle);
  }

  /** The elements, over `before`, that `r` relates to some element of `set`, which is over `before` too. */
  image(set: Edge, r: Edge): Edge {
    return this.bdd.rename(this.bdd.andExists(set, r, this.#source), this.#afterToBefore);
  }

  /** The least reflexive and transitive relation above `r`, by squaring. */
  closure(r: Edge): Edge {
    let closed = this.bdd.or(this.identity, r);
    for (;;) {
      const squared = this.compose(closed, closed);
      if (squared === closed || isFailure(squared)) return squared;
      closed = squared;
    }
  }

  *pairs(r: Edge): Generator<readonly [before: number[], after: number[]]> {
    for (const values of tuples(this.bdd, [...this.before, ...this.after], r)) {
      yield [values.slice(0, this.before.length), values.slice(this.before.length)];
    }
  }
}
